#pragma once

#include "services/conversations/message.h"
#include "services/documents/tables/table_run.h"
#include "ui/documents/tables/table_model.h"

#include <QStringList>
#include <QWidget>

class QBoxLayout;
class QComboBox;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace services {
class DocumentLibrary;
class InstalledModels;
class ModelPool;
} // namespace services

namespace ui {

class Announcer;
class ColumnEditor;
class TablePreview;
class TextLabel;

/// Makes a table of documents: first its columns, which the user names or takes from a JSON schema; then a
/// row for each document, as a model fills it in. Activating a cell opens the passage that has its value.
class TablePage : public QWidget {
    Q_OBJECT

public:
    /// All references must outlive it.
    TablePage(services::DocumentLibrary& documents, services::ModelPool& models,
        services::InstalledModels& installed, QWidget* parent = nullptr);

    void setFiles(const QStringList& files); ///< those of the next table
    void openSchema(const QString& path); ///< a file with a JSON schema

    ColumnEditor* columns() const { return m_columns; }
    TablePreview* preview() const { return m_preview; }
    QPushButton* startButton() const { return m_start; } ///< starts, stops, and begins another one
    QTableView* table() const { return m_table; }
    services::TableRun* run() const { return m_run; } ///< null: none was begun
    QString message() const; ///< that is shown of the columns, or of what came of them
    bool exportTo(const QString& path); ///< tells when it is done; false: there is nothing

signals:
    void sourceOpened(const services::Source& source);
    void left(); ///< the user is done with tables

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeHeading();
    QWidget* makeTask();
    QWidget* makeProgress();
    void fillModels();
    void chooseSchema();
    void act();
    void start();
    void startPreview();
    void shapePreview();
    services::TableTask task(const QStringList& files) const;
    void forgetRun();
    void chooseExport();
    void update();
    void say(const QString& message, bool isProblem);
    QString problem() const;
    QString runText() const;
    void open(const QModelIndex& index);

    services::DocumentLibrary& m_documents;
    services::ModelPool& m_pool;
    services::InstalledModels& m_installed;
    QStringList m_files;
    std::string m_schema; // of the user's own; empty: that of the columns
    QStringList m_schemaColumns; // in it
    services::TableTask m_shown; // of the preview
    TableModel m_model;
    services::TableRun* m_run = nullptr;
    TextLabel* m_scope;
    ColumnEditor* m_columns;
    TablePreview* m_preview;
    QBoxLayout* m_halves = nullptr; // the columns and the preview
    QWidget* m_own; // shown in their place
    TextLabel* m_ownText;
    QComboBox* m_models;
    QStackedWidget* m_parts; // what the table shall be, and the table
    QPushButton* m_start;
    QPushButton* m_export;
    QProgressBar* m_bar;
    TextLabel* m_state;
    QTableView* m_table;
    Announcer* m_announcer;
    bool m_wasRunning = false;
};

} // namespace ui
