#include "ui/endpoints/destination_bar.h"

#include "services/remote/end_point.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/text_label.h"

#include <QVBoxLayout>

namespace ui {

DestinationBar::DestinationBar(QWidget* parent)
    : QWidget(parent)
    , m_sentence(new TextLabel(TextRole::Small, {}, this))
    , m_announcer(new Announcer(this))
{
    const Metrics distance = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(distance.wide, 0, distance.wide, distance.small);
    layout->addWidget(m_sentence);
    hide();
}

QString DestinationBar::sentence() const
{
    return m_sentence->text();
}

void DestinationBar::setModel(const services::ModelId& model)
{
    const QString sentence = destinationText(model);
    if (sentence == m_sentence->text())
        return;
    m_sentence->setText(sentence);
    setVisible(!sentence.isEmpty());
    if (sentence.isEmpty())
        m_announcer->withdraw();
    else
        m_announcer->say(sentence);
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
