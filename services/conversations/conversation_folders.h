#pragma once

#include "services/conversations/folder.h"

#include <QList>
#include <QObject>
#include <QStringList>

namespace services {

/// The folders conversations can be put into, in the order in which they are listed. Lives in the
/// window's thread.
class ConversationFolders : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const QList<Folder>& all() const { return m_folders; }
    QStringList names() const;
    bool contains(const QString& name) const { return indexOf(name) >= 0; }

    /// A new one, at the end. Returns its name: another number is put behind one that is taken or
    /// empty.
    QString add(const QString& name);

    void rename(const QString& from, const QString& to); ///< ignored if `to` is taken or empty
    void remove(const QString& name); ///< its conversations stay, outside
    void setCollapsed(const QString& name, bool isCollapsed);

    void restore(const QList<Folder>& folders); ///< before those that were added meanwhile

signals:
    void changed();
    void renamed(const QString& from, const QString& to);
    void removed(const QString& name);

private:
    qsizetype indexOf(const QString& name) const;

    QList<Folder> m_folders;
};

} // namespace services
