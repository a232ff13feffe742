#pragma once

#include "services/conversations/transfer/exported_conversation.h"

#include <QSet>
#include <QString>
#include <QTemporaryDir>

namespace services {

/// Writes a zip archive of conversations: each as conversations/<number>.json (see
/// conversation_json.h), and each picture once as pictures/<SHA-256>.<ending>. One thread may use
/// it at a time. All functions throw Error{BadFile} with a sentence that names the file.
class ArchiveWriter {
public:
    /// A file that already exists at `path` stays as it is until finish().
    explicit ArchiveWriter(const QString& path);

    /// Writes a conversation to a temporary folder, so that only one needs to be in memory at a
    /// time.
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
