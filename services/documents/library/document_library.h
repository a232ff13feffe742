#pragma once

#include "services/documents/library/document_questions.h"
#include "services/documents/library/library_index.h"
#include "services/storage/database_thread.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

namespace services {

class Settings;

/// What a library is doing.
struct LibraryProgress {
    enum class Phase {
        Resting,
        Listing, ///< looks for files
        Reading, ///< `done` and `total` are files
        Embedding, ///< they are passages that get their vectors
        ReadingScans, ///< a model reads scanned pages; they are pages of a document
        Describing, ///< figures in them get captions; they are files
    };

    Phase phase = Phase::Resting;
    qint64 done = 0, total = 0;

    bool operator==(const LibraryProgress&) const = default;
};

/// The documents that the user has given, the same that `vignette-cli index` knows: reads them,
/// keeps up with changes, and finds what they say. In a store that several people use, also what
/// the others added, which is shown and searched, but not read, watched or removed. Lives in the
/// window's thread and never blocks it: one thread reads and writes, another answers questions
/// meanwhile. Whatever ends the program, the next start continues behind the last file that was
/// read.
class DocumentLibrary : public QObject {
    Q_OBJECT

public:
    /// Keeps passages in the file `own.privateStore`, which is created with the first document, unless
    /// the settings name another store, and what the user added in `own.file`. `reader` is the program that reads. The settings also say whether
    /// it is paused, whether folders are watched, and which model it compares meanings by; they must
    /// outlive it.
    explicit DocumentLibrary(Settings& settings, const OwnDocumentsLocation& own,
        const QString& reader = ReaderProcess::standardProgram(), QObject* parent = nullptr);
    /// Stops reading, which takes as long as a page of the files that are being read.
    ~DocumentLibrary() override;

    /// Lists what is in the store and then looks for changes.
    void start();

    void openAgain(); ///< does so once more, as after openingProblem()
    bool isOpened() const { return m_isOpened; } ///< what is in the store has been listed
    QString store() const; ///< a file or, with its password, the URL of a database
    const QString& privateStore() const { return m_own.privateStore; } ///< the program's own file
    /// Why what is in the store could not be listed, for users; empty: it was, or will be.
    const QString& openingProblem() const { return m_openingProblem; }
    /// Why the model of the settings compares no meanings, for users; empty: it does, or there is none.
    const QString& meaningProblem() const { return m_meaningProblem; }

    /// Takes files and folders in, which are read before all others; also those that others added.
    void add(const QStringList& paths);

    /// Takes a root of the user out: it is not searched any more. putBack() can undo this until it is
    /// forgotten, which erases what was read of it from the disk.
    void remove(const QString& root);
    void putBack(const QString& root);
    void forget(const QString& root);

    /// Takes all roots of the user out and erases from the disk what was read of them, which can't be
    /// undone. `done` is called in this thread afterwards, unless the receiver has been destroyed by then.
    void eraseOwn(QObject* receiver, std::function<void()> done);

    void pause();
    void resume();
    bool isPaused() const; ///< also after the next start of the program
    bool isResting() const; ///< all that was requested is done, or paused

    /// Makes what reads scanned pages, on the thread that writes; null: nothing does just now. It should give
    /// up soon after `stop` is requested.
    using MakeScanReader = std::function<std::unique_ptr<ScanReader>(std::stop_token stop)>;

    /// Lets the model of this name read scanned pages of documents that are read from now on, after keywords
    /// and meanings are there. Without a name, only Tesseract reads them. Documents that were read before stay
    /// as they are; if there are any and the library is opened, scansReadOtherwise() tells.
    void setScanReader(const QString& name, MakeScanReader make);

    /// Reads the documents again whose scanned pages another reader has read.
    void readScansAgain();

    /// Makes something that sees, on the thread that writes; null: nothing does just now. It should give
    /// up soon after `stop` is requested.
    using MakeCaptioner = std::function<std::unique_ptr<PictureCaptioner>(std::stop_token stop)>;

    /// Describes figures in the user's documents from now on, after all else is done, by what `make`
    /// makes. Null: does not.
    void setCaptioner(MakeCaptioner make);

    void retry(const QStringList& files); ///< reads files again that could not be read
    void checkAgain(); ///< looks for changes in everything

    /// The roots, each followed by those below it; none of the user's own is below another.
    const QList<LibraryRoot>& roots() const { return m_roots; }
    LibraryCounts counts() const; ///< of the roots of the user
    const LibraryProgress& progress() const { return m_progress; }

    /// Looks for the best passages, at most `count`, and calls `found` in this thread, unless the
    /// receiver has been destroyed by then. What has been read so far is searched, also while more
    /// is being read; but only files at or below `within`, if that is not empty.
    void find(const QString& question, int count, QObject* receiver,
        std::function<void(const Found&)> found, const QStringList& within = {});

    /// Reads a part of a file as the store has it (see DocumentQuestions::readPart()) and calls `done`
    /// in this thread, unless the receiver has been destroyed by then.
    void readPart(const QString& file, int part, QObject* receiver,
        std::function<void(const FilePart&)> done);

    /// Finds as find() does, but waits for it. Called by threads that serve other programs, never by
    /// the window's.
    Found findNow(const QString& question, int count, const std::function<bool()>& isInterrupted);

    const QString& reader() const { return m_reader; } ///< a program

signals:
    void rootsChanged(); ///< there are other roots or other files
    void rootsAdded(const QStringList& roots); ///< by add(); also those that were there before
    void fileRead(const QString& root, const services::LibraryFile& file); ///< or it failed
    void changed(); ///< roots, files, or what it is doing
    void scansReadOtherwise(int documents); ///< after setScanReader(): so many, by another reader
    void failed(const QString& message); ///< says what could not be done

private:
    void changeStore();
    void eraseRemoved();
    void hideRemoved(); // from questions; called after every change of m_removed
    void check(const QStringList& roots); // before all that is to be checked
    void checkChanged(const QStringList& roots);
    void goOn();
    void checkRoots();
    void embed();
    void readScans();
    void describe();
    void checkEnded(const QStringList& roots, bool isComplete, const QString& error);
    void takeProgress(LibraryProgress::Phase phase, qint64 done, qint64 total);
    void embedEnded(bool isComplete, const QString& error);
    void readScansEnded(bool isComplete, const QString& error);
    QString scanReader() const; // its name in records of documents
    void describeEnded(bool isComplete, const QString& error);
    void stop();
    void followSetting(const QString& key);
    void setWatch();
    void setEmbedding();
    void setReranker();
    void setThreshold();
    void takeListed(const LibraryRoot& root);
    void takeOutcome(const FileOutcome& outcome);
    void takeOutcomes();
    void postOutcome(const FileOutcome& outcome);
    void show(const QList<LibraryRoot>& roots);
    void insert(const LibraryRoot& root);
    QList<LibraryRoot>::iterator place(const QString& root);
    void setPhase(LibraryProgress::Phase phase);
    void fail(const QString& message);

    Settings& m_settings;
    const OwnDocumentsLocation m_own;
    const QString m_reader;
    QString m_openingProblem, m_meaningProblem, m_lastFailure;
    bool m_isOpened = false;
    QList<LibraryRoot> m_roots;
    QList<LibraryRoot> m_removed; // and not forgotten yet
    QStringList m_unchecked; // roots, in the order in which they are checked
    LibraryProgress m_progress;
    bool m_isWorking = false; // the thread that writes checks roots or makes vectors
    bool m_hasModel = false; // for vectors
    bool m_lacksVectors = false; // perhaps
    MakeCaptioner m_makeCaptioner; // null: figures are not described
    bool m_lacksCaptions = false; // perhaps
    QString m_scanReader; // empty: Tesseract
    MakeScanReader m_makeScanReader; // null: as above
    bool m_lacksScans = false; // perhaps
    std::stop_source m_seeing; // of what reads scans or captions
    int m_asked = 0; // of the thread that writes, which has not answered yet

    std::atomic<bool> m_isStopped = false; // tells the thread that writes
    std::atomic<bool> m_isEnding = false; // tells both threads
    std::mutex m_lock;
    std::vector<FileOutcome> m_outcomes; // on their way from it; under the lock
    DatabaseThread<LibraryIndex> m_index;
    DatabaseThread<DocumentQuestions> m_questions;
};

} // namespace services
