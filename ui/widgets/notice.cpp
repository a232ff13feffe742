#include "ui/widgets/notice.h"

#include "ui/widgets/icon_button.h"

#include <QHBoxLayout>

namespace ui {

Notice::Notice(const QString& sentence, Tone tone, QWidget* parent)
    : SentenceBox(sentence, tone, parent)
{
    auto* close
        = new IconButton(QStringLiteral("close"), tr("Dismiss"), IconButton::Look::Quiet, this);
    close->setFixedSize(28, 28);
    connect(close, &IconButton::clicked, this, &Notice::dismissed);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->addSpacing(8);
    layout->addWidget(label(), 1);
    layout->addWidget(close, 0, Qt::AlignTop);
}

} // namespace ui
