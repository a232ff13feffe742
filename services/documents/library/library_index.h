#pragma once

#include "services/documents/index/document_index.h"
#include "services/documents/index/index_documents.h"
#include "services/documents/index/own_documents.h"
#include "services/documents/index/passage_encoder.h"
#include "services/documents/library/folder_watch.h"
#include "services/documents/library/library_root.h"

#include <QString>
#include <QStringList>

#include <atomic>
#include <functional>
#include <memory>

namespace services {

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

    /// Lets files of the user, and those of the same content, be read anew, unless somebody else has
    /// a file of this content, too. Returns the roots that hold them.
    QStringList forgetReading(const QStringList& paths);

    /// Erases what this user added at or below a root; what others added there stays.
    void erase(const QString& root);

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
};

} // namespace services
