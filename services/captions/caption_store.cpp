#include "services/captions/caption_store.h"

#include <QLoggingCategory>

namespace services {

CaptionStore::CaptionStore(const QString& path, QObject* parent)
    : QObject(parent)
    , m_thread(QStringLiteral("captions"), path,
          [this](const QString& sentence) { tellFailed(sentence); })
{
}

// Told in the window's thread and later: the file may fail before anyone listens.
void CaptionStore::tellFailed(const QString& sentence)
{
    qWarning("%s", qUtf8Printable(sentence));
    QMetaObject::invokeMethod(
        this, [this, sentence] { emit failed(sentence); }, Qt::QueuedConnection);
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
