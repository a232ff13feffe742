#include "services/documents/library/library_index.h"

#include "services/documents/index/document_files.h"
#include "services/documents/index/open_document_index.h"
#include "services/refuse.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QHash>
#include <QSet>

#include <algorithm>
#include <sys/resource.h>

namespace services {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::LibraryIndex)
};

struct Stopped { };

void stopIf(const std::atomic<bool>& isStopped)
{
    if (isStopped)
        throw Stopped();
}

LibraryFile fileFrom(const QString& path, const DocumentRecord& document)
{
    using State = LibraryFile::State;
    return {path, document.error.isEmpty() ? State::Read : State::Failed, document.pages,
        document.passages, document.error};
}

// The threads and processes that read are begun by this thread and are as humble as it.
void yieldToOthers()
{
    constexpr int humble = 10;
    setpriority(PRIO_PROCESS, 0, humble); // on Linux: of this thread
}

// Throws if it is not there.
QString canonical(const QString& path)
{
    const QString found = QFileInfo(path).canonicalFilePath();
    if (found.isEmpty())
        refuse(Text::tr("“%1” is not there, so it was not added.").arg(path));
    return found;
}

} // namespace

LibraryIndex::LibraryIndex(const QString& store)
    : m_store(store)
{
    yieldToOthers();
}

void LibraryIndex::setStore(const QString& store)
{
    m_index.reset();
    m_store = store;
}

void LibraryIndex::setWatch(std::function<void(const QStringList& roots)> changed)
{
    m_watch = changed ? std::make_unique<FolderWatch>(std::move(changed)) : nullptr;
}

void LibraryIndex::setEmbedding(const QString& model)
{
    m_encoder.reset();
    if (!model.isEmpty())
        m_encoder = std::make_unique<PassageEncoder>(model);
}

DocumentIndex* LibraryIndex::existing()
{
    return m_index || isDocumentIndexThere(m_store) ? &opened() : nullptr;
}

DocumentIndex& LibraryIndex::opened()
{
    if (!m_index)
        m_index = openDocumentIndex(m_store);
    return *m_index;
}

QStringList LibraryIndex::rootPaths()
{
    DocumentIndex* index = existing();
    QStringList all = index ? index->roots() : QStringList();
    std::ranges::sort(all, standsBefore);
    QStringList highest;
    for (const QString& path : std::as_const(all))
        if (highest.isEmpty() || !isAtOrBelow(path, highest.last()))
            highest << path;
    return highest;
}

QList<LibraryRoot> LibraryIndex::roots()
{
    QList<LibraryRoot> roots;
    for (const QString& path : rootPaths()) {
        QList<LibraryFile> files;
        for (const IndexedFile& file : opened().files(path))
            files << fileFrom(file.stamp.path, file.document);
        const bool isFile
            = QFileInfo(path).isFile() || (files.size() == 1 && files.first().path == path);
        LibraryRoot root{path, !isFile, true, {}, {}};
        root.setFiles(std::move(files));
        roots << std::move(root);
    }
    return roots;
}

QStringList LibraryIndex::add(const QStringList& paths)
{
    QStringList found;
    for (const QString& path : paths)
        found << canonical(path);
    const QStringList known = rootPaths();
    for (const QString& path : std::as_const(found))
        if (std::ranges::none_of(
                known, [&path](const QString& root) { return isAtOrBelow(path, root); }))
            opened().addRoot(path);

    return rootsOf(found);
}

// With those of a volume that is gone.
LibraryRoot LibraryIndex::listed(const QString& path)
{
    const QFileInfo info(path);
    const bool exists = info.exists();
    LibraryRoot root{path, !info.isFile(), exists, {}, {}};
    const QStringList found = exists ? documentFilesAt(path) : QStringList();
    QSet<QString> rest(found.begin(), found.end());
    QList<LibraryFile> files;
    FileStamps stamps;
    for (const IndexedFile& file : opened().files(path)) {
        const bool isThere = rest.remove(file.stamp.path);
        const bool isGone = !isThere && exists && stamps.isMounted(file.stamp.volume);
        if (!isGone)
            files << fileFrom(file.stamp.path, file.document);
        root.isThere = root.isThere && (isThere || isGone);
    }
    for (const QString& file : std::as_const(rest))
        files << LibraryFile{file, LibraryFile::State::Waiting, 0, 0, {}};
    root.setFiles(std::move(files));
    return root;
}

bool LibraryIndex::check(const QStringList& roots, const ReaderProcess& process,
    const std::atomic<bool>& isStopped, const Events& events)
try {
    QStringList reachable;
    for (const QString& path : roots) {
        stopIf(isStopped);
        if (m_watch)
            m_watch->watch(path); // before: what is missed below is noticed then
        const LibraryRoot root = listed(path);
        events.listed(root);
        if (QFileInfo::exists(path))
            reachable << path;
    }
    const Splitting splitting = m_encoder ? m_encoder->splitting() : Splitting();
    indexDocuments(
        opened(), reachable, splitting,
        [&](const FileOutcome& outcome) {
            events.read(outcome);
            stopIf(isStopped);
        },
        process);
    return true;
} catch (const Stopped&) {
    return false;
}

bool LibraryIndex::embed(const std::atomic<bool>& isStopped,
    const std::function<void(int64_t done, int64_t total)>& made)
try {
    if (m_encoder && existing())
        embedPassages(opened(), *m_encoder, [&](int64_t done, int64_t total) {
            made(done, total);
            stopIf(isStopped);
        });
    return true;
} catch (const Stopped&) {
    return false;
}

QStringList LibraryIndex::forgetReading(const QStringList& paths)
{
    const QList<IndexedFile> files = opened().files();
    QSet<QByteArray> contents;
    for (const IndexedFile& file : files)
        if (paths.contains(file.stamp.path))
            contents.insert(file.document.content);
    QStringList same;
    for (const IndexedFile& file : files)
        if (contents.contains(file.document.content))
            same << file.stamp.path;
    opened().removeFiles(same);
    return rootsOf(same + paths); // one that could not even be opened is not in the store
}

QStringList LibraryIndex::rootsOf(const QStringList& paths)
{
    QStringList roots = rootPaths();
    roots.removeIf([&paths](const QString& root) {
        return std::ranges::none_of(
            paths, [&root](const QString& path) { return isAtOrBelow(path, root); });
    });
    return roots;
}

void LibraryIndex::erase(const QString& root)
{
    if (m_watch)
        m_watch->forget(root);
    if (DocumentIndex* index = existing())
        index->erase(root);
}

} // namespace services
