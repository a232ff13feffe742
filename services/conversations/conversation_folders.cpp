#include "services/conversations/conversation_folders.h"

#include <algorithm>

namespace services {

QStringList ConversationFolders::names() const
{
    QStringList names;
    for (const Folder& folder : m_folders)
        names << folder.name;
    return names;
}

qsizetype ConversationFolders::indexOf(const QString& name) const
{
    const auto found = std::ranges::find(m_folders, name, &Folder::name);
    return found == m_folders.end() ? -1 : found - m_folders.begin();
}

QString ConversationFolders::add(const QString& name)
{
    const QString wanted = name.simplified().isEmpty() ? tr("New folder") : name.simplified();
    QString free = wanted;
    for (int number = 2; contains(free); ++number)
        free = tr("%1 %2", "a folder's name and a number").arg(wanted).arg(number);
    m_folders << Folder{free};
    emit changed();
    return free;
}

void ConversationFolders::rename(const QString& from, const QString& to)
{
    const QString name = to.simplified();
    const qsizetype place = indexOf(from);
    if (place < 0 || name.isEmpty() || contains(name))
        return;
    m_folders[place].name = name;
    emit renamed(from, name);
    emit changed();
}

void ConversationFolders::remove(const QString& name)
{
    const qsizetype place = indexOf(name);
    if (place < 0)
        return;
    m_folders.removeAt(place);
    emit removed(name);
    emit changed();
}

void ConversationFolders::setCollapsed(const QString& name, bool isCollapsed)
{
    const qsizetype place = indexOf(name);
    if (place < 0 || m_folders[place].isCollapsed == isCollapsed)
        return;
    m_folders[place].isCollapsed = isCollapsed;
    emit changed();
}

void ConversationFolders::restore(const QList<Folder>& folders)
{
    QList<Folder> all = folders;
    for (const Folder& folder : m_folders)
        if (std::ranges::find(all, folder.name, &Folder::name) == all.end())
            all << folder;
    if (all == m_folders)
        return;
    m_folders = all;
    emit changed();
}

} // namespace services
