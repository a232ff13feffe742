#pragma once

#include "services/documents/index/document_index.h"
#include "services/documents/index/own_documents.h"
#include "services/documents/page_picture.h"
#include "services/documents/passages/split_document.h"
#include "services/documents/read_document.h"
#include "services/pictures/picture.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QStringList>

#include <functional>
#include <string>
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

    /// True if the file system at `volume`, on which a file was read, is mounted now.
    bool isMounted(const QString& volume);

private:
    QHash<dev_t, QString> m_volumes; // by the number of the device
    QHash<QString, bool> m_mounted;
};

/// How documents are cut into passages.
struct Splitting {
    PassageSize size;
    TokenCounter count = estimatedTokens; ///< several threads call it at once
    /// What `count` counts. Documents that were measured otherwise are read again; empty: they are not.
    QString measure;
};

/// How it went with a file.
struct FileOutcome {
    QString file;
    int pages = 0; ///< 0: without pages, or not read
    int passages = 0;
    QString error; ///< a message for users; empty: its passages are in the store
};

/// Brings a store up to date with files and folders: reads what is new or was changed, several
/// files at once, recognizes moved files by their content, and forgets files that are gone from a
/// folder. A path that is not there, or is on a volume that is not, keeps what was read of it.
/// Links are not followed, and hidden files not read, unless they are given themselves. Whatever
/// ends it, the next run continues behind the last file that was reported.
///
/// The paths and their files become part of `own`, the list for this store. Only files of that list
/// are forgotten when they are gone: others may have added documents at the same path.
///
/// Tells of each file, also of unchanged ones, in the order in which they are in the folders. What
/// `done` throws ends the run and passes through, as does what `index` throws. Throws
/// Error{BadFile} if there is no program that reads documents.
void indexDocuments(DocumentIndex& index, OwnDocuments& own, const QStringList& paths,
    const Splitting& splitting, const std::function<void(const FileOutcome&)>& done,
    const ReaderProcess& process = {});

/// Something that sees, and says in words what an image shows.
class PictureCaptioner {
public:
    virtual ~PictureCaptioner() = default;

    /// A few sentences; empty: it cannot tell.
    virtual std::string describe(const Picture& picture) = 0;
};

/// The figures that are described of a document; others are found by the text around them.
inline constexpr size_t maxDescribedFigures = 500;

/// True if a file of a store lacks captions: it is an image, by its first bytes, and none of its passages
/// is one; or its passages mark figures (see FigureName) without a caption. Throws what the store throws.
bool lacksCaption(DocumentIndex& index, const IndexedFile& file);

/// How the figures of a document are described.
struct FigureCaptionRun {
    ReaderProcess process = pageDrawer(); ///< which draws them
    std::function<bool()> isStopped = {}; ///< asked before each; what was described by then is kept
};

/// Adds what a captioner says of a file that lacks captions, or of its figures, to its passages, so that questions find it
/// by what it shows; an image without text is read from then on. A caption is in no text: its bytes are an
/// empty range behind the passage, or the image's text, that it belongs to. That of a figure begins with its
/// mark. What the captioner cannot tell, and what is gone or broken, has none. Throws what the store and the
/// captioner throw; then the captions so far are kept.
FileOutcome addCaption(DocumentIndex& index, const IndexedFile& file, PictureCaptioner& captioner,
    const FigureCaptionRun& run = {});

} // namespace services
