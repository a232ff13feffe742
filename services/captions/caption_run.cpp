#include "services/captions/caption_run.h"

#include "base/error.h"
#include "services/background.h"
#include "services/captions/caption_checker.h"
#include "services/captions/caption_store.h"
#include "services/pictures/picture.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QSet>

#include <utility>

namespace services {

namespace {

constexpr int maxFolders = 10'000; // that are looked into: somebody may drop the whole disk

} // namespace

QStringList pictureFiles(const QStringList& paths)
{
    QStringList files;
    QString emptyFolder;
    for (const QString& path : paths) {
        if (!QFileInfo(path).isDir()) {
            files << path;
            continue;
        }
        const QDir folder(path);
        const QStringList names = folder.entryList(
            pictureNamePatterns(), QDir::Files, QDir::Name); // without regard to case;
        if (names.isEmpty() && emptyFolder.isEmpty())
            emptyFolder = path;
        for (const QString& name : names)
            files << folder.filePath(name);
    }
    if (files.isEmpty() && !emptyFolder.isEmpty()) {
        throw base::Error(base::ErrorKind::BadFile,
            QCoreApplication::translate("services::Captions", "“%1” contains no pictures.")
                .arg(emptyFolder)
                .toStdString());
    }
    return files;
}

QStringList foldersBelow(const QStringList& paths)
{
    QStringList found;
    for (const QString& path : paths) {
        if (!QFileInfo(path).isDir())
            continue;
        QDirIterator folders(path, QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks,
            QDirIterator::Subdirectories);
        for (int visited = 0; folders.hasNext() && visited < maxFolders; ++visited) {
            const QDir folder(folders.next());
            if (!folder.entryList(pictureNamePatterns(), QDir::Files).isEmpty())
                found << folder.path();
        }
    }
    found.sort();
    found.removeDuplicates(); // a folder may be given together with one above it
    for (const QString& path : paths)
        found.removeAll(QDir::cleanPath(path));
    return found;
}

namespace {

constexpr qsizetype recentRows = 32; // from which the time left is estimated

} // namespace

CaptionRun::CaptionRun(
    const CaptionRecord& record, ModelPool& models, CaptionStore* store, QObject* parent)
    : QObject(parent)
    , m_record(record)
    , m_store(store)
    , m_writer(models)
    , m_counts(record.counts)
{
    connect(&m_writer, &CaptionWriter::described, this,
        [this](qsizetype place, const QString& caption, qint64 tokens, double seconds) {
            complete(
                place, {m_rows[place].file, CaptionRow::State::Done, caption, {}, tokens, seconds});
        });
    connect(
        &m_writer, &CaptionWriter::failed, this, [this](qsizetype place, const QString& message) {
            const CaptionRow& row = m_rows[place]; // which keeps a caption it had
            complete(place, {row.file, CaptionRow::State::Failed, row.caption, message});
        });
    connect(&m_writer, &CaptionWriter::stopped, this, &CaptionRun::putBack);
    connect(&m_writer, &CaptionWriter::modelFailed, this, &CaptionRun::interrupt);
    connect(&m_writer, &CaptionWriter::idle, this, &CaptionRun::rest);
}

CaptionRun::~CaptionRun() = default;

QString CaptionRun::title() const
{
    if (m_record.sources.isEmpty())
        return {};
    const QString first = QFileInfo(QDir(m_record.sources.first()).path()).fileName();
    const auto others = int(m_record.sources.size() - 1);
    return others == 0 ? first : tr("%1 and %Ln more", nullptr, others).arg(first);
}

void CaptionRun::setTask(const CaptionTask& task)
{
    if (task == m_record.task)
        return;
    m_record.task = task;
    if (m_store)
        m_store->saveRun(m_record);
}

void CaptionRun::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    emit stateChanged();
}

void CaptionRun::beginNew()
{
    m_isLoaded = true;
    if (m_store)
        m_store->saveRun(m_record);
    lookAgain();
}

void CaptionRun::lookAgain()
{
    if (m_isLooking || !m_isLoaded)
        return;
    m_isLooking = true;
    emit stateChanged();
    QSet<QString> known;
    for (const CaptionRow& row : m_rows)
        known.insert(row.file);
    auto newFiles = [sources = m_record.sources, known = std::move(known)]() mutable {
        QStringList files;
        for (const QString& file : pictureFiles(sources)) {
            // A folder on a disk that was taken out isn't an image.
            if (!known.contains(file) && QFileInfo(file).isFile())
                files << file;
            known.insert(file);
        }
        return files;
    };
    runInBackground<QStringList>(
        this, std::move(newFiles), [this](const Outcome<QStringList>& outcome) {
            m_isLooking = false;
            if (outcome.value)
                addFiles(*outcome.value);
            emit stateChanged();
            if (outcome.value)
                emit lookedAgain(outcome.value->size());
            else
                emit interrupted(outcome.error);
        });
}

void CaptionRun::addFiles(const QStringList& files)
{
    if (!files.isEmpty()) {
        const qsizetype first = m_rows.size();
        emit rowsAboutToBeAdded(first, first + files.size() - 1);
        for (const QString& file : files)
            m_rows << CaptionRow{file};
        m_counts[int(CaptionRow::State::Waiting)] += files.size();
        if (m_store)
            m_store->addRows(m_record.id, first, files);
        emit rowsAdded();
    }
    if (m_startsLater || m_state == State::Running)
        start();
}

void CaptionRun::load()
{
    if (m_isLoaded || m_isLoading || !m_store)
        return;
    m_isLoading = true;
    m_store->loadRows(
        m_record.id, this, [this](const QList<CaptionRow>& rows) { setRows(rows); },
        [this] { m_isLoading = m_startsLater = false; }); // it can be tried again
}

void CaptionRun::setRows(const QList<CaptionRow>& rows)
{
    if (!rows.isEmpty()) {
        emit rowsAboutToBeAdded(0, rows.size() - 1);
        m_rows = rows;
        m_counts = {};
        for (const CaptionRow& row : rows)
            ++m_counts[int(row.state)];
        emit rowsAdded();
    }
    m_isLoaded = true;
    emit loaded();
    checkAll();
    if (m_startsLater)
        start();
}

void CaptionRun::start()
{
    m_startsLater = !m_isLoaded || (m_isLooking && m_rows.isEmpty());
    if (m_startsLater)
        return load();
    if (m_state == State::Resting) {
        m_completions.clear();
        m_clock.start();
    }
    m_next = 0;
    checkAll();
    setState(State::Running);
    m_writer.start(m_record.task, m_record.created, [this] { return nextJob(); });
}

std::optional<CaptionWriter::Job> CaptionRun::nextJob()
{
    while (m_next < m_rows.size() && m_rows[m_next].state != CaptionRow::State::Waiting)
        ++m_next;
    if (m_next == m_rows.size())
        return std::nullopt;
    const qsizetype place = m_next;
    CaptionRow row = m_rows[place];
    row.state = CaptionRow::State::Running;
    row.error.clear();
    change(place, row);
    return CaptionWriter::Job{place, row.file};
}

void CaptionRun::pause()
{
    m_startsLater = false;
    if (m_state != State::Running)
        return;
    m_writer.finish();
    setState(m_writer.isIdle() ? State::Resting : State::Pausing);
}

void CaptionRun::cancel()
{
    m_startsLater = false;
    const QList<qsizetype> places = m_writer.underWay();
    m_writer.cancel();
    for (const qsizetype place : places)
        putBack(place);
    setState(State::Resting);
}

void CaptionRun::interrupt(const QString& message)
{
    cancel();
    emit interrupted(message);
}

void CaptionRun::rest()
{
    setState(State::Resting);
}

void CaptionRun::runAgain(const QList<qsizetype>& rows)
{
    for (const qsizetype place : rows) {
        CaptionRow row = m_rows[place];
        if (row.state == CaptionRow::State::Running)
            continue;
        row.state = CaptionRow::State::Waiting;
        change(place, row);
        save(place);
    }
    start();
}

void CaptionRun::setCaption(qsizetype place, const QString& text)
{
    CaptionRow row = m_rows[place];
    if (row.caption == text)
        return;
    row.state = CaptionRow::State::Edited;
    row.caption = text;
    row.error.clear();
    row.facts.reset();
    change(place, row);
    save(place);
    check(place);
}

void CaptionRun::change(qsizetype place, const CaptionRow& row)
{
    --m_counts[int(m_rows[place].state)];
    ++m_counts[int(row.state)];
    m_rows[place] = row;
    emit rowChanged(place);
}

void CaptionRun::save(qsizetype place)
{
    if (m_store)
        m_store->saveRow(m_record.id, place, m_rows[place]);
}

void CaptionRun::putBack(qsizetype place)
{
    CaptionRow row = m_rows[place];
    if (row.state != CaptionRow::State::Running)
        return; // the user wrote it meanwhile
    row.state = CaptionRow::State::Waiting;
    change(place, row);
}

void CaptionRun::complete(qsizetype place, const CaptionRow& row)
{
    if (m_rows[place].state != CaptionRow::State::Running)
        return; // the user wrote it meanwhile
    m_completions << m_clock.elapsed();
    if (m_completions.size() > recentRows)
        m_completions.removeFirst();
    change(place, row);
    save(place);
    check(place);
}

// A caption that is changed meanwhile is compared once more.
void CaptionRun::check(qsizetype place)
{
    const CaptionRow& row = m_rows[place];
    const bool isDescribed
        = row.state == CaptionRow::State::Done || row.state == CaptionRow::State::Edited;
    if (!m_checker || !isDescribed || row.facts || m_inCheck.contains(place))
        return;
    m_inCheck.insert(place);
    m_checker->check(row.file, row.caption, this,
        [this, place, caption = row.caption](const std::optional<QList<PictureFact>>& facts) {
            m_inCheck.remove(place);
            CaptionRow checked = m_rows[place];
            if (checked.caption != caption)
                return check(place);
            if (!facts || checked.facts)
                return;
            checked.facts = facts;
            change(place, checked);
            save(place);
        });
}

// Those that were described before the program ended, for example.
void CaptionRun::checkAll()
{
    for (qsizetype place = 0; place < m_rows.size(); ++place)
        check(place);
}

std::optional<double> CaptionRun::secondsLeft() const
{
    if (m_state == State::Resting || m_completions.size() < 3)
        return std::nullopt;
    const double seconds = double(m_clock.elapsed() - m_completions.first()) * 1e-3;
    const double perRow = seconds / double(m_completions.size() - 1);
    const qsizetype open = count(CaptionRow::State::Running) + count(CaptionRow::State::Waiting);
    return perRow * double(open);
}

} // namespace services
