#include "ui/providers/destination_bar.h"

#include "services/remote/provider.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/text_label.h"

#include <QVBoxLayout>

namespace ui {

DestinationBar::DestinationBar(SentParts sent, QWidget* parent)
    : QWidget(parent)
    , m_sent(sent)
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
    const QString message = destinationText(model, m_sent);
    if (message == m_message->text())
        return;
    m_message->setText(message);
    setVisible(!message.isEmpty());
    if (message.isEmpty())
        m_announcer->withdraw();
    else
        m_announcer->say(message);
}

namespace {

QString textFor(services::OnTheWay way, SentParts sent)
{
    const bool isChat = sent == SentParts::Chat;
    switch (way) {
    case services::OnTheWay::WithinThisComputer:
        return isChat
            ? DestinationBar::tr("Messages and files in this chat are sent to %1 (this computer).")
            : DestinationBar::tr("Prompt and pictures are sent to %1 (this computer).");
    case services::OnTheWay::Encrypted:
        return isChat
            ? DestinationBar::tr(
                "Messages and files in this chat are sent to %1 over an encrypted connection.")
            : DestinationBar::tr(
                "Prompt and pictures are sent to %1 over an encrypted connection.");
    case services::OnTheWay::Open:
        break;
    }
    return isChat ? DestinationBar::tr("Messages and files in this chat are sent to %1 unencrypted. "
                                       "Others on the network could read them.")
                  : DestinationBar::tr("Prompt and pictures are sent to %1 unencrypted. Others on the "
                                       "network could read them.");
}

} // namespace

QString destinationText(const services::ModelId& model, SentParts sent)
{
    if (!model.isRemote())
        return {};
    const QString address = QString::fromStdString(model.address());
    return textFor(services::onTheWayTo(address), sent).arg(services::hostName(address));
}

} // namespace ui
