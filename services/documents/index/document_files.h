#pragma once

#include "services/documents/index/document_index.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>

#include <sys/types.h>

namespace services {

/// The files at a path or below it, sorted: no links, and nothing that is hidden.
QStringList documentFilesAt(const QString& path);

/// What a document is known by: a hash of its bytes and of the ending of its name, which says what
/// kind of text a text is. Throws Error{BadFile} if the file cannot be read.
QByteArray contentOf(const QString& file);

/// What it is known by instead if it cannot be read: why it cannot is said of a file by its name, so
/// files of other names are other documents.
QByteArray contentOfUnreadable(const QByteArray& content, const QString& file);

/// Tells what is known of files without reading them. Belongs to one thread.
class FileStamps {
public:
    FileStamp of(const QString& path);

    /// Whether the file system that was at this place when a file was read is there now.
    bool isMounted(const QString& volume);

private:
    QHash<dev_t, QString> m_volumes; // by the number of the device
    QHash<QString, bool> m_mounted;
};

} // namespace services
