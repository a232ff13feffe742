#pragma once

#include "services/documents/answers/picture_checks.h"
#include "services/models/model_id_text.h"
#include "services/storage/database.h"
#include "services/storage/database_thread.h"

#include <QList>
#include <QMetaType>
#include <QObject>
#include <QString>
#include <QStringList>

#include <array>
#include <functional>
#include <optional>

namespace services {

/// One image of a caption run.
struct CaptionRow {
    enum class State { Waiting, Running, Done, Failed, Edited };

    QString file = {}; ///< the path of the image
    State state = State::Waiting;
    QString caption = {};
    QString error = {}; ///< a message if the state is Failed
    qint64 tokens = 0; ///< how many tokens the model wrote
    double seconds = 0; ///< from reading the file until the last token
    /// Those of the caption that were compared with the text in the image; nothing: it wasn't compared.
    std::optional<QList<PictureFact>> facts = {};

    bool operator==(const CaptionRow&) const = default;
};

/// The name of a state in files, independent of the language of the window. A row that is being
/// described is called waiting there, so that it is described again after a crash.
QString formatState(CaptionRow::State state);

/// The task for the images of a run.
struct CaptionTask {
    QString prompt = {}; ///< may contain variables, see promptFor()
    QString schema = {}; ///< a JSON schema that every caption satisfies; empty: none
    ModelId model = {};
    qint64 maxTokens = 128; ///< per caption

    bool operator==(const CaptionTask&) const = default;
};

/// Replaces the variables in the prompt: {file} by the name of the image's file, {name} by the same
/// without its ending, {folder} by the name of its folder.
QString promptFor(const CaptionTask& task, const QString& file);

/// Everything about a caption run except its rows.
struct CaptionRecord {
    QString id;
    qint64 created = 0; ///< milliseconds since 1970, UTC
    QStringList sources; ///< files and folders as they were given
    CaptionTask task;
    std::array<qsizetype, 5> counts{}; ///< how many rows are in each CaptionRow::State
};

/// The SQLite file of the caption runs. Belongs to the thread that made it. All functions throw
/// Error{BadFile} with a message.
class CaptionDatabase {
public:
    /// Opens or creates the file. Deletes for good the runs that were removed before.
    explicit CaptionDatabase(const QString& path);
    ~CaptionDatabase(); ///< does the same

    QList<CaptionRecord> runs(); ///< the newest first
    QList<CaptionRow> rows(const QString& run); ///< in the order of their indices

    void saveRun(const CaptionRecord& record);
    void addRows(const QString& run, qsizetype first, const QStringList& files);
    void saveRow(const QString& run, qsizetype place, const CaptionRow& row);
    /// Hides or restores a run. A hidden one is deleted for good by erase(), or when the file is
    /// closed.
    void setDeleted(const QString& run, bool isDeleted);
    /// Erases a run with every trace, see Database::eraseTraces. What cannot be erased now is tried
    /// again with the next run, and when the file is closed or opened.
    void erase(const QString& run);

private:
    void eraseForgotten();
    void eraseWhere(const QString& condition, const QVariantList& values = {});
    void tidy(qint64 mostBytes);

    Database m_database;
    QStringList m_forgotten; // that have not been erased
    bool m_isUntidy = false; // traces of what was deleted may still be in the file
};

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
    void failed(const QString& message); ///< says what could not be done and why

private:
    void tellFailed(const QString& message);

    DatabaseThread<CaptionDatabase> m_thread; // the last member: it ends before the signals
};

} // namespace services
