#include "ui/chat/unsure_hint.h"

#include "ui/theme/metrics.h"
#include "ui/widgets/label_text.h"
#include "ui/widgets/text_label.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

UnsureHint::UnsureHint(QWidget* parent)
    : QWidget(parent)
    , m_label(new TextLabel(TextRole::Muted, {}, this))
    , m_button(new QPushButton(this))
{
    connect(m_button, &QPushButton::clicked, this,
        [this] { emit wished(m_hasBetter ? MessageWish::AnswerBetter : MessageWish::FindModel); });
    setBetterModel({});

    const Metrics distance = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, distance.small);
    layout->setSpacing(distance.small);
    layout->addWidget(m_label);
    layout->addWidget(m_button, 0, Qt::AlignLeading);
}

void UnsureHint::setBetterModel(const QString& name)
{
    m_hasBetter = !name.isEmpty();
    m_label->setText(m_hasBetter
            ? tr("The built-in model knows drawings: objects, shapes, short signs. %1 was made for "
                 "photographs, too.")
                  .arg(name)
            : tr(
                "The built-in model knows drawings: objects, shapes, short signs. For photographs, "
                "get another model."));
    m_button->setText(m_hasBetter ? tr("Answer again with %1").arg(labelText(name))
                                  : tr("Get a model that sees photographs"));
}

QString UnsureHint::sentence() const
{
    return m_label->text();
}

} // namespace ui
