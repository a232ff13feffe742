#pragma once

#include "services/documents/index/document_index.h"
#include "services/documents/index/own_documents.h"
#include "services/documents/passages/split_document.h"
#include "services/documents/read_document.h"

#include <QString>
#include <QStringList>

#include <functional>

namespace services {

/// How documents are cut into passages.
struct Splitting {
    PassageSize size;
    TokenCounter count = estimatedTokens; ///< several threads call it at once
    QString
        measure; ///< what `count` counts; documents that were measured otherwise are read anew. Empty: they are not
};

/// How it went with a file.
struct FileOutcome {
    QString file;
    int pages = 0; ///< 0: without pages, or not read
    int passages = 0;
    QString error; ///< a sentence for users; empty: its passages are in the store
};

/// Brings a store up to date with files and folders: reads what is new or was changed, several files
/// at once, recognises moved files by their content, and forgets what is gone from a folder. A path
/// that is not there, or lies on a volume that is not, keeps what was read of it. Links are not
/// followed, and hidden files not read, unless they are given themselves. Whatever ends it, the next
/// run goes on behind the last file that was told.
///
/// The paths and their files become part of `own`, the list for this store. Only files of that list
/// are forgotten when they are gone: others may have added documents at the same path.
///
/// Tells of each file, also of unchanged ones, in the order in which they lie in the folders. What
/// `done` throws ends the run and passes through, as does what `index` throws. Throws Error{BadFile}
/// if there is no program that reads documents.
void indexDocuments(DocumentIndex& index, OwnDocuments& own, const QStringList& paths,
    const Splitting& splitting, const std::function<void(const FileOutcome&)>& done,
    const ReaderProcess& process = {});

} // namespace services
