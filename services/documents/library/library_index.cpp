#include "services/documents/library/library_index.h"

#include "services/documents/index/document_files.h"
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

QStringList highest(QStringList paths)
{
    std::ranges::sort(paths, standsBefore);
    QStringList found;
    for (const QString& path : std::as_const(paths))
        if (found.isEmpty() || !isAtOrBelow(path, found.last()))
            found << path;
    return found;
}

// Whether a root is a file by what was read of it.
bool isNothingBut(const QString& path, const QList<LibraryFile>& files)
{
    return files.size() == 1 && files.first().path == path;
}

} // namespace

LibraryIndex::LibraryIndex(
    const QString& store, const OwnDocumentsLocation& own, std::function<bool()> isEnding)
    : m_store(store)
    , m_ownLocation(own)
    , m_isEnding(std::move(isEnding))
{
    yieldToOthers();
}

void LibraryIndex::setStore(const QString& store)
{
    m_index.reset();
    m_own.reset();
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
    if (!m_index) {
        OwnedStore store = openOwnedStore(m_store, m_ownLocation);
        m_index = std::move(store.index);
        m_own = std::move(store.own);
        m_index->setInterrupt(m_isEnding);
    }
    return *m_index;
}

// Of the user.
QStringList LibraryIndex::rootPaths()
{
    return existing() ? highest(m_own->roots()) : QStringList();
}

QList<LibraryRoot> LibraryIndex::roots()
{
    const QStringList paths = rootPaths();
    QList<LibraryRoot> roots;
    for (const QString& path : paths) {
        const QSet<QString> own = m_own->files(path);
        QList<LibraryFile> files;
        for (const IndexedFile& file : opened().files(path))
            if (own.contains(file.stamp.path))
                files << fileFrom(file.stamp.path, file.document);
        const bool isFile = QFileInfo(path).isFile() || isNothingBut(path, files);
        LibraryRoot root{path, !isFile, true, {}, {}};
        root.setFiles(std::move(files));
        roots << std::move(root);
    }
    if (existing())
        roots += rootsOfOthers(paths);
    std::ranges::sort(roots, standsBefore, &LibraryRoot::path);
    return roots;
}

// By the store alone: whoever wrote a path there chose it.
QList<LibraryRoot> LibraryIndex::rootsOfOthers(const QStringList& own)
{
    const auto isOwn = [&own](const QString& path) {
        return std::ranges::any_of(
            own, [&path](const QString& root) { return isAtOrBelow(path, root); });
    };
    QStringList paths = opened().roots();
    paths.removeIf([&](const QString& path) { return !path.startsWith(u'/') || isOwn(path); });
    QList<LibraryRoot> roots;
    for (const QString& path : highest(std::move(paths))) {
        QList<LibraryFile> files;
        for (const IndexedFile& file : opened().files(path))
            if (!isOwn(file.stamp.path))
                files << fileFrom(file.stamp.path, file.document);
        LibraryRoot root{path, !isNothingBut(path, files), true, {}, {}, false};
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
    for (const QString& path : std::as_const(found)) {
        const auto holds = [&path](const QString& root) { return isAtOrBelow(path, root); };
        if (std::ranges::any_of(known, holds))
            continue;
        opened().addRoot(path);
        m_own->addRoot(path);
    }
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
    const QSet<QString> own = m_own->files(path);
    QList<LibraryFile> files;
    FileStamps stamps;
    for (const IndexedFile& file : opened().files(path)) {
        const bool isThere = rest.remove(file.stamp.path);
        if (!isThere && !own.contains(file.stamp.path))
            continue; // somebody else has it at the same path
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
    const QStringList own = rootPaths();
    QStringList reachable;
    for (const QString& path : roots) {
        stopIf(isStopped);
        if (!own.contains(path))
            continue;
        if (m_watch)
            m_watch->watch(path); // before: what is missed below is noticed then
        const LibraryRoot root = listed(path);
        events.listed(root);
        if (QFileInfo::exists(path))
            reachable << path;
    }
    const Splitting splitting = m_encoder ? m_encoder->splitting() : Splitting();
    indexDocuments(
        opened(), *m_own, reachable, splitting,
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
    QList<IndexedFile> files = opened().files();
    const QSet<QString> own = m_own->files();
    files.removeIf([&own](const IndexedFile& file) { return !own.contains(file.stamp.path); });
    QSet<QByteArray> contents;
    for (const IndexedFile& file : std::as_const(files))
        if (paths.contains(file.stamp.path))
            contents.insert(file.document.content);
    QStringList same;
    for (const IndexedFile& file : std::as_const(files))
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
        m_own->eraseFrom(*index, root);
}

} // namespace services
