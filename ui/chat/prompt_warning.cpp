#include "ui/chat/prompt_warning.h"

#include "ui/theme/colours.h"
#include "ui/theme/metrics.h"
#include "ui/theme/surface.h"
#include "ui/widgets/text_label.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <memory>

namespace ui {

namespace {

constexpr int radius = 10; // pixels

} // namespace

PromptWarning::PromptWarning(QWidget* parent)
    : QWidget(parent)
    , m_sentence(new TextLabel(TextRole::Body, {}, this))
    , m_buttons(new QHBoxLayout)
{
    const Metrics metric = metrics(this);
    m_buttons->setSpacing(metric.small);
    m_buttons->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metric.large, metric.medium, metric.large, metric.medium);
    layout->setSpacing(metric.small);
    layout->addWidget(m_sentence);
    layout->addLayout(m_buttons);
    hide();
}

QString PromptWarning::sentence() const
{
    return m_sentence->text();
}

void PromptWarning::show(const QString& sentence, const QList<Choice>& choices)
{
    const bool isNews = sentence != m_sentence->text();
    m_sentence->setText(sentence);
    while (m_buttons->count() > 1) {
        const std::unique_ptr<QLayoutItem> old(m_buttons->takeAt(0));
        old->widget()->hide();
        old->widget()->deleteLater();
    }
    for (const Choice& choice : choices) {
        auto* button = new QPushButton(choice.name, this);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, choice.act);
        m_buttons->insertWidget(m_buttons->count() - 1, button);
    }
    setVisible(!sentence.isEmpty());
    if (isNews && !sentence.isEmpty()) {
        QAccessibleEvent event(m_sentence, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

void PromptWarning::paintEvent(QPaintEvent*)
{
    paintSurface(*this, colours(palette()).bubble, radius);
}

} // namespace ui
