#include "services/documents/index/index_documents.h"

#include "base/error.h"
#include "kernels/cpu/cpu_features.h"
#include "services/documents/figures.h"
#include "services/documents/index/read_scans.h"
#include "services/documents/read_document.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QSet>
#include <QStorageInfo>

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <future>
#include <new>
#include <optional>
#include <sys/stat.h>

namespace services {

namespace {

// What is said to the user.
struct FileText {
    Q_DECLARE_TR_FUNCTIONS(services::contentOf)
};

void addBytes(QCryptographicHash& hash, QFile& file)
{
    constexpr qint64 atOnce = 1 << 20;
    QByteArray part(atOnce, Qt::Uninitialized);
    qint64 read = 0;
    while ((read = file.read(part.data(), atOnce)) > 0)
        hash.addData(QByteArrayView(part.constData(), read));
    if (read < 0)
        reject(FileText::tr("“%1” can't be read: %2.")
                   .arg(QFileInfo(file.fileName()).fileName(), file.errorString()));
}

} // namespace

QStringList documentFilesAt(const QString& path)
{
    if (QFileInfo(path).isFile())
        return {path};
    QStringList files;
    QDirIterator iterator(path, QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories);
    while (iterator.hasNext())
        files << iterator.next();
    std::ranges::sort(files);
    return files;
}

QByteArray contentOf(const QString& path)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QFileInfo(path).suffix().toLower().toUtf8() + '\0');
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        reject(FileText::tr("“%1” can't be read: %2.")
                   .arg(QFileInfo(path).fileName(), file.errorString()));
    if (file.size() > maxDocumentBytes) // which is not read anyway
        hash.addData(path.toUtf8());
    else
        addBytes(hash, file);
    return hash.result();
}

QByteArray contentOfUnreadable(const QByteArray& content, const QString& file)
{
    return QCryptographicHash::hash(
        content + QFileInfo(file).fileName().toUtf8(), QCryptographicHash::Sha256);
}

FileStamp FileStamps::of(const QString& path)
{
    const QFileInfo info(path);
    struct stat status = {};
    stat(QFile::encodeName(path).constData(), &status);
    QString& volume = m_volumes[status.st_dev];
    if (volume.isEmpty())
        volume = QStorageInfo(info.absolutePath()).rootPath();
    // The change of metadata is the one of the file's two times that no program can set back.
    return {path, info.size(), info.metadataChangeTime().toMSecsSinceEpoch(), volume};
}

bool FileStamps::isMounted(const QString& volume)
{
    const auto known = m_mounted.constFind(volume);
    if (known != m_mounted.constEnd())
        return *known;
    return m_mounted[volume] = QStorageInfo(volume).rootPath() == volume;
}

namespace {

// The version rises when readers see more of a document or its terms change: it is read again.
constexpr int readingVersion = 6;

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::indexDocuments)
};

struct Reading {
    FileStamp stamp;
    DocumentRecord document; // without content: the file could not even be opened
    std::vector<Passage> passages;
    bool isKnown = false; // the store has a document of this content
};

void noteScans(DocumentRecord& record, const Document& document, const ReaderProcess& process)
{
    if (std::ranges::none_of(document.pages, &Page::isScan))
        return;
    const bool hasModel = !process.scanReader.isEmpty();
    record.scans = {hasModel ? process.scanReader : QString(tesseractReader), 0, !hasModel};
}

void read(Reading& reading, const Splitting& splitting, const ReaderProcess& process,
    const std::atomic<bool>& isStopped)
{
    struct Stopped { };
    const auto stop = [&isStopped](const Document&) {
        if (isStopped)
            throw Stopped();
    };
    try {
        const Document document = readDocument(reading.stamp.path, stop, process);
        noteScans(reading.document, document, process);
        if (document.text.empty())
            reject(toMessage(process.languages.names.isEmpty() ? DocumentFault::NoLanguages
                                                               : DocumentFault::NoText)
                       .arg(QFileInfo(reading.stamp.path).fileName()));
        reading.passages = splitDocument(document, splitting.size, splitting.count);
        reading.document.title = document.title.empty()
            ? QFileInfo(reading.stamp.path).completeBaseName()
            : QString::fromStdString(document.title);
        reading.document.pages = document.isPaged ? int(document.pages.size()) : 0;
        reading.document.passages = int(reading.passages.size());
    } catch (const std::bad_alloc&) {
        reading.document.error = QString::fromUtf8(base::outOfMemory("this document").what());
    } catch (const base::Error& error) {
        reading.document.error = QString::fromUtf8(error.what());
    } catch (const Stopped&) {
        // nobody takes it any more
    }
    if (!reading.document.error.isEmpty())
        reading.document.content
            = contentOfUnreadable(reading.document.content, reading.stamp.path);
}

/// One run of indexDocuments().
class Run {
public:
    Run(DocumentIndex& index, OwnDocuments& own, const Splitting& splitting,
        const std::function<void(const FileOutcome&)>& done, const ReaderProcess& process)
        : m_index(index)
        , m_own(own)
        , m_splitting(splitting)
        , m_done(done)
        , m_process(process)
    {
        for (const IndexedFile& file : index.files()) {
            if (isUpToDate(file.document))
                m_known.insert(file.document.content);
            m_files.insert(file.stamp.path, file);
        }
    }

    ~Run()
    {
        m_isStopped = true; // the futures wait
    }

    void add(const QString& path)
    {
        const QString root = QFileInfo(path).canonicalFilePath();
        if (root.isEmpty()) {
            m_done({QFileInfo(path).absoluteFilePath(), 0, 0,
                Text::tr("“%1” is missing. Its indexed text is kept.").arg(path)});
            return;
        }
        m_own.addRoot(root);
        m_index.addRoot(root);
        const QStringList files = documentFilesAt(root);
        addOwn(root, files);
        for (const QString& file : files)
            start(file);
        m_found[root] = QSet<QString>(files.begin(), files.end());
    }

    // Runs at the end only, because a file that is missing in one folder may have moved to another.
    void finish()
    {
        while (!m_readings.empty())
            takeFirst();
        for (auto root = m_found.cbegin(); root != m_found.cend(); ++root)
            forgetMissing(root.key(), root.value());
    }

private:
    bool isUpToDate(const DocumentRecord& document) const
    {
        // A model may read scanned pages of a file that has contained no text so far.
        const bool isForModel = !document.error.isEmpty() && document.scans.reader.isEmpty()
            && !m_process.scanReader.isEmpty();
        return document.reading == readingVersion && !isForModel
            && (m_splitting.measure.isEmpty() || document.measure == m_splitting.measure);
    }

    // Takes what is ready as soon as enough are being read.
    void start(const QString& path)
    {
        static const size_t most = size_t(std::max(2, kernels::cpu::usableCores())) + 1;
        if (m_readings.size() >= most)
            takeFirst();
        const FileStamp stamp = m_stamps.of(path);
        const auto known = m_files.constFind(path);
        const bool isUnchanged
            = known != m_files.constEnd() && known->stamp == stamp && isUpToDate(known->document);
        m_readings.push_back(isUnchanged
                ? std::async(std::launch::deferred,
                    [stamp, document = known->document] {
                        return Reading{stamp, document, {}, true};
                    })
                : std::async(std::launch::async, [this, stamp] { return readingOf(stamp); }));
    }

    Reading readingOf(const FileStamp& stamp) const
    {
        Reading reading{stamp, {}, {}, false};
        try {
            reading.document.content = contentOf(stamp.path);
        } catch (const base::Error& error) {
            reading.document.error = QString::fromUtf8(error.what());
            return reading;
        }
        reading.document.reading = readingVersion;
        reading.document.measure = m_splitting.measure;
        reading.isKnown = m_known.contains(reading.document.content);
        if (!reading.isKnown && !m_isStopped)
            read(reading, m_splitting, m_process, m_isStopped);
        return reading;
    }

    void takeFirst()
    {
        Reading reading = m_readings.front().get();
        m_readings.pop_front();
        if (!reading.document.content.isEmpty())
            keep(reading);
        const DocumentRecord& document = reading.document;
        m_done({reading.stamp.path, document.pages, document.passages, document.error});
    }

    void keep(Reading& reading)
    {
        const auto before = m_files.constFind(reading.stamp.path);
        const auto known = m_index.findDocument(reading.document.content);
        if (!known || !isUpToDate(*known)) {
            if (reading.isKnown) // and was forgotten meanwhile
                read(reading, m_splitting, m_process, m_isStopped);
            m_index.addDocument(reading.stamp, reading.document, reading.passages);
            return;
        }
        reading.document = *known;
        if (before == m_files.constEnd() || before->stamp != reading.stamp
            || before->document.content != known->content)
            m_index.setFile(reading.stamp, known->content);
    }

    // Records own files before they are in the store, so that no end of the program leaves files
    // there that nobody removes.
    void addOwn(const QString& root, const QStringList& files)
    {
        const QSet<QString> known = m_own.files(root);
        QStringList added = files;
        added.removeIf([&known](const QString& file) { return known.contains(file); });
        m_own.addFiles(added);
    }

    // Others may have added files at the same path of their computer.
    void forgetMissing(const QString& root, const QSet<QString>& there)
    {
        const QSet<QString> own = m_own.files(root);
        QStringList missing;
        for (const IndexedFile& file : m_index.files(root)) {
            const QString& path = file.stamp.path;
            if (own.contains(path) && !there.contains(path)
                && m_stamps.isMounted(file.stamp.volume))
                missing << path;
        }
        m_index.removeFiles(missing);
        m_own.removeFiles(missing);
    }

    DocumentIndex& m_index;
    OwnDocuments& m_own;
    const Splitting& m_splitting;
    const std::function<void(const FileOutcome&)>& m_done;
    const ReaderProcess& m_process;
    QHash<QString, IndexedFile> m_files; // as they were before
    QSet<QByteArray> m_known; // contents that need not be read
    QHash<QString, QSet<QString>> m_found; // files of each root
    FileStamps m_stamps;
    std::atomic<bool> m_isStopped = false;
    std::deque<std::future<Reading>>
        m_readings; // the last member: it waits for what uses the others
};

} // namespace

void indexDocuments(DocumentIndex& index, OwnDocuments& own, const QStringList& paths,
    const Splitting& splitting, const std::function<void(const FileOutcome&)>& done,
    const ReaderProcess& process)
{
    process.require();
    Run run(index, own, splitting, done, process);
    for (const QString& path : paths)
        run.add(path);
    run.finish();
}

namespace {

constexpr qint64 headSize = 1024; // bytes, by which an image is known

bool isCaption(const Passage& passage)
{
    return passage.bytes.size() == 0 && !passage.text.empty() && !isReadByModel(passage);
}

bool isPictureFile(const QString& path)
{
    QFile file(path);
    return QFileInfo(file).isFile() && file.open(QIODevice::ReadOnly)
        && isPicture(file.read(headSize));
}

std::vector<Passage> loadPassages(DocumentIndex& index, const QByteArray& content)
{
    std::vector<Passage> passages;
    for (DocumentHit& hit : index.passages(index.passagesIn(content)))
        passages.push_back(std::move(hit.passage));
    return passages;
}

// Nothing if it cannot be decoded.
std::optional<Picture> pictureAt(const QString& path)
{
    try {
        return decodePictureFile(path);
    } catch (const base::Error&) {
        return std::nullopt;
    }
}

FileOutcome toOutcome(const QString& path, const DocumentRecord& document)
{
    return {path, document.pages, document.passages, document.error};
}

} // namespace

namespace {

// A figure of a document, and the passage that marks it.
struct MarkedFigure {
    FigureName name;
    size_t passage = 0;
};

std::vector<FigureName> figuresIn(const Passage& passage)
{
    std::vector<FigureName> names;
    for (const int number : figuresMarkedIn(passage.text, maxDescribedFigures))
        names.push_back({passage.page, number});
    return names;
}

// Those without a caption.
std::vector<MarkedFigure> undescribedFigures(const std::vector<Passage>& passages)
{
    std::vector<FigureName> known; // those with a caption come first
    std::vector<MarkedFigure> figures;
    for (const Passage& passage : passages)
        if (isCaption(passage))
            std::ranges::copy(figuresIn(passage), std::back_inserter(known));
    for (size_t passage = 0; passage < passages.size(); ++passage) {
        if (isCaption(passages[passage]))
            continue;
        for (const FigureName& name : figuresIn(passages[passage])) {
            if (known.size() >= maxDescribedFigures)
                return figures;
            if (std::ranges::find(known, name) != known.end())
                continue;
            known.push_back(name);
            figures.push_back({name, passage});
        }
    }
    return figures;
}

std::optional<Picture> pictureOf(
    const QString& path, const FigureName& figure, const ReaderProcess& process)
{
    constexpr int width = 1024; // pixels; models see no more of most images
    try {
        return makePicture(readFigure(path, figure, width, process), QFileInfo(path).fileName());
    } catch (const base::Error&) {
        return std::nullopt;
    }
}

// The largest rectangle of a passage is that of its figure, if that is known.
std::vector<Rectangle> rectangleOfFigure(const Passage& passage)
{
    const auto area = [](const Rectangle& box) { return box.width * box.height; };
    const auto largest = std::ranges::max_element(passage.rectangles, {}, area);
    return largest == passage.rectangles.end() ? std::vector<Rectangle>()
                                               : std::vector<Rectangle>{*largest};
}

// Adds the captions of figures to passages. Throws what the captioner throws; the captions so far are there.
void describeFigures(std::vector<Passage>& passages, const QString& path,
    PictureCaptioner& captioner, const FigureCaptionRun& run)
{
    for (const MarkedFigure& figure : undescribedFigures(passages)) {
        if (run.isStopped && run.isStopped())
            return;
        const auto picture = pictureOf(path, figure.name, run.process);
        const std::string caption = picture ? captioner.describe(*picture) : std::string();
        if (caption.empty())
            continue;
        const Passage& marking = passages[figure.passage];
        const size_t end = marking.bytes.to;
        passages.push_back(
            {figure.name.page, marking.heading, figureMark(figure.name.number) + ' ' + caption,
                {end, end}, rectangleOfFigure(marking)});
    }
}

// An image that could not be read is, once it has a caption.
void describeImage(std::vector<Passage>& passages, const QString& path, DocumentRecord& document,
    PictureCaptioner& captioner)
{
    const std::optional<Picture> picture = pictureAt(path);
    const std::string caption = picture ? captioner.describe(*picture) : std::string();
    if (caption.empty())
        return;
    const size_t end = passages.empty() ? 0 : passages.back().bytes.to;
    passages.push_back({1, {}, caption, {end, end}, {}});
    if (!document.error.isEmpty()) { // by which it was known
        document.content = contentOf(path);
        document.title = QFileInfo(path).completeBaseName();
        document.error.clear();
    }
    document.pages = std::max(document.pages, 1);
}

} // namespace

bool lacksCaption(DocumentIndex& index, const IndexedFile& file)
{
    const std::vector<Passage> passages = loadPassages(index, file.document.content);
    return isPictureFile(file.stamp.path) ? std::ranges::none_of(passages, isCaption)
                                          : !undescribedFigures(passages).empty();
}

FileOutcome addCaption(DocumentIndex& index, const IndexedFile& file, PictureCaptioner& captioner,
    const FigureCaptionRun& run)
{
    const QString& path = file.stamp.path;
    DocumentRecord document = file.document;
    auto passages = loadPassages(index, document.content);
    const size_t before = passages.size();
    std::exception_ptr failure;
    try {
        const bool isImage = isPictureFile(path);
        if (isImage && std::ranges::none_of(passages, isCaption))
            describeImage(passages, path, document, captioner);
        if (!isImage)
            describeFigures(passages, path, captioner, run);
    } catch (...) {
        failure = std::current_exception();
    }
    if (passages.size() > before && FileStamps().of(path) == file.stamp) {
        document.passages = int(passages.size());
        index.addDocument(file.stamp, document, passages);
    } else {
        document = file.document;
    }
    if (failure)
        std::rethrow_exception(failure);
    return toOutcome(path, document);
}

} // namespace services
