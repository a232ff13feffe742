#pragma once

#include "services/conversations/transfer/transfer.h"

#include <QByteArray>
#include <QJsonObject>
#include <QPointer>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace services {

class Conversation;
class ConversationList;
class ZipArchive;
struct ExportedConversation;

/// The objects of a JSON document that is one object or an array of objects, parsed one at a time.
/// A parsed value takes up to sixty times the memory of its text, so a whole file must not be
/// parsed at once. The input may come from anyone. One thread may use it at a time.
class JsonObjects {
public:
    JsonObjects() = default; ///< makes an empty list

    /// Scans the text once and parses nothing. Throws Error{BadFile} with the second half of a
    /// sentence, about what was expected, if the brackets do not match, the array holds something
    /// other than objects, or an object contains more than mostValues.
    explicit JsonObjects(const QByteArray& bytes);

    bool isEmpty() const { return m_bytes.isEmpty(); }

    /// Returns the next object, or nothing after the last. Throws Error{BadFile} in the same way if
    /// it is not valid JSON; the object after it can still be read.
    std::optional<QJsonObject> next();

    static constexpr qint64 mostValues = 2'000'000; ///< in an object: numbers, texts, objects …

private:
    QByteArray m_bytes;
    qsizetype m_at = 0; // what was read so far
};

/// Reads the conversations of a file that this program or ChatGPT has exported, one at a time: JSON
/// with one or more, a zip archive of such, or Markdown with one (see conversation_markdown.h), by the
/// ending of its name; its images are searched for in folders next to it. The input may come from
/// anyone. One thread may use it at a time.
class ConversationReader {
public:
    /// Throws Error{BadFile} with a message that names the file and says what was expected.
    /// `mostBytes` limits the conversations in an archive, without their images; a larger archive
    /// is rejected. The sizes that an archive declares are checked here, before anything is read.
    explicit ConversationReader(const QString& path, qint64 mostBytes = qint64(4) << 30);
    ~ConversationReader();

    /// The next one that contains a message; none after the last. Throws Error{BadFile} as above;
    /// the one after it can still be read. Answers keep the name of a model on a server and not its
    /// address: a file from elsewhere must not decide that a conversation is continued on another
    /// machine.
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

/// Reads conversations from files, in the background and one after the other, and adds them to the
/// list. Starts when it is constructed; lives in the window's thread. What was added before it is
/// destroyed stays in the list.
class ConversationImport : public Transfer {
    Q_OBJECT

public:
    /// The list must outlive it.
    ConversationImport(
        ConversationList& conversations, const QStringList& paths, QObject* parent = nullptr);

    int total() const override { return 0; } // files say it at their end
    void stop() override;

    Conversation* first() const; ///< that was added; null if there is none
    int twins() const { return m_twins; } ///< how many were in the list already

signals:
    /// Sent once, at the end, with the number of conversations that were added and a message about
    /// the first one that could not be read; it is empty if all could.
    void finished(int conversations, const QString& failure);

private:
    void openNext();
    void readNext();
    void add(const ExportedConversation& conversation);
    void giveUp();
    void fail(const QString& sentence);

    ConversationList& m_conversations;
    QStringList m_paths; // still to be opened
    std::shared_ptr<ConversationReader> m_reader; // used in the background, by one job at a time
    QPointer<Conversation> m_first;
    int m_count = 0;
    int m_twins = 0;
    bool m_isStopped = false;
    QString m_failure;
};

} // namespace services
