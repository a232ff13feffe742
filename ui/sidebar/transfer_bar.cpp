#include "ui/sidebar/transfer_bar.h"

#include "services/conversations/transfer/transfer.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/icon_button.h"

#include <QHBoxLayout>
#include <QTimer>

namespace ui {

namespace {

constexpr int momentMilliseconds = 400;

} // namespace

TransferBar::TransferBar(services::Transfer& transfer, QWidget* parent)
    : QWidget(parent)
    , m_label(new ElidedLabel(TextRole::Body, {}, this))
    , m_stop(new IconButton(QStringLiteral("stop"), tr("Stop"), IconButton::Look::Quiet, this))
{
    const auto show = [this, total = transfer.total()](int done) {
        tell(total > 0 ? tr("Exporting: %1 of %2").arg(done).arg(total)
                       : tr("Importing: %1 so far").arg(done));
    };
    show(0);
    connect(&transfer, &services::Transfer::progressed, this, show);
    connect(&transfer, &QObject::destroyed, this, &QObject::deleteLater);
    connect(m_stop, &IconButton::clicked, &transfer, [this, &transfer] {
        m_stop->setEnabled(false);
        transfer.stop();
    });

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 0, 4, 0);
    layout->addWidget(m_label, 1);
    layout->addWidget(m_stop);
    hide();
    QTimer::singleShot(momentMilliseconds, this, &QWidget::show);
}

void TransferBar::tell(const QString& sentence)
{
    m_label->setText(sentence);
    m_label->setAccessibleName(sentence);
}

} // namespace ui
