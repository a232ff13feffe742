#include "ui/providers/destination_bar.h"

#include "services/remote/provider.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/text_label.h"

#include <QVBoxLayout>

namespace ui {

DestinationBar::DestinationBar(QWidget* parent)
    : QWidget(parent)
    , m_message(new TextLabel(TextRole::Small, {}, this))
    , m_announcer(new Announcer(this))
{
    const Metrics distance = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(distance.wide, 0, distance.wide, distance.small);
    layout->addWidget(m_message);
    hide();
}

QString DestinationBar::message() const
{
    return m_message->text();
}

void DestinationBar::setModel(const services::ModelId& model)
{
    const QString message = destinationText(model);
    if (message == m_message->text())
        return;
    m_message->setText(message);
    setVisible(!message.isEmpty());
    if (message.isEmpty())
        m_announcer->withdraw();
    else
        m_announcer->say(message);
}

QString destinationText(const services::ModelId& model)
{
    if (!model.isRemote())
        return {};
    const QString address = QString::fromStdString(model.address());
    const QString host = services::hostName(address);
    switch (services::onTheWayTo(address)) {
    case services::OnTheWay::WithinThisComputer:
        return DestinationBar::tr("Messages and files in this chat are sent to %1 (this computer).")
            .arg(host);
    case services::OnTheWay::Encrypted:
        return DestinationBar::tr(
            "Messages and files in this chat are sent to %1 over an encrypted connection.")
            .arg(host);
    case services::OnTheWay::Open:
        break;
    }
    return DestinationBar::tr("Messages and files in this chat are sent to %1 unencrypted. Others "
                              "on the network could read them.")
        .arg(host);
}

} // namespace ui
