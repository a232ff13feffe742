#include "ui/chat/prompt_edit_bar.h"

#include "ui/theme/metrics.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/icon_button.h"

#include <QHBoxLayout>

namespace ui {

PromptEditBar::PromptEditBar(QWidget* parent)
    : QWidget(parent)
{
    const Metrics metric = metrics(this);
    auto* label = new ElidedLabel(TextRole::Muted, tr("Editing an earlier message"), this);
    auto* cancel = new IconButton(
        QStringLiteral("close"), tr("Cancel editing (Esc)"), IconButton::Look::Quiet, this);
    cancel->setFixedSize(28, 28);
    connect(cancel, &IconButton::clicked, this, &PromptEditBar::cancelled);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(metric.tight, 0, metric.tight, 0);
    layout->addSpacing(metric.small);
    layout->addWidget(label, 1);
    layout->addWidget(cancel);
}

} // namespace ui
