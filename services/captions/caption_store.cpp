#include "services/captions/caption_store.h"

#include "services/captions/caption_facts.h"
#include "services/json_document.h"
#include "services/storage/database.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLoggingCategory>
#include <QRegularExpression>

namespace services {

QString formatState(CaptionRow::State state)
{
    using State = CaptionRow::State;
    switch (state) {
    case State::Done:
        return QStringLiteral("done");
    case State::Failed:
        return QStringLiteral("failed");
    case State::Edited:
        return QStringLiteral("edited");
    case State::Waiting:
    case State::Running:
        break;
    }
    return QStringLiteral("waiting");
}

QString promptFor(const CaptionTask& task, const QString& file)
{
    const QFileInfo info(file);
    const QRegularExpression variable(QStringLiteral("\\{(file|name|folder)\\}"));
    QString prompt;
    qsizetype from = 0; // in one pass, so that a file called "{name}.png" stays what it is
    for (auto found = variable.globalMatch(task.prompt); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        prompt += task.prompt.mid(from, match.capturedStart() - from);
        const QString name = match.captured(1);
        if (name == QLatin1String("file"))
            prompt += info.fileName();
        else if (name == QLatin1String("name"))
            prompt += info.completeBaseName();
        else
            prompt += info.dir().dirName();
        from = match.capturedEnd();
    }
    return prompt + task.prompt.mid(from);
}

namespace {

using State = CaptionRow::State;

State parseState(const QString& name)
{
    for (const State state : {State::Done, State::Failed, State::Edited})
        if (name == formatState(state))
            return state;
    return State::Waiting;
}

QString toJson(const QStringList& list)
{
    const QJsonDocument document(QJsonArray::fromStringList(list));
    return QString::fromUtf8(document.toJson(QJsonDocument::Compact));
}

QStringList listFrom(const QString& json)
{
    QStringList list;
    for (const QJsonValue& value : parseJsonDocument(json.toUtf8()).array())
        list << value.toString();
    return list;
}

} // namespace

CaptionDatabase::CaptionDatabase(const QString& path)
    : m_database(path, {QStringLiteral(":/sql/captions-1.sql"), QStringLiteral(":/sql/captions-2.sql")})
{
    eraseWhere(QStringLiteral("deleted <> 0"));
    try {
        tidy(Database::largestAtOnce);
    } catch (const std::exception& error) {
        qWarning("%s", error.what()); // and it is done when the file is closed
    }
}

CaptionDatabase::~CaptionDatabase()
{
    const std::function<void()> steps[]
        = {[this] { eraseForgotten(); }, [this] { eraseWhere(QStringLiteral("deleted <> 0")); },
            [this] { tidy(Database::largestAtEnd); }};
    for (const auto& step : steps) {
        try {
            step();
        } catch (const std::exception& error) {
            qWarning("%s", error.what()); // and it is done when the file is opened again
        }
    }
}

// A deleted run without a name says to the next start that the file is not tidy, should this program
// be killed.
void CaptionDatabase::eraseWhere(const QString& condition, const QVariantList& values)
{
    m_database.transaction([&] {
        const QSqlQuery erased
            = m_database.run(QStringLiteral("DELETE FROM run WHERE %1").arg(condition), values);
        if (erased.numRowsAffected() <= 0)
            return;
        m_isUntidy = true;
        m_database.run(QStringLiteral("INSERT OR IGNORE INTO run (id, created, sources, prompt, "
                                      "max_tokens, deleted) VALUES ('', 0, '', '', 0, 1)"));
    });
}

void CaptionDatabase::tidy(qint64 mostBytes)
{
    if (!m_isUntidy || !m_database.eraseTraces(mostBytes))
        return;
    m_database.run(QStringLiteral("DELETE FROM run WHERE id = ''"));
    m_isUntidy = false;
}

QList<CaptionRecord> CaptionDatabase::runs()
{
    QList<CaptionRecord> records;
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT id, created, sources, prompt, schema, model, max_tokens FROM run "
                       "WHERE deleted = 0 ORDER BY created DESC, rowid DESC"));
    while (query.next()) {
        records << CaptionRecord{query.value(0).toString(), query.value(1).toLongLong(),
            listFrom(query.value(2).toString()),
            {query.value(3).toString(), query.value(4).toString(),
                parseModelId(query.value(5).toString()), query.value(6).toLongLong()}};
    }
    query.finish();
    for (CaptionRecord& record : records) {
        QSqlQuery counts = m_database.run(
            QStringLiteral("SELECT state, COUNT(*) FROM caption WHERE run = ? GROUP BY state"),
            {record.id});
        while (counts.next())
            record.counts[int(parseState(counts.value(0).toString()))]
                = counts.value(1).toLongLong();
    }
    return records;
}

QList<CaptionRow> CaptionDatabase::rows(const QString& run)
{
    QList<CaptionRow> rows;
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT file, state, caption, error, tokens, seconds, facts FROM caption "
                       "WHERE run = ? ORDER BY place"),
        {run});
    while (query.next())
        rows << CaptionRow{query.value(0).toString(), parseState(query.value(1).toString()),
            query.value(2).toString(), query.value(3).toString(), query.value(4).toLongLong(),
            query.value(5).toDouble(),
            parseFacts(query.value(6).toString(), query.value(2).toString())};
    return rows;
}

void CaptionDatabase::saveRun(const CaptionRecord& record)
{
    m_database.run(
        QStringLiteral("INSERT INTO run (id, created, sources, prompt, schema, model, max_tokens) "
                       "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
                       "prompt = excluded.prompt, schema = excluded.schema, "
                       "model = excluded.model, max_tokens = excluded.max_tokens"),
        {record.id, record.created, toJson(record.sources), orEmpty(record.task.prompt),
            orEmpty(record.task.schema), orEmpty(toString(record.task.model)),
            record.task.maxTokens});
}

void CaptionDatabase::addRows(const QString& run, qsizetype first, const QStringList& files)
{
    m_database.transaction([&] {
        for (qsizetype i = 0; i < files.size(); ++i)
            m_database.run(
                QStringLiteral("INSERT OR IGNORE INTO caption (run, place, file) VALUES (?, ?, ?)"),
                {run, first + i, files[i]});
    });
}

void CaptionDatabase::saveRow(const QString& run, qsizetype place, const CaptionRow& row)
{
    m_database.run(
        QStringLiteral("UPDATE caption SET state = ?, caption = ?, error = ?, tokens = ?, "
                       "seconds = ?, facts = ? WHERE run = ? AND place = ?"),
        {formatState(row.state), orEmpty(row.caption), orEmpty(row.error), row.tokens, row.seconds,
            row.facts ? toJson(*row.facts) : QStringLiteral(""), run, place});
}

void CaptionDatabase::setDeleted(const QString& run, bool isDeleted)
{
    m_database.run(QStringLiteral("UPDATE run SET deleted = ? WHERE id = ?"), {isDeleted, run});
}

void CaptionDatabase::erase(const QString& run)
{
    m_forgotten << run;
    eraseForgotten();
    tidy(Database::largestAtOnce);
}

// Also erases runs that could not be erased before because the disk was full.
void CaptionDatabase::eraseForgotten()
{
    tryEach(m_forgotten, [this](const QString& run) {
        eraseWhere(QStringLiteral("id = ?"), {run});
        m_forgotten.removeOne(run);
    });
}

CaptionStore::CaptionStore(const QString& path, QObject* parent)
    : QObject(parent)
    , m_thread(
          QStringLiteral("captions"), path, [this](const QString& message) { tellFailed(message); })
{
}

// Told in the window's thread and later: the file may fail before anyone listens.
void CaptionStore::tellFailed(const QString& message)
{
    qWarning("%s", qUtf8Printable(message));
    QMetaObject::invokeMethod(
        this, [this, message] { emit failed(message); }, Qt::QueuedConnection);
}

void CaptionStore::loadRuns(QObject* receiver, RunsReader reader, Unread unread)
{
    m_thread.load(
        receiver, [](CaptionDatabase& database) { return database.runs(); }, std::move(reader),
        std::move(unread));
}

void CaptionStore::loadRows(const QString& run, QObject* receiver, RowsReader reader, Unread unread)
{
    m_thread.load(
        receiver, [run](CaptionDatabase& database) { return database.rows(run); },
        std::move(reader), std::move(unread));
}

void CaptionStore::saveRun(const CaptionRecord& record)
{
    m_thread.post([record](CaptionDatabase& database) { database.saveRun(record); });
}

void CaptionStore::addRows(const QString& run, qsizetype first, const QStringList& files)
{
    m_thread.post(
        [run, first, files](CaptionDatabase& database) { database.addRows(run, first, files); });
}

void CaptionStore::saveRow(const QString& run, qsizetype place, const CaptionRow& row)
{
    m_thread.post([this, run, place, row](CaptionDatabase& database) {
        database.saveRow(run, place, row);
        emit saved(run, place);
    });
}

void CaptionStore::setDeleted(const QString& run, bool isDeleted)
{
    m_thread.post(
        [run, isDeleted](CaptionDatabase& database) { database.setDeleted(run, isDeleted); });
}

void CaptionStore::erase(const QString& run)
{
    m_thread.post([run](CaptionDatabase& database) { database.erase(run); });
}

} // namespace services
