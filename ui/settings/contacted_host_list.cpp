#include "ui/settings/contacted_host_list.h"

#include "services/network/contacted_hosts.h"

#include <QLocale>

namespace ui {

using services::ContactedHost;
using services::ContactedHosts;

ContactedHostList::ContactedHostList(ContactedHosts& hosts, QWidget* parent)
    : TextLabel(TextRole::Muted, {}, parent)
    , m_hosts(hosts)
{
    makeSelectable();
    setAccessibleName(tr("Machines that were contacted"));
    connect(&hosts, &ContactedHosts::changed, this, [this] {
        if (isVisible())
            showHosts();
    });
}

// The command line may have added some since.
void ContactedHostList::showEvent(QShowEvent* event)
{
    TextLabel::showEvent(event);
    showHosts();
}

void ContactedHostList::showHosts()
{
    QStringList lines;
    for (const ContactedHost& host : m_hosts.hosts())
        lines << tr("%1, last on %2")
                     .arg(host.name, QLocale().toString(host.last, QLocale::ShortFormat));
    setText(lines.isEmpty() ? tr("Nobody so far") : lines.join(u'\n'));
}

} // namespace ui
