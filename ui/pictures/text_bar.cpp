#include "ui/pictures/text_bar.h"

#include "services/plain_tool_tip.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace ui {

TextBar::TextBar(QWidget* parent)
    : QWidget(parent)
    , m_count(new TextLabel(TextRole::Body, {}, this))
{
    auto* hint = new TextLabel(
        TextRole::Muted, tr("Drag over words, or use the arrows; Shift selects more."), this);
    const auto button = [this](const QString& name, const QString& help, auto signal) {
        auto* made = new QPushButton(name, this);
        made->setToolTip(services::plainToolTip(help));
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, signal);
        return made;
    };
    auto* texts = new QVBoxLayout;
    texts->setSpacing(0);
    texts->addWidget(m_count);
    texts->addWidget(hint);

    const Metrics space = metrics(this);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(space.large, space.small, space.large, space.small);
    layout->setSpacing(space.small);
    layout->addLayout(texts, 1);
    layout->addWidget(button(tr("Cancel"), tr("Selects nothing (Escape)"), &TextBar::cancelled));
    layout->addWidget(button(
        tr("Select all"), tr("Selects all text in the picture (Ctrl+A)"), &TextBar::allWanted));
    layout->addWidget(
        button(tr("Copy text"), tr("Copies the selected words (Ctrl+C)"), &TextBar::copyWanted));
}

void TextBar::setWordCount(qsizetype count)
{
    m_count->setText(tr("%Ln words selected", nullptr, int(count)));
}

} // namespace ui
