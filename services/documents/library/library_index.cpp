#include "services/documents/library/library_index.h"

#include "base/thread_priority.h"
#include "services/documents/index/index_documents.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QSet>
#include <QSocketNotifier>

#include <algorithm>
#include <array>
#include <cstring>
#include <sys/inotify.h>
#include <unistd.h>
#include <utility>

namespace services {

namespace {

constexpr uint32_t changes = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
    | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_DONT_FOLLOW;

// The folders that are searched for documents: no links, nothing hidden.
QStringList foldersAt(const QString& root, int most)
{
    QStringList folders{root};
    QDirIterator below(
        root, QDir::Dirs | QDir::NoSymLinks | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (folders.size() <= most && below.hasNext())
        folders << below.next();
    return folders;
}

} // namespace

FolderWatch::FolderWatch(std::function<void(const QStringList& roots)> changed)
    : FolderWatch(std::move(changed), Limits())
{
}

FolderWatch::FolderWatch(std::function<void(const QStringList& roots)> changed, Limits limits)
    : m_changed(std::move(changed))
    , m_limits(limits)
    , m_queue(inotify_init1(IN_NONBLOCK | IN_CLOEXEC))
{
    if (m_queue >= 0) {
        m_notifier = new QSocketNotifier(m_queue, QSocketNotifier::Read, this);
        connect(m_notifier, &QSocketNotifier::activated, this, &FolderWatch::read);
    }
    m_gathering.setSingleShot(true);
    m_gathering.setInterval(limits.gatherMilliseconds);
    connect(&m_gathering, &QTimer::timeout, this, &FolderWatch::tellGathered);
    m_again.setInterval(limits.againMilliseconds);
    connect(&m_again, &QTimer::timeout, this, &FolderWatch::tellOthers);
}

FolderWatch::~FolderWatch()
{
    delete m_notifier; // before what it listens to
    if (m_queue >= 0)
        close(m_queue);
}

void FolderWatch::watch(const QString& root)
{
    forget(root);
    const int most = m_limits.folders - int(m_roots.size());
    const QStringList folders = foldersAt(root, most);
    bool isWhole = folders.size() <= most && QFileInfo::exists(root);
    for (const QString& folder : folders)
        isWhole = isWhole && add(folder, root);
    if (isWhole)
        return;
    m_others.insert(root);
    if (!m_again.isActive())
        m_again.start();
}

bool FolderWatch::add(const QString& path, const QString& root)
{
    const int watch = m_queue < 0
        ? -1
        : inotify_add_watch(m_queue, QFile::encodeName(path).constData(), changes);
    if (watch >= 0)
        m_roots[watch].insert(root);
    return watch >= 0;
}

void FolderWatch::forget(const QString& root)
{
    m_others.remove(root);
    m_gathered.remove(root);
    for (auto watch = m_roots.begin(); watch != m_roots.end();) {
        watch->remove(root);
        if (watch->isEmpty()) {
            inotify_rm_watch(m_queue, watch.key());
            watch = m_roots.erase(watch);
        } else {
            ++watch;
        }
    }
}

void FolderWatch::read()
{
    alignas(inotify_event) std::array<char, 65536> bytes;
    ssize_t size = 0;
    while ((size = ::read(m_queue, bytes.data(), bytes.size())) > 0) {
        for (ssize_t at = 0; at < size;) {
            inotify_event event = {};
            std::memcpy(&event, bytes.data() + at, sizeof event);
            at += ssize_t(sizeof event + event.len);
            if (event.mask & IN_Q_OVERFLOW) // any of them may have changed
                for (const QSet<QString>& roots : std::as_const(m_roots))
                    m_gathered += roots;
            m_gathered += m_roots.value(event.wd);
        }
    }
    if (!m_gathered.isEmpty() && !m_gathering.isActive())
        m_gathering.start();
}

void FolderWatch::tellGathered()
{
    m_changed(std::exchange(m_gathered, {}).values());
}

void FolderWatch::tellOthers()
{
    if (m_others.isEmpty())
        m_again.stop();
    else
        m_changed(m_others.values());
}

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
    base::lowerThreadPriority(humble);
}

// Throws if it is not there.
QString canonical(const QString& path)
{
    const QString found = QFileInfo(path).canonicalFilePath();
    if (found.isEmpty())
        reject(Text::tr("“%1” doesn't exist and wasn't added.").arg(path));
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

// True if a root is a file by what was read of it.
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
    m_described.clear();
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

// The paths that the user added.
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

// The roots according to the store alone; whoever wrote a path there chose it.
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

// Includes the files of a volume that is not mounted.
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

bool LibraryIndex::describe(PictureCaptioner& captioner, const ReaderProcess& process,
    const std::atomic<bool>& isStopped,
    const std::function<void(int64_t done, int64_t total)>& described)
{
    if (!existing())
        return true;
    const QSet<QString> own = m_own->files();
    QList<IndexedFile> files = opened().files();
    files.removeIf([&](const IndexedFile& file) {
        return !own.contains(file.stamp.path) || !file.document.error.isEmpty()
            || m_described.contains(file.document.content);
    });
    for (qsizetype done = 0; done < files.size(); ++done) {
        const IndexedFile& file = files[done];
        described(done, files.size());
        if (isStopped)
            return false;
        if (m_described.contains(file.document.content)) // another file of the same content
            continue;
        if (QFileInfo::exists(file.stamp.path))
            addCaption(opened(), file, captioner, {process, [&] { return bool(isStopped); }});
        if (isStopped)
            return false;
        m_described.insert(file.document.content);
    }
    return true;
}

bool LibraryIndex::readScans(ScanReader& reader, const ReaderProcess& process,
    const std::atomic<bool>& isStopped,
    const std::function<void(qint64 done, qint64 total)>& progressed,
    const std::function<void(const FileOutcome&)>& read)
{
    if (!existing())
        return true;
    const QSet<QString> own = m_own->files();
    const QString name = reader.name();
    const Splitting splitting = m_encoder ? m_encoder->splitting() : Splitting();
    const ScanRun run{splitting, process, [&isStopped] { return bool(isStopped); }, progressed};
    QSet<QByteArray> tried; // files of the same content are a document
    for (const IndexedFile& file : opened().files()) {
        const DocumentRecord& document = file.document;
        const bool waits = document.scans.reader == name && hasUnreadScans(document, name);
        if (!waits || !own.contains(file.stamp.path) || !QFileInfo::exists(file.stamp.path)
            || tried.contains(document.content))
            continue;
        tried.insert(document.content);
        try {
            read(services::readScans(opened(), file, reader, run));
        } catch (const base::Error& error) {
            if (isStopped)
                return false;
            reject(
                Text::tr("Scanned pages of “%1” were read with Tesseract: %2")
                    .arg(QFileInfo(file.stamp.path).fileName(), QString::fromUtf8(error.what())));
        }
    }
    return !isStopped;
}

QStringList LibraryIndex::filesWithOtherScans(const QString& reader)
{
    QStringList paths;
    const QSet<QString> own = existing() ? m_own->files() : QSet<QString>();
    for (const IndexedFile& file : own.isEmpty() ? QList<IndexedFile>() : opened().files()) {
        const QString& known = file.document.scans.reader;
        if (!known.isEmpty() && known != reader && own.contains(file.stamp.path))
            paths << file.stamp.path;
    }
    return paths;
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
    m_described -= contents;
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
    m_described.clear();
}

void LibraryIndex::eraseOwn()
{
    DocumentIndex* index = existing();
    if (!index)
        return;
    for (const QString& root : m_own->roots())
        if (m_watch)
            m_watch->forget(root);
    m_own->eraseFrom(*index, {});
    m_own->clear();
    m_described.clear();
}

namespace {

QString asFolder(const QString& path)
{
    return path.endsWith(u'/') ? path : path + u'/';
}

} // namespace

void LibraryCounts::add(const LibraryFile& file, int times)
{
    files += times;
    pages += qint64(file.pages) * times;
    passages += qint64(file.passages) * times;
    switch (file.state) {
    case LibraryFile::State::Waiting:
        waiting += times;
        return;
    case LibraryFile::State::Read:
        read += times;
        return;
    case LibraryFile::State::Failed:
        failed += times;
        return;
    }
}

LibraryCounts& LibraryCounts::operator+=(const LibraryCounts& other)
{
    files += other.files;
    read += other.read;
    failed += other.failed;
    waiting += other.waiting;
    pages += other.pages;
    passages += other.passages;
    return *this;
}

void LibraryRoot::setFiles(QList<LibraryFile> all)
{
    files = std::move(all);
    std::ranges::sort(files, {}, &LibraryFile::path);
    counts = {};
    for (const LibraryFile& file : std::as_const(files))
        counts.add(file);
}

qsizetype LibraryRoot::indexOf(const QString& file) const
{
    const auto place = std::ranges::lower_bound(files, file, {}, &LibraryFile::path);
    return place != files.end() && place->path == file ? place - files.begin() : -1;
}

void LibraryRoot::setFile(qsizetype place, const LibraryFile& file)
{
    counts.add(files[place], -1);
    counts.add(file);
    files[place] = file;
}

bool isAtOrBelow(const QString& path, const QString& folder)
{
    return path == folder || path.startsWith(asFolder(folder));
}

bool standsBefore(const QString& left, const QString& right)
{
    return asFolder(left) < asFolder(right);
}

} // namespace services
