#pragma once

#include "services/conversations/transfer/transfer.h"

#include <QByteArray>
#include <QPointer>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

struct zip;

namespace services {

class Conversation;
class ConversationList;
class ConversationStore;

/// Reads a zip archive, which may come from anyone. Nothing of it is written to the disk: entries
/// are read into memory by name, so it does not matter where a name points to. One thread may use
/// it at a time.
class ZipArchive {
public:
    /// Throws Error{BadFile} if the file is no zip archive, or has more entries than any real
    /// export.
    explicit ZipArchive(const QString& path);
    ~ZipArchive();

    const QStringList& names() const { return m_names; }
    bool contains(const QString& name) const;

    /// The number of bytes that an entry unpacks to, as the archive declares; 0 if it does not say.
    qint64 entrySize(const QString& name) const;

    /// Returns the bytes of an entry. Throws Error{BadFile} if it is damaged or longer than
    /// `maxBytes`, whatever size the archive declares.
    QByteArray read(const QString& name, qint64 maxBytes) const;

private:
    [[noreturn]] void fail(const QString& reason) const;

    QString m_path;
    struct Closer {
        void operator()(zip* archive) const;
    };
    std::unique_ptr<zip, Closer> m_archive;
    QStringList m_names;
};

/// Writes a zip archive of conversations: each as conversations/<number>.json (see
/// conversation_json.h), and each image once as pictures/<SHA-256>.<ending>. One thread may use it at
/// a time. All functions throw Error{BadFile} with a message that names the file.
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
    QTemporaryDir m_folder; // next to the archive, on a disk that has room for it
    QStringList m_names; // of the entries, in their order
    QSet<QString> m_pictures; // that are there
    int m_count = 0;
};

/// Writes one conversation to a file: JSON if the path ends in .json, an archive if it ends in
/// .zip, and Markdown otherwise. The images of Markdown are written to a folder next to the file,
/// "<its name> pictures", whose name is returned; it is empty if there is none. Throws
/// Error{BadFile} with a message. Any thread may call it.
QString exportConversation(const ExportedConversation& conversation, const QString& path);

/// Writes all conversations except temporary ones to one archive, in the background and one after
/// the other, so that only one is in memory at a time. Starts when it is constructed; lives in the
/// window's thread. If it is destroyed or stopped before the end, no file is written.
class ArchiveExport : public Transfer {
    Q_OBJECT

public:
    /// `conversations` and `store` must outlive it. With a null store, only conversations in memory
    /// are written.
    ArchiveExport(ConversationList& conversations, ConversationStore* store, const QString& path,
        QObject* parent = nullptr);

    int total() const override { return m_total; }
    void stop() override { m_isStopped = true; }

signals:
    // Exactly one of these is sent, once.
    void finished(int conversations);
    void failed(const QString& sentence);

private:
    void next();
    void write(const ExportedConversation& conversation);
    void end();

    ConversationStore* m_store;
    QString m_path;
    QList<QPointer<Conversation>> m_waiting;
    std::shared_ptr<ArchiveWriter> m_writer; // used in the background, by one job at a time
    int m_total = 0;
    int m_count = 0; // that were written
    bool m_isStopped = false;
};

} // namespace services
