#pragma once

#include "services/documents/index/document_index.h"
#include "services/documents/index/index_documents.h"
#include "services/documents/index/own_documents.h"
#include "services/documents/index/passage_encoder.h"
#include "services/documents/index/read_scans.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>

class QSocketNotifier;

namespace services {

/// A file of the library and what came of reading it.
struct LibraryFile {
    enum class State { Waiting, Read, Failed };

    QString path; ///< absolute, without links
    State state = State::Waiting;
    int pages = 0; ///< 0: without pages, or not read
    int passages = 0;
    QString error; ///< a message for users; empty: it was read, or waits

    bool operator==(const LibraryFile&) const = default;
};

struct LibraryCounts {
    int files = 0, read = 0, failed = 0, waiting = 0;
    qint64 pages = 0, passages = 0;

    void add(const LibraryFile& file, int times = 1); ///< −1: takes it away

    LibraryCounts& operator+=(const LibraryCounts& other);
    bool operator==(const LibraryCounts&) const = default;
};

/// A file, or a folder with everything below it, that somebody added to the store.
struct LibraryRoot {
    QString path; ///< absolute, without links
    bool isFolder = true;
    bool isThere = true; ///< false: it, or a volume below it, is gone; what was read is kept
    QList<LibraryFile> files; ///< sorted by path
    LibraryCounts counts; ///< of the files

    /// False: somebody else added it, or this user did so on another computer. Then it is what the
    /// store says; nothing at these paths is read or watched.
    bool isOwn = true;

    void setFiles(QList<LibraryFile> all); ///< in any order

    /// The index of a file; −1: it is not there.
    qsizetype indexOf(const QString& file) const;
    void setFile(qsizetype place, const LibraryFile& file);
};

/// True if a path is `folder` or below it; both absolute and without links.
bool isAtOrBelow(const QString& path, const QString& folder);

/// True if `left` is before `right`: the contents of a folder follow it at once.
bool standsBefore(const QString& left, const QString& right);

/// Notices that something was written, moved or deleted at or below roots, by the kernel's inotify.
/// What it cannot watch, because there are too many folders, and what is not there, it names from
/// time to time. Lives in one thread, which may be busy in between.
class FolderWatch : public QObject {
public:
    struct Limits {
        int folders = 8000; ///< of all roots; a kernel may allow less
        int gatherMilliseconds = 2000; ///< changes that come together are reported once
        int againMilliseconds = 300'000; ///< how often the others are named
    };

    /// `changed` is called in this thread with the roots that may have changed.
    explicit FolderWatch(std::function<void(const QStringList& roots)> changed);
    FolderWatch(std::function<void(const QStringList& roots)> changed, Limits limits);
    ~FolderWatch() override;

    /// Watches a root and all folders below it, as they are now.
    void watch(const QString& root);
    void forget(const QString& root);

private:
    bool add(const QString& path, const QString& root);
    void read();
    void tellGathered();
    void tellOthers();

    std::function<void(const QStringList&)> m_changed;
    Limits m_limits;
    int m_queue; // of inotify; −1: there is none
    QSocketNotifier* m_notifier = nullptr;
    QHash<int, QSet<QString>> m_roots; // by watch, which two of them may share
    QSet<QString> m_others; // roots of which not all is watched
    QSet<QString> m_gathered; // roots that have changed
    QTimer m_gathering, m_again;
};

/// The side of a library that writes: its store and the files that are read into it. Others may write
/// to the store, so files are read for what this user added on this computer and for nothing else.
/// Belongs to one thread, which yields to all others of this computer. The store is created together
/// with the first root. All functions throw what the store throws.
class LibraryIndex {
public:
    struct Events {
        std::function<void(const LibraryRoot& root)> listed;
        std::function<void(const FileOutcome& outcome)> read;
    };

    /// Reading from the store ends once `isEnding` returns true; see DocumentIndex::setInterrupt().
    LibraryIndex(
        const QString& store, const OwnDocumentsLocation& own, std::function<bool()> isEnding = {});

    void setStore(const QString& store); ///< another one from now on

    /// Watches what is checked from now on; `changed` is called in this thread, between other work,
    /// with roots that may have changed. Null: watches nothing.
    void setWatch(std::function<void(const QStringList& roots)> changed);

    /// The embedding model for passages that are read or embedded from now on; empty: none. Throws what
    /// PassageEncoder throws; then there is none.
    void setEmbedding(const QString& model);

    /// What the user added, with the files as they were read last; none is below another. Then also
    /// what others added; none of these is below one of the user or another of these.
    QList<LibraryRoot> roots();

    /// Keeps a root of the user for each path that is not below another one. Returns those that paths
    /// are now part of. Throws Error{BadFile} if a path is not there; then nothing was added.
    QStringList add(const QStringList& paths);

    /// Brings roots of the user up to date: lists their files first, and then reads what is new or was
    /// changed. Others are left out.
    /// Returns false if it was stopped, which may take as long as a reader needs for a page. Throws
    /// what indexDocuments() throws.
    bool check(const QStringList& roots, const ReaderProcess& process,
        const std::atomic<bool>& isStopped, const Events& events);

    /// Makes the vectors that are missing, if there is a model. Returns false if it was stopped.
    bool embed(const std::atomic<bool>& isStopped,
        const std::function<void(int64_t done, int64_t total)>& made);

    /// Reads scanned pages that wait for `reader` (see readScans()), of documents of the user.
    /// Progress is in pages of a document; `read` is called with each one that has been read. Returns false if it was stopped. Throws Error{BadFile} with a
    /// message about the first document that stays as Tesseract read it; those behind it wait.
    bool readScans(ScanReader& reader, const ReaderProcess& process,
        const std::atomic<bool>& isStopped,
        const std::function<void(qint64 done, qint64 total)>& progressed,
        const std::function<void(const FileOutcome&)>& read);

    /// The files of the user whose scanned pages another reader has read.
    QStringList filesWithOtherScans(const QString& reader);

    /// Describes figures in documents of the user that lack a caption (see addCaption), but each document
    /// only once as long as this object lives, whether the captioner could tell or not. Returns false if
    /// it was stopped. Throws what addCaption() throws.
    bool describe(PictureCaptioner& captioner, const ReaderProcess& process,
        const std::atomic<bool>& isStopped,
        const std::function<void(int64_t done, int64_t total)>& described);

    /// Lets files of the user, and those of the same content, be read again, unless somebody else
    /// has a file of this content, too. Returns the roots that contain them.
    QStringList forgetReading(const QStringList& paths);

    /// Erases what this user added at or below a root; what others added there stays.
    void erase(const QString& root);
    void eraseOwn(); ///< everything that the user added

private:
    DocumentIndex* existing(); // null: there is no store
    DocumentIndex& opened();
    QStringList rootPaths();
    QList<LibraryRoot> rootsOfOthers(const QStringList& own);
    QStringList rootsOf(const QStringList& paths);
    LibraryRoot listed(const QString& root);

    QString m_store;
    const OwnDocumentsLocation m_ownLocation;
    const std::function<bool()> m_isEnding;
    std::unique_ptr<DocumentIndex> m_index; // null: not opened yet
    std::unique_ptr<OwnDocuments> m_own; // opened together with it
    std::unique_ptr<PassageEncoder> m_encoder; // null: words alone
    std::unique_ptr<FolderWatch> m_watch; // null: none
    QSet<QByteArray> m_described; // contents of documents
};

} // namespace services
