#include "ui/chat/prompt_edit_bar.h"

#include "ui/theme/metrics.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/icon_button.h"

#include <QHBoxLayout>

namespace ui {

PromptEditBar::PromptEditBar(QWidget* parent)
    : QWidget(parent)
    , m_label(new ElidedLabel(TextRole::Muted, {}, this))
{
    const Metrics metric = metrics(this);
    auto* cancel = new IconButton(
        QStringLiteral("close"), tr("Cancel editing (Esc)"), IconButton::Look::Quiet, this);
    cancel->setFixedSize(28, 28);
    connect(cancel, &IconButton::clicked, this, &PromptEditBar::cancelled);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(metric.tight, 0, metric.tight, 0);
    layout->addSpacing(metric.small);
    layout->addWidget(m_label, 1);
    layout->addWidget(cancel);
}

void PromptEditBar::setText(const QString& text)
{
    m_label->setText(text);
    m_label->setAccessibleName(text);
}

} // namespace ui
