#include "services/documents/index/index_documents.h"

#include "kernels/cpu/processors.h"
#include "kernels/error.h"
#include "services/documents/index/document_files.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <atomic>
#include <deque>
#include <future>
#include <new>

namespace services {

namespace {

// Goes up when readers see more of a document, or its terms are others, so that it is read anew.
constexpr int readingVersion = 3;

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::indexDocuments)
};

struct Reading {
    FileStamp stamp;
    DocumentRecord document; // without content: the file could not even be opened
    std::vector<IndexedPassage> passages;
    bool isKnown = false; // the store has a document of this content
};

IndexedPassage indexed(const Document& document, Passage&& passage)
{
    return {document.isPaged ? int(passage.page) + 1 : 0, std::move(passage.heading),
        document.text.substr(passage.bytes.from, passage.bytes.size()), passage.bytes,
        rectanglesOf(document, passage.bytes)};
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
        for (Passage& passage : splitDocument(document, splitting.size, splitting.count))
            reading.passages.push_back(indexed(document, std::move(passage)));
        reading.document.title = document.title.empty()
            ? QFileInfo(reading.stamp.path).completeBaseName()
            : QString::fromStdString(document.title);
        reading.document.pages = document.isPaged ? int(document.pages.size()) : 0;
        reading.document.passages = int(reading.passages.size());
    } catch (const std::bad_alloc&) {
        reading.document.error = QString::fromUtf8(kernels::outOfMemory("this document").what());
    } catch (const kernels::Error& error) {
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
                Text::tr("“%1” is not there. What was read of it before is kept.").arg(path)});
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

    // Only at the end, for what is missing in one folder may have come into another.
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
        return document.reading == readingVersion
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
        } catch (const kernels::Error& error) {
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

    // Before they are in the store, so that whatever ends the program leaves none there that nobody
    // removes.
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

} // namespace services
