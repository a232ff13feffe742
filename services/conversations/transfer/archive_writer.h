#pragma once

#include "services/conversations/transfer/exported_conversation.h"

#include <QSet>
#include <QString>
#include <QTemporaryDir>

namespace services {

/// Writes a zip archive of conversations: conversations/<number>.json as in conversation_json.h,
/// and each picture once as pictures/<SHA-256>.<ending>. One thread at a time. All calls throw
/// Error{BadFile} with a sentence that names the file.
class ArchiveWriter {
public:
    /// Nothing stands at `path` before finish(); what was there stays until then.
    explicit ArchiveWriter(const QString& path);

    /// One at a time is enough in memory: it is laid down in a temporary folder.
    void add(const ExportedConversation& conversation);

    void finish();

private:
    void layDown(const QString& name, const QByteArray& bytes);
    [[noreturn]] void fail(const QString& reason) const;

    QString m_path;
    QTemporaryDir m_folder; // beside the archive, on a disk that has room for it
    QStringList m_names; // of the entries, in their order
    QSet<QString> m_pictures; // that are there
    int m_count = 0;
};

} // namespace services
