#pragma once

#include "services/captions/caption_database.h"
#include "services/storage/database_thread.h"

#include <QObject>

#include <functional>

namespace services {

/// Saves and reads caption runs on a thread of its own; every function returns at once. For the
/// window's thread. A row is on the disk when the signal `saved` is sent for it; everything is when
/// the store has been destroyed.
class CaptionStore : public QObject {
    Q_OBJECT

public:
    /// Creates the file if it does not exist. If it cannot be used, `failed` says why and nothing
    /// is kept.
    explicit CaptionStore(const QString& path, QObject* parent = nullptr);

    using RunsReader = std::function<void(const QList<CaptionRecord>&)>;
    using RowsReader = std::function<void(const QList<CaptionRow>&)>;

    using Unread = std::function<void()>;

    // The reader is called in the window's thread unless `receiver` is destroyed before. If the
    // file could not be read, `failed` says why and `unread` is called instead.
    void loadRuns(QObject* receiver, RunsReader reader, Unread unread = {});
    void loadRows(const QString& run, QObject* receiver, RowsReader reader, Unread unread = {});

    void saveRun(const CaptionRecord& record);
    void addRows(const QString& run, qsizetype first, const QStringList& files);
    void saveRow(const QString& run, qsizetype place, const CaptionRow& row);
    void setDeleted(const QString& run, bool isDeleted);
    void erase(const QString& run); ///< for good

signals:
    void saved(const QString& run, qsizetype place);
    void failed(const QString& sentence); ///< says what could not be done and why

private:
    void tellFailed(const QString& sentence);

    DatabaseThread<CaptionDatabase> m_thread; // the last member: it ends before the signals
};

} // namespace services
