#include "ui/documents/library/library_model.h"

#include "services/documents/library/document_library.h"
#include "services/text.h"
#include "ui/widgets/path_text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace ui {

using services::DocumentLibrary;
using services::LibraryFile;

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(ui::LibraryText)
};

const QString between = QStringLiteral(" · ");

void addPages(QStringList& parts, qint64 pages, qint64 passages)
{
    if (pages > 0)
        parts << Text::tr("%Ln page(s)", nullptr, int(pages));
    if (passages > 0)
        parts << Text::tr("%Ln passage(s)", nullptr, int(passages));
}

} // namespace

QString countsText(const services::LibraryCounts& counts)
{
    QStringList parts{Text::tr("%Ln file(s)", nullptr, counts.files)};
    if (counts.waiting > 0)
        parts << Text::tr("%Ln waiting", "files", counts.waiting);
    if (counts.failed > 0)
        parts << Text::tr("%Ln failed", "files", counts.failed);
    addPages(parts, counts.pages, counts.passages);
    return parts.join(between);
}

QString outcomeText(const LibraryFile& file)
{
    switch (file.state) {
    case LibraryFile::State::Waiting:
        return Text::tr("Waiting");
    case LibraryFile::State::Failed:
        return file.error;
    case LibraryFile::State::Read:
        break;
    }
    QStringList parts;
    addPages(parts, file.pages, file.passages);
    return parts.isEmpty() ? Text::tr("Done – contains no text") : parts.join(between);
}

QString progressText(const DocumentLibrary& library)
{
    using Phase = services::LibraryProgress::Phase;
    const services::LibraryProgress& progress = library.progress();
    const QLocale locale;
    const QString done = locale.toString(progress.done), total = locale.toString(progress.total);
    switch (progress.phase) {
    case Phase::Listing:
        return Text::tr("Looking for files…");
    case Phase::Reading:
        return Text::tr("Reading: %1 of %2 files", "documents").arg(done, total);
    case Phase::Embedding:
        return progress.total == 0
            ? Text::tr("Preparing search by meaning…")
            : Text::tr("Preparing search by meaning: %1 of %2 passages").arg(done, total);
    case Phase::ReadingScans:
        return progress.total == 0
            ? Text::tr("Reading scanned pages…")
            : Text::tr("Reading scanned pages: %1 of %2", "pages").arg(done, total);
    case Phase::Describing:
        return progress.total == 0
            ? Text::tr("Describing figures…")
            : Text::tr("Describing figures: %1 of %2 files", "documents").arg(done, total);
    case Phase::Resting:
        break;
    }
    if (library.isPaused())
        return Text::tr("Paused");
    return library.isResting() ? QString() : Text::tr("Loading…");
}

QString nameOfPath(const QString& path)
{
    const QString name = QFileInfo(path).fileName();
    return name.isEmpty() ? path : name;
}

QString folderOfPath(const QString& path)
{
    return shownPath(QFileInfo(path).path());
}

using services::LibraryRoot;
using State = LibraryFile::State;

namespace {

constexpr int countMilliseconds = 250;

QString detailOf(const LibraryRoot& root)
{
    const QString counts = countsText(root.counts);
    if (!root.isOwn)
        return LibraryModel::tr("Added elsewhere: %1")
            .arg(QFileInfo(root.path).path() + QStringLiteral(" · ") + counts);
    return root.isThere
        ? folderOfPath(root.path) + QStringLiteral(" · ") + counts
        : LibraryModel::tr("Missing; its indexed text can still be searched. %1").arg(counts);
}

QVariant fileData(const LibraryFile& file, int role)
{
    switch (role) {
    case Qt::DisplayRole:
        return nameOfPath(file.path);
    case LibraryModel::DetailRole:
        return outcomeText(file);
    case LibraryModel::StateRole:
        return int(file.state);
    case LibraryModel::PathRole:
        return file.path;
    case LibraryModel::CollectionRole:
    case LibraryModel::FolderRole:
        return false;
    default:
        return {};
    }
}

} // namespace

/// What is shown of a root. Its files are no copy that shares memory with the library's, which would
/// copy all of them for each that is read.
struct LibraryModel::Collection {
    LibraryRoot root; // without files
    std::vector<LibraryFile> files; // of a file itself, one
};

LibraryModel::LibraryModel(const DocumentLibrary& library, QObject* parent)
    : QAbstractItemModel(parent)
    , m_library(library)
{
    m_counting.setSingleShot(true);
    m_counting.setInterval(countMilliseconds);
    connect(&m_counting, &QTimer::timeout, this, &LibraryModel::takeCounts);
    connect(&library, &DocumentLibrary::rootsChanged, this, &LibraryModel::takeRoots);
    connect(&library, &DocumentLibrary::fileRead, this, &LibraryModel::takeFile);
    connect(&library, &DocumentLibrary::changed, this, [this] {
        if (!m_counting.isActive())
            m_counting.start();
    });
    takeRoots();
}

LibraryModel::~LibraryModel() = default;

QModelIndex LibraryModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(
        row, column, parent.isValid() ? m_collections[size_t(parent.row())].get() : nullptr);
}

QModelIndex LibraryModel::parent(const QModelIndex& index) const
{
    const void* above = index.internalPointer();
    if (!index.isValid() || !above)
        return {};
    const auto found = std::ranges::find(
        m_collections, above, [](const auto& each) -> const void* { return each.get(); });
    return createIndex(int(found - m_collections.begin()), 0, nullptr);
}

LibraryModel::Collection* LibraryModel::collectionAt(const QModelIndex& index) const
{
    if (!index.isValid())
        return nullptr;
    auto* above = static_cast<Collection*>(index.internalPointer());
    return above ? above : m_collections[size_t(index.row())].get();
}

int LibraryModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return int(m_collections.size());
    if (parent.internalPointer())
        return 0;
    const Collection& collection = *m_collections[size_t(parent.row())];
    return collection.root.isFolder ? int(collection.files.size()) : 0;
}

int LibraryModel::columnCount(const QModelIndex&) const
{
    return 1;
}

QModelIndex LibraryModel::indexOf(const QString& root) const
{
    for (size_t row = 0; row < m_collections.size(); ++row)
        if (m_collections[row]->root.path == root)
            return index(int(row), 0);
    return {};
}

const LibraryFile* LibraryModel::file(const QModelIndex& index) const
{
    const Collection* collection = collectionAt(index);
    if (!collection)
        return nullptr;
    if (index.internalPointer())
        return &collection->files[size_t(index.row())];
    return collection->root.isFolder || collection->files.empty() ? nullptr
                                                                  : &collection->files.front();
}

const services::LibraryCounts* LibraryModel::counts(const QModelIndex& index) const
{
    return index.internalPointer() ? nullptr : &collectionAt(index)->root.counts;
}

QVariant LibraryModel::data(const QModelIndex& index, int role) const
{
    const Collection* collection = collectionAt(index);
    if (!collection)
        return {};
    if (role == Qt::AccessibleTextRole)
        return data(index, Qt::DisplayRole).toString() + QStringLiteral(", ")
            + data(index, DetailRole).toString();
    if (role == Qt::ToolTipRole)
        return services::plainToolTipInLines(
            data(index, PathRole).toString() + u'\n' + data(index, DetailRole).toString());
    return index.internalPointer() ? fileData(collection->files[size_t(index.row())], role)
                                   : collectionData(*collection, role);
}

QVariant LibraryModel::collectionData(const Collection& collection, int role) const
{
    const LibraryRoot& root = collection.root;
    const bool isFile = !root.isFolder && !collection.files.empty();
    switch (role) {
    case Qt::DisplayRole:
        return nameOfPath(root.path);
    case PathRole:
        return root.path;
    case CollectionRole:
        return true;
    case OwnRole:
        return root.isOwn;
    case FolderRole:
        return root.isFolder;
    case DetailRole:
        return isFile && root.isThere && root.isOwn ? folderOfPath(root.path)
                + QStringLiteral(" · ") + outcomeText(collection.files.front())
                                                    : detailOf(root);
    case StateRole:
        if (isFile)
            return int(collection.files.front().state);
        return int(!root.isThere          ? State::Failed
                : root.counts.waiting > 0 ? State::Waiting
                                          : State::Read);
    default:
        return {};
    }
}

// Both lists are in the same order.
void LibraryModel::takeRoots()
{
    const QList<LibraryRoot>& roots = m_library.roots();
    for (int row = int(m_collections.size()) - 1; row >= 0; --row) {
        const QString& path = m_collections[size_t(row)]->root.path;
        if (std::ranges::find(roots, path, &LibraryRoot::path) != roots.end())
            continue;
        beginRemoveRows({}, row, row);
        m_collections.erase(m_collections.begin() + row);
        endRemoveRows();
    }
    for (int row = 0; row < int(roots.size()); ++row) {
        const LibraryRoot& root = roots[row];
        const bool isKnown
            = row < int(m_collections.size()) && m_collections[size_t(row)]->root.path == root.path;
        if (!isKnown) {
            auto added = std::make_unique<Collection>();
            added->root.path = root.path;
            added->root.isFolder = root.isFolder;
            beginInsertRows({}, row, row);
            m_collections.insert(m_collections.begin() + row, std::move(added));
            endInsertRows();
        }
        update(row, root);
    }
}

void LibraryModel::update(int row, const LibraryRoot& root)
{
    Collection& collection = *m_collections[size_t(row)];
    if (collection.root.isFolder != root.isFolder) {
        takeFiles(row, {});
        collection.root.isFolder = root.isFolder;
    }
    takeFiles(row, root.files);
    collection.root.isThere = root.isThere;
    collection.root.isOwn = root.isOwn;
    collection.root.counts = root.counts;
    emit dataChanged(index(row, 0), index(row, 0));
}

// Removes, adds and changes what differs, in runs. Both lists are sorted by path.
void LibraryModel::takeFiles(int row, const QList<LibraryFile>& now)
{
    const QModelIndex parent = index(row, 0);
    Collection& collection = *m_collections[size_t(row)];
    std::vector<LibraryFile>& files = collection.files;
    if (!collection.root.isFolder) {
        files.assign(now.begin(), now.end());
        return;
    }
    const auto size = [&files] { return qsizetype(files.size()); };
    qsizetype at = 0, next = 0;
    while (at < size() || next < now.size()) {
        const auto isGone = [&](qsizetype each) {
            return each < size()
                && (next == now.size() || files[size_t(each)].path < now[next].path);
        };
        const auto isNew = [&](qsizetype each) {
            return each < now.size() && (at == size() || now[each].path < files[size_t(at)].path);
        };
        qsizetype end = isGone(at) ? at : next;
        if (isGone(at)) {
            while (isGone(end))
                ++end;
            beginRemoveRows(parent, int(at), int(end) - 1);
            files.erase(files.begin() + at, files.begin() + end);
            endRemoveRows();
        } else if (isNew(next)) {
            while (isNew(end))
                ++end;
            beginInsertRows(parent, int(at), int(at + end - next) - 1);
            files.insert(files.begin() + at, now.begin() + next, now.begin() + end);
            endInsertRows();
            at += end - std::exchange(next, end);
        } else {
            if (files[size_t(at)] != now[next]) {
                files[size_t(at)] = now[next];
                emit dataChanged(index(int(at), 0, parent), index(int(at), 0, parent));
            }
            ++at, ++next;
        }
    }
}

void LibraryModel::takeFile(const QString& root, const LibraryFile& file)
{
    const QModelIndex parent = indexOf(root);
    if (!parent.isValid())
        return;
    std::vector<LibraryFile>& files = m_collections[size_t(parent.row())]->files;
    const auto position = std::ranges::lower_bound(files, file.path, {}, &LibraryFile::path);
    if (position == files.end() || position->path != file.path)
        return;
    *position = file;
    const bool isRoot = !m_collections[size_t(parent.row())]->root.isFolder;
    const QModelIndex changed = isRoot ? parent : index(int(position - files.begin()), 0, parent);
    emit dataChanged(changed, changed);
}

void LibraryModel::takeCounts()
{
    for (const LibraryRoot& root : m_library.roots()) {
        const QModelIndex index = indexOf(root.path);
        if (!index.isValid() || m_collections[size_t(index.row())]->root.counts == root.counts)
            continue;
        m_collections[size_t(index.row())]->root.counts = root.counts;
        emit dataChanged(index, index);
    }
}

} // namespace ui
