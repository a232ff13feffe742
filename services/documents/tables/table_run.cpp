#include "services/documents/tables/table_run.h"

#include "services/background.h"
#include "services/documents/answers/document_table.h"
#include "services/generation/model_pool.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QSaveFile>

#include <atomic>
#include <mutex>
#include <stop_token>
#include <utility>
#include <vector>

namespace services {

namespace {

constexpr int takeMilliseconds = 100;

/// Lets the background threads be one more while one of them waits for a model.
class WaitingThread {
public:
    WaitingThread() { backgroundThreads().releaseThread(); }
    ~WaitingThread() { backgroundThreads().reserveThread(); }
    WaitingThread(const WaitingThread&) = delete;
    WaitingThread& operator=(const WaitingThread&) = delete;
};

} // namespace

/// What the thread that works tells the window's.
struct TableShared {
    std::stop_source stop;
    std::atomic<size_t> done = 0;
    std::mutex mutex;
    std::vector<FileRow> rows; // that nobody has taken yet; under the mutex
};

TableRun::TableRun(ModelPool& models, TableTask task, QObject* parent)
    : QObject(parent)
    , m_models(models)
    , m_task(std::move(task))
    , m_shared(std::make_shared<TableShared>())
{
    auto names = [this] { return readColumnNames(m_task.schema); };
    const auto columns = callForOutcome<std::vector<std::string>>(names);
    if (!columns.value) {
        end(State::Failed, columns.error);
        return;
    }
    for (const std::string& column : *columns.value)
        m_columns << QString::fromStdString(column);
    connect(&m_taking, &QTimer::timeout, this, &TableRun::take);
    connect(&models, &ModelPool::stateChanged, this, &TableRun::follow);
    models.registry().load(m_task.model);
    follow(m_task.model);
}

TableRun::~TableRun()
{
    m_shared->stop.request_stop();
}

void TableRun::follow(const ModelId& model)
{
    if (model != m_task.model || m_state != State::Loading)
        return;
    const ModelState state = m_models.registry().state(model);
    if (state.stage == ModelState::Stage::Ready)
        begin();
    else if (state.stage == ModelState::Stage::Failed)
        end(State::Failed, stateMessage(state));
    else if (state.stage == ModelState::Stage::Unloaded) // somebody stopped it
        end(State::Stopped);
    else
        emit changed();
}

void TableRun::begin()
{
    m_state = State::Making;
    m_taking.start(takeMilliseconds);
    emit changed();
    runInBackground<bool>(
        this,
        [engine = m_models.engine(m_task.model), task = m_task, shared = m_shared] {
            const WaitingThread waiting;
            FileTableWork work{.process = {.program = task.reader}};
            work.reading.stop = shared->stop.get_token();
            work.reading.progress = [&shared](size_t done, size_t) { shared->done = done; };
            work.made = [&shared](const FileRow& row) {
                const std::lock_guard guard(shared->mutex);
                shared->rows.push_back(row);
            };
            tableOfFiles(*engine, task.schema, task.files, work);
            return true;
        },
        [this](const Outcome<bool>& outcome) {
            take();
            if (outcome.value)
                end(State::Done);
            else if (m_shared->stop.stop_requested())
                end(State::Stopped);
            else
                end(State::Failed, outcome.error);
        });
}

void TableRun::stop()
{
    m_shared->stop.request_stop();
    if (m_state == State::Loading)
        end(State::Stopped);
}

void TableRun::take()
{
    std::vector<FileRow> rows;
    {
        const std::lock_guard guard(m_shared->mutex);
        rows.swap(m_shared->rows);
    }
    if (!rows.empty()) {
        emit rowsAboutToBeAdded(m_rows.size(), m_rows.size() + qsizetype(rows.size()) - 1);
        for (FileRow& row : rows)
            m_rows << std::move(row);
        emit rowsAdded();
    }
    const auto done = qsizetype(m_shared->done);
    if (done != std::exchange(m_done, done))
        emit changed();
}

void TableRun::end(State state, const QString& message)
{
    m_taking.stop();
    m_state = state;
    m_message = message;
    emit changed();
}

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::exportTable)
};

constexpr char byteOrderMark[] = "\xEF\xBB\xBF";

} // namespace

void exportTable(const QStringList& columns, const QList<FileRow>& rows, const QString& path)
{
    std::vector<std::string> names;
    for (const QString& column : columns)
        names.push_back(column.toStdString());
    std::string csv = byteOrderMark + csvHead(names);
    for (const FileRow& row : rows)
        if (row.error.empty())
            csv += csvLine(row);
    QSaveFile file(path);
    const bool isWritten = file.open(QIODevice::WriteOnly)
        && file.write(csv.data(), qint64(csv.size())) == qint64(csv.size()) && file.commit();
    if (!isWritten)
        reject(Text::tr("“%1” can't be written: %2.").arg(path, file.errorString()));
}

} // namespace services
