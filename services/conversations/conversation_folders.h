#pragma once

#include "services/conversations/folder.h"

#include <QList>
#include <QObject>
#include <QStringList>

namespace services {

/// The folders that conversations can be put into, in the order in which they are listed. Lives in
/// the window's thread.
class ConversationFolders : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const QList<Folder>& all() const { return m_folders; }
    QStringList names() const;
    bool contains(const QString& name) const { return indexOf(name) >= 0; }

    /// Adds a folder at the end and returns its name: if `name` is empty or already used, a number
    /// is appended.
    QString add(const QString& name);

    /// Does nothing if `to` is already used or empty.
    void rename(const QString& from, const QString& to);
    void remove(const QString& name); ///< its conversations are kept, without a folder
    void setCollapsed(const QString& name, bool isCollapsed);

    /// Puts them before those that were added meanwhile.
    void restore(const QList<Folder>& folders);

signals:
    void changed();
    void renamed(const QString& from, const QString& to);
    void removed(const QString& name);

private:
    qsizetype indexOf(const QString& name) const;

    QList<Folder> m_folders;
};

} // namespace services
