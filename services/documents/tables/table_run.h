#pragma once

#include "services/documents/answers/document_table.h"
#include "services/models/model_id_text.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <string>

namespace services {

class ModelPool;
struct TableShared;

/// What a table is made of.
struct TableTask {
    ModelId model; ///< it reads the files, and is loaded first if necessary
    std::string schema; ///< see makeTable()
    QStringList files;
    QString reader = ReaderProcess::standardProgram(); ///< the program that reads them

    bool operator==(const TableTask&) const = default;
};

/// Makes a table over files in the background. Lives in the window's thread and never blocks it.
/// Destroying it stops the work.
class TableRun : public QObject {
    Q_OBJECT

public:
    enum class State { Loading, Making, Done, Stopped, Failed };

    /// Begins at once. The models must outlive it.
    TableRun(ModelPool& models, TableTask task, QObject* parent = nullptr);
    ~TableRun() override;

    void stop(); ///< the rows that are there stay

    State state() const { return m_state; }
    bool isRunning() const { return m_state == State::Loading || m_state == State::Making; }
    QString message() const { return m_message; } ///< says why it failed
    qsizetype done() const { return m_done; } ///< files
    qsizetype total() const { return m_task.files.size(); }
    const QStringList& columns() const { return m_columns; }
    const QList<FileRow>& rows() const { return m_rows; } ///< so far, in the order of the files

signals:
    void changed(); ///< state or progress
    void rowsAboutToBeAdded(qsizetype first, qsizetype last);
    void rowsAdded();

private:
    void follow(const ModelId& model);
    void begin();
    void take();
    void end(State state, const QString& message = {});

    ModelPool& m_models;
    const TableTask m_task;
    State m_state = State::Loading;
    QString m_message;
    QStringList m_columns;
    QList<FileRow> m_rows;
    qsizetype m_done = 0;
    std::shared_ptr<TableShared> m_shared; // with the thread that works
    QTimer m_taking;
};

/// Writes a table as CSV, with the mark by which spreadsheets know that it is UTF-8; rows of files
/// that could not be read are left out. Replaces the file at `path` completely or, if it throws,
/// not at all. Any thread may call it. Throws Error{BadFile} with a message.
void exportTable(const QStringList& columns, const QList<FileRow>& rows, const QString& path);

} // namespace services
