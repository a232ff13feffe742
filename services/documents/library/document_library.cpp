#include "services/documents/library/document_library.h"

#include "services/background.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <QPointer>

#include <algorithm>
#include <future>
#include <memory>
#include <utility>

namespace services {

using Phase = LibraryProgress::Phase;

DocumentLibrary::DocumentLibrary(
    Settings& settings, const OwnDocumentsLocation& own, const QString& reader, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_own(own)
    , m_reader(reader)
    , m_index(
          QStringLiteral("documents"),
          [this, store = store()] {
              return std::make_unique<LibraryIndex>(
                  store, m_own, [this] { return bool(m_isEnding); });
          },
          [this](const QString& message) {
              QMetaObject::invokeMethod(this, [this, message] { fail(message); });
          })
    , m_questions(QStringLiteral("questions"), store(), [](const QString&) {})
{
    connect(&settings, &Settings::changed, this, &DocumentLibrary::followSetting);
}

DocumentLibrary::~DocumentLibrary()
{
    m_isStopped = m_isEnding = true;
    m_seeing.request_stop();
    eraseRemoved();
}

QString DocumentLibrary::store() const
{
    const QString chosen = m_settings.get(settings::documentStore);
    return chosen.isEmpty() ? m_own.privateStore : chosen;
}

void DocumentLibrary::eraseRemoved()
{
    for (const LibraryRoot& root : std::exchange(m_removed, {}))
        m_index.post([path = root.path](LibraryIndex& index) { index.erase(path); });
    hideRemoved();
}

void DocumentLibrary::hideRemoved()
{
    QStringList paths;
    for (const LibraryRoot& root : std::as_const(m_removed))
        paths << root.path;
    m_questions.post([paths](DocumentQuestions& documents) { documents.setHidden(paths); });
}

void DocumentLibrary::start()
{
    setWatch();
    setEmbedding();
    setReranker();
    setThreshold();
    openAgain();
}

void DocumentLibrary::openAgain()
{
    ++m_asked;
    m_openingProblem.clear();
    emit changed();
    m_index.load(
        this, [](LibraryIndex& index) { return index.roots(); },
        [this, store = store()](const QList<LibraryRoot>& roots) {
            --m_asked;
            if (store != this->store())
                return;
            m_isOpened = true;
            show(roots);
            checkAgain();
        },
        [this] {
            --m_asked;
            m_openingProblem = m_lastFailure;
            emit changed();
            goOn();
        });
}

// What is in the one before stays there.
void DocumentLibrary::changeStore()
{
    stop();
    eraseRemoved();
    m_roots.clear();
    m_unchecked.clear();
    m_isOpened = false;
    m_lacksVectors = m_hasModel;
    m_index.post([store = store()](LibraryIndex& index) { index.setStore(store); });
    m_questions.post([store = store()](DocumentQuestions& asked) { asked.setStore(store); });
    setWatch();
    emit rootsChanged();
    openAgain();
}

void DocumentLibrary::add(const QStringList& paths)
{
    if (paths.isEmpty())
        return;
    stop(); // what is checked now continues afterwards
    ++m_asked;
    m_index.load(
        this, [paths](LibraryIndex& index) { return index.add(paths); },
        [this, store = store()](const QStringList& roots) {
            --m_asked;
            if (store != this->store())
                return goOn();
            QList<LibraryRoot> unknown;
            for (const QString& root : roots)
                unknown << LibraryRoot{root, true, true, {}, {}};
            show(unknown);
            check(roots);
            emit rootsAdded(roots);
        },
        [this] {
            --m_asked;
            goOn();
        });
}

void DocumentLibrary::show(const QList<LibraryRoot>& roots)
{
    for (const LibraryRoot& root : roots) {
        const auto known = place(root.path);
        if (known == m_roots.end() || (root.isOwn && !known->isOwn))
            insert(root);
    }
    emit rootsChanged();
    emit changed();
}

// A folder of the user takes in what was added of it before.
void DocumentLibrary::insert(const LibraryRoot& root)
{
    if (!root.isOwn) {
        m_roots.insert(
            std::ranges::lower_bound(m_roots, root.path, standsBefore, &LibraryRoot::path), root);
        return;
    }
    const auto isBelow
        = [&root](const LibraryRoot& other) { return isAtOrBelow(other.path, root.path); };
    m_roots.removeIf(isBelow);
    m_removed.removeIf(isBelow);
    hideRemoved();
    m_unchecked.removeIf(
        [&root](const QString& path) { return path != root.path && isAtOrBelow(path, root.path); });
    m_roots.insert(
        std::ranges::lower_bound(m_roots, root.path, standsBefore, &LibraryRoot::path), root);
}

QList<LibraryRoot>::iterator DocumentLibrary::place(const QString& root)
{
    return std::ranges::find(m_roots, root, &LibraryRoot::path);
}

void DocumentLibrary::remove(const QString& root)
{
    const auto found = place(root);
    if (found == m_roots.end() || !found->isOwn)
        return;
    stop();
    m_unchecked.removeOne(root);
    m_removed << *found;
    hideRemoved();
    m_roots.erase(found);
    emit rootsChanged();
    emit changed();
}

void DocumentLibrary::putBack(const QString& root)
{
    const auto found = std::ranges::find(m_removed, root, &LibraryRoot::path);
    if (found == m_removed.end())
        return;
    show({LibraryRoot(*found)}); // which takes it away there
    check({root});
}

void DocumentLibrary::forget(const QString& root)
{
    stop(); // what goes on afterwards
    m_index.load(
        this,
        [root](LibraryIndex& index) {
            index.erase(root);
            return true;
        },
        [this, root](bool) {
            m_removed.removeIf(
                [&root](const LibraryRoot& removed) { return removed.path == root; });
            hideRemoved();
        });
}

void DocumentLibrary::eraseOwn(QObject* receiver, std::function<void()> done)
{
    stop();
    m_unchecked.clear();
    for (const LibraryRoot& root : std::as_const(m_roots))
        if (root.isOwn)
            m_removed << root; // and hidden until it is erased
    hideRemoved();
    m_roots.removeIf([](const LibraryRoot& root) { return root.isOwn; });
    emit rootsChanged();
    emit changed();
    const auto ended = [this, receiver = QPointer(receiver), done = std::move(done)] {
        if (receiver)
            done();
    };
    m_index.load(
        this,
        [](LibraryIndex& index) {
            index.eraseOwn();
            return true;
        },
        [this, ended](bool) {
            m_removed.clear();
            hideRemoved();
            ended();
        },
        ended);
}

bool DocumentLibrary::isPaused() const
{
    return m_settings.get(settings::documentsPaused);
}

void DocumentLibrary::pause()
{
    m_settings.set(settings::documentsPaused, true);
}

void DocumentLibrary::resume()
{
    m_settings.set(settings::documentsPaused, false);
}

void DocumentLibrary::followSetting(const QString& key)
{
    if (key == QLatin1String(settings::documentsPaused.key)) {
        stop();
        emit changed();
        goOn();
    } else if (key == QLatin1String(settings::documentsWatched.key)) {
        setWatch();
        checkAgain();
    } else if (key == QLatin1String(settings::embeddingModel.key)) {
        setEmbedding();
        checkAgain();
    } else if (key == QLatin1String(settings::rerankerModel.key)) {
        setReranker();
    } else if (key == QLatin1String(settings::answerThreshold.key)) {
        setThreshold();
    } else if (key == QLatin1String(settings::documentStore.key)) {
        changeStore();
    }
}

void DocumentLibrary::setWatch()
{
    const bool isWanted = m_settings.get(settings::documentsWatched);
    m_index.post([this, isWanted](LibraryIndex& index) {
        if (!isWanted)
            return index.setWatch(nullptr);
        index.setWatch([this](const QStringList& roots) {
            QMetaObject::invokeMethod(this, [this, roots] { checkChanged(roots); });
        });
    });
}

void DocumentLibrary::setEmbedding()
{
    const QString model = m_settings.get(settings::embeddingModel);
    if (model.isEmpty() && !m_hasModel)
        return;
    m_hasModel = m_lacksVectors = !model.isEmpty();
    stop();
    m_meaningProblem.clear();
    m_index.load(
        this,
        [model](LibraryIndex& index) {
            index.setEmbedding(model);
            return true;
        },
        [](bool) {},
        [this] {
            m_meaningProblem = m_lastFailure;
            emit changed();
        });
    m_questions.post([model](DocumentQuestions& documents) { documents.setEmbedding(model); });
}

// Hits stay in the order that they have without a reranker until it is loaded, and if it can't be.
void DocumentLibrary::setReranker()
{
    const QString model = m_settings.get(settings::rerankerModel);
    m_questions.post([model](DocumentQuestions& documents) { documents.setReranker(model); }, this,
        [this, model] {
            fail(tr("The reranker “%1” can't be used.").arg(model.section(u'/', -1)));
        });
}

void DocumentLibrary::setThreshold()
{
    const double threshold = m_settings.get(settings::answerThreshold) / 100.0;
    m_questions.post(
        [threshold](DocumentQuestions& documents) { documents.setThreshold(threshold); });
}

// Lets the thread that writes come to an end soon.
void DocumentLibrary::stop()
{
    m_isStopped = m_isWorking;
    m_seeing.request_stop();
}

bool DocumentLibrary::isResting() const
{
    const bool isDone
        = m_unchecked.isEmpty() && !m_lacksVectors && !m_lacksScans && !m_lacksCaptions;
    return m_asked == 0 && !m_isWorking && (isDone || isPaused());
}

void DocumentLibrary::retry(const QStringList& files)
{
    ++m_asked;
    stop();
    m_index.load(
        this, [files](LibraryIndex& index) { return index.forgetReading(files); },
        [this](const QStringList& roots) {
            --m_asked;
            check(roots);
        },
        [this] {
            --m_asked;
            goOn();
        });
}

void DocumentLibrary::checkAgain()
{
    QStringList all;
    for (const LibraryRoot& root : std::as_const(m_roots))
        if (root.isOwn)
            all << root.path;
    check(all);
}

LibraryCounts DocumentLibrary::counts() const
{
    LibraryCounts all;
    for (const LibraryRoot& root : m_roots)
        if (root.isOwn)
            all += root.counts;
    return all;
}

void DocumentLibrary::check(const QStringList& roots)
{
    QStringList next = roots;
    for (const QString& root : std::as_const(m_unchecked))
        if (!next.contains(root))
            next << root;
    m_unchecked = next;
    if (!roots.isEmpty())
        stop();
    goOn();
}

// Those that are not there any more, or were removed, are left out.
void DocumentLibrary::checkChanged(const QStringList& roots)
{
    QStringList known;
    for (const LibraryRoot& root : std::as_const(m_roots))
        if (root.isOwn && roots.contains(root.path))
            known << root.path;
    check(known);
}

void DocumentLibrary::goOn()
{
    if (m_isWorking || m_asked > 0 || isPaused())
        return;
    if (!m_unchecked.isEmpty())
        checkRoots();
    else if (m_lacksVectors)
        embed();
    else if (m_lacksScans)
        readScans();
    else if (m_lacksCaptions)
        describe();
}

void DocumentLibrary::checkRoots()
{
    m_isWorking = true;
    m_isStopped = false;
    setPhase(Phase::Listing);
    m_index.post([this, roots = m_unchecked, model = m_scanReader](LibraryIndex& index) {
        const LibraryIndex::Events events{[this](const LibraryRoot& root) {
                                              QMetaObject::invokeMethod(
                                                  this, [this, root] { takeListed(root); });
                                          },
            [this](const FileOutcome& outcome) { postOutcome(outcome); }};
        const auto work = [&] {
            return index.check(
                roots, {.program = m_reader, .scanReader = model}, m_isStopped, events);
        };
        const auto outcome = callForOutcome<bool>(work);
        QMetaObject::invokeMethod(this, [this, roots, outcome] {
            checkEnded(roots, outcome.value.value_or(false), outcome.error);
        });
    });
}

void DocumentLibrary::checkEnded(const QStringList& roots, bool isComplete, const QString& error)
{
    m_isWorking = false;
    setPhase(Phase::Resting);
    m_lacksVectors = m_hasModel;
    m_lacksScans = bool(m_makeScanReader);
    m_lacksCaptions = bool(m_makeCaptioner);
    if (!error.isEmpty())
        fail(error);
    if (isComplete || !error.isEmpty()) // which would only come again
        m_unchecked.removeIf([&roots](const QString& root) { return roots.contains(root); });
    goOn();
}

void DocumentLibrary::embed()
{
    m_isWorking = true;
    m_isStopped = false;
    setPhase(Phase::Embedding);
    m_index.post([this](LibraryIndex& index) {
        const auto made = [this](int64_t done, int64_t total) {
            QMetaObject::invokeMethod(
                this, [this, done, total] { takeProgress(Phase::Embedding, done, total); });
        };
        const auto work = [&] { return index.embed(m_isStopped, made); };
        const auto outcome = callForOutcome<bool>(work);
        QMetaObject::invokeMethod(
            this, [this, outcome] { embedEnded(outcome.value.value_or(false), outcome.error); });
    });
}

void DocumentLibrary::takeProgress(Phase phase, qint64 done, qint64 total)
{
    m_progress = {phase, done, total};
    emit changed();
}

void DocumentLibrary::embedEnded(bool isComplete, const QString& error)
{
    m_isWorking = false;
    setPhase(Phase::Resting);
    m_lacksVectors = !isComplete && error.isEmpty();
    if (!error.isEmpty())
        fail(error);
    goOn();
}

QString DocumentLibrary::scanReader() const
{
    return m_scanReader.isEmpty() ? QString(tesseractReader) : m_scanReader;
}

void DocumentLibrary::setScanReader(const QString& name, MakeScanReader make)
{
    stop();
    m_scanReader = name;
    m_makeScanReader = std::move(make);
    m_lacksScans = bool(m_makeScanReader);
    if (!m_isOpened) // the program starts
        return;
    m_index.load(
        this,
        [name = scanReader()](LibraryIndex& index) { return index.filesWithOtherScans(name); },
        [this, name = scanReader()](const QStringList& files) {
            if (!files.isEmpty() && name == scanReader())
                emit scansReadOtherwise(int(files.size()));
        });
    emit changed();
    goOn();
}

void DocumentLibrary::readScansAgain()
{
    ++m_asked;
    stop();
    m_index.load(
        this,
        [name = scanReader()](
            LibraryIndex& index) { return index.forgetReading(index.filesWithOtherScans(name)); },
        [this](const QStringList& roots) {
            --m_asked;
            check(roots);
        },
        [this] {
            --m_asked;
            goOn();
        });
}

void DocumentLibrary::readScans()
{
    m_isWorking = true;
    m_isStopped = false;
    m_seeing = {};
    setPhase(Phase::ReadingScans);
    m_index.post([this, make = m_makeScanReader, stop = m_seeing.get_token()](LibraryIndex& index) {
        const auto progressed = [this](qint64 done, qint64 total) {
            QMetaObject::invokeMethod(
                this, [this, done, total] { takeProgress(Phase::ReadingScans, done, total); });
        };
        const auto work = [&] {
            const std::unique_ptr<ScanReader> reader = make(stop);
            return !reader
                || index.readScans(*reader, {.program = m_reader}, m_isStopped, progressed,
                    [this](const FileOutcome& outcome) { postOutcome(outcome); });
        };
        const auto outcome = callForOutcome<bool>(work);
        QMetaObject::invokeMethod(this,
            [this, outcome] { readScansEnded(outcome.value.value_or(false), outcome.error); });
    });
}

// What was read has no vectors yet. Behind a document that failed, others may go well.
void DocumentLibrary::readScansEnded(bool isComplete, const QString& error)
{
    const bool isStopped = m_isStopped;
    m_isWorking = false;
    setPhase(Phase::Resting);
    m_lacksVectors = m_hasModel;
    m_lacksScans = m_makeScanReader && !isComplete && (isStopped || error.isEmpty());
    if (!error.isEmpty() && !isStopped)
        fail(error);
    goOn();
}

void DocumentLibrary::setCaptioner(MakeCaptioner make)
{
    if (m_progress.phase == Phase::Describing)
        stop();
    m_makeCaptioner = std::move(make);
    m_lacksCaptions = bool(m_makeCaptioner);
    emit changed();
    goOn();
}

void DocumentLibrary::describe()
{
    m_isWorking = true;
    m_isStopped = false;
    m_seeing = {};
    setPhase(Phase::Describing);
    m_index.post([this, make = m_makeCaptioner, stop = m_seeing.get_token()](LibraryIndex& index) {
        const auto described = [this](int64_t done, int64_t total) {
            QMetaObject::invokeMethod(
                this, [this, done, total] { takeProgress(Phase::Describing, done, total); });
        };
        const auto work = [&] {
            const std::unique_ptr<PictureCaptioner> captioner = make(stop);
            ReaderProcess process = pageDrawer();
            process.program = m_reader;
            process.isCancelled = [this] { return m_isStopped.load(); };
            return !captioner || index.describe(*captioner, process, m_isStopped, described);
        };
        const auto outcome = callForOutcome<bool>(work);
        QMetaObject::invokeMethod(
            this, [this, outcome] { describeEnded(outcome.value.value_or(false), outcome.error); });
    });
}

// What was stopped continues after what stopped it. Captions have no vectors yet.
void DocumentLibrary::describeEnded(bool isComplete, const QString& error)
{
    const bool isStopped = m_isStopped;
    m_isWorking = false;
    setPhase(Phase::Resting);
    m_lacksVectors = m_hasModel;
    m_lacksCaptions = m_makeCaptioner && !isComplete && (isStopped || error.isEmpty());
    if (!error.isEmpty() && !isStopped)
        fail(error);
    goOn();
}

void DocumentLibrary::takeListed(const LibraryRoot& root)
{
    const auto found = place(root.path);
    if (found == m_roots.end()) // removed meanwhile
        return;
    *found = root;
    m_progress.phase = Phase::Reading;
    if (root.isThere)
        m_progress.total += root.counts.files;
    emit rootsChanged();
    emit changed();
}

// Called on the thread that reads.
void DocumentLibrary::postOutcome(const FileOutcome& outcome)
{
    const std::lock_guard guard(m_lock);
    m_outcomes.push_back(outcome);
    if (m_outcomes.size() == 1) // or they are waited for already
        QMetaObject::invokeMethod(this, &DocumentLibrary::takeOutcomes, Qt::QueuedConnection);
}

void DocumentLibrary::takeOutcomes()
{
    std::vector<FileOutcome> outcomes;
    {
        const std::lock_guard guard(m_lock);
        outcomes.swap(m_outcomes);
    }
    for (const FileOutcome& outcome : outcomes)
        takeOutcome(outcome);
    emit changed();
}

void DocumentLibrary::takeOutcome(const FileOutcome& outcome)
{
    if (m_progress.phase == Phase::Reading)
        ++m_progress.done;
    auto root = std::ranges::upper_bound(m_roots, outcome.file, standsBefore, &LibraryRoot::path);
    if (root == m_roots.begin())
        return;
    const qsizetype at = (--root)->indexOf(outcome.file);
    using State = LibraryFile::State;
    const LibraryFile file{outcome.file, outcome.error.isEmpty() ? State::Read : State::Failed,
        outcome.pages, outcome.passages, outcome.error};
    if (at < 0 || root->files[at] == file)
        return;
    root->setFile(at, file);
    emit fileRead(root->path, file);
}

void DocumentLibrary::find(const QString& question, int count, QObject* receiver,
    std::function<void(const Found&)> found, const QStringList& within)
{
    // Destroyed with the receiver, or when it has been told.
    auto* asker = new QObject(receiver);
    const auto isWanted = std::make_shared<std::atomic<bool>>(true);
    connect(asker, &QObject::destroyed, [isWanted] { *isWanted = false; });
    m_questions.load(
        asker,
        [this, question, count, within, isWanted](DocumentQuestions& documents) -> Found {
            const auto isOver = [this, isWanted] { return !*isWanted || m_isEnding; };
            auto work = [&] { return documents.find(question, count, within, isOver); };
            const auto outcome = *isWanted ? callForOutcome<Found>(work) : Outcome<Found>();
            return outcome.value.value_or(Found{{}, false, outcome.error});
        },
        [asker, found = std::move(found)](const Found& answer) {
            asker->deleteLater();
            found(answer);
        });
}

void DocumentLibrary::readPart(
    const QString& file, int part, QObject* receiver, std::function<void(const FilePart&)> done)
{
    m_questions.load(
        receiver,
        [file, part](DocumentQuestions& documents) -> FilePart {
            const auto work = [&] { return documents.readPart(file, part); };
            const auto outcome = callForOutcome<FilePart>(work);
            return outcome.value.value_or(FilePart{{}, part, 0, false, outcome.error});
        },
        std::move(done));
}

Found DocumentLibrary::findNow(
    const QString& question, int count, const std::function<bool()>& isInterrupted)
{
    const auto found = std::make_shared<std::promise<Found>>();
    m_questions.post([this, question, count, isInterrupted, found](DocumentQuestions& documents) {
        const auto isOver = [this, &isInterrupted] { return m_isEnding || isInterrupted(); };
        const auto work = [&] { return documents.find(question, count, {}, isOver); };
        const auto outcome = callForOutcome<Found>(work);
        found->set_value(outcome.value.value_or(Found{{}, false, outcome.error}));
    });
    return found->get_future().get();
}

void DocumentLibrary::setPhase(Phase phase)
{
    m_progress = {phase, 0, 0};
    emit changed();
}

void DocumentLibrary::fail(const QString& message)
{
    m_lastFailure = message;
    emit failed(message);
}

} // namespace services
