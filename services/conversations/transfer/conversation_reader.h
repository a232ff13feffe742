#pragma once

#include "services/conversations/transfer/exported_conversation.h"
#include "services/conversations/transfer/json_objects.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace services {

class ZipArchive;

/// Reads the conversations of a file that this program or ChatGPT has exported, one at a time: JSON
/// with one or more, a zip archive of such, or Markdown with one (see markdown_reader.h), by the
/// ending of its name; its pictures are looked for in folders beside it. The input may come from
/// anyone. One thread may use it at a time.
class ConversationReader {
public:
    /// Throws Error{BadFile} with a sentence that names the file and says what was expected.
    /// `mostBytes` limits the conversations in an archive, without their pictures; a larger archive
    /// is refused. The sizes that an archive declares are checked here, before anything is read.
    explicit ConversationReader(const QString& path, qint64 mostBytes = qint64(4) << 30);
    ~ConversationReader();

    /// The next one that holds a message; none after the last. Throws Error{BadFile} as above; the
    /// one after it can still be read.
    /// Of models on servers, answers keep the name and not the address: a file from elsewhere must not
    /// decide that a conversation is continued on another machine.
    std::optional<ExportedConversation> next();

private:
    std::optional<ExportedConversation> readNext();
    void openJson(const QByteArray& bytes);
    void openMarkdown(const QByteArray& bytes);
    void openArchive();
    void openNextFile();
    std::optional<QJsonObject> nextObject();
    std::optional<ExportedConversation> read(const QJsonObject& object) const;
    [[noreturn]] void fail(const QString& reason) const;

    QString m_path;
    qint64 m_bytesLeft;
    std::unique_ptr<ZipArchive> m_archive; // null for plain JSON
    QStringList m_files; // of the archive, still to be read
    std::optional<ExportedConversation> m_markdown; // of a Markdown file, until it is taken
    JsonObjects m_objects; // the conversations of the JSON read last
};

} // namespace services
