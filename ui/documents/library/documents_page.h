#pragma once

#include "services/conversations/message.h"
#include "ui/page.h"

#include <QStringList>
#include <QTimer>
#include <QWidget>

class QComboBox;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QVBoxLayout;

namespace services {
class ContactedHosts;
class DocumentLibrary;
class InstalledModels;
class ModelPool;
class Settings;
struct Found;
} // namespace services

namespace ui {

class Announcer;
class DocumentViewer;
class ElidedLabel;
class EmptyState;
class FoundPassages;
class LibraryProgress;
class LibraryView;
class MeaningHint;
class SearchField;
class TablePage;
class UndoBar;
class WebPageRow;

/// The documents that the user has given: how far they have been read and what came of each, what
/// they say to a question, and tables out of them. An opened document is shown next to them. Files
/// and folders can be dropped anywhere on it.
class DocumentsPage : public QWidget, public Page {
    Q_OBJECT

public:
    /// All references must outlive the page.
    DocumentsPage(services::DocumentLibrary& library, services::ModelPool& models,
        services::InstalledModels& installed, services::Settings& settings,
        services::ContactedHosts& hosts, QWidget* parent = nullptr);
    ~DocumentsPage() override;

    QWidget* widget() override { return this; }
    bool escape() override;
    QList<QWidget*> panes() override;

    void add(const QStringList& paths); ///< files and folders
    void ask(const QString& question);

    SearchField* searchField() const { return m_search; }
    LibraryView* libraryView() const { return m_view; }
    LibraryProgress* progress() const { return m_progress; }
    FoundPassages* found() const { return m_found; }
    TablePage* tablePage() const { return m_tables; }
    DocumentViewer* documentViewer() const { return m_viewer; }
    UndoBar* undoBar() const { return m_undo; }
    WebPageRow* webPage() const { return m_webPage; }

signals:
    void embeddingModelRequested(); ///< the user wants to fetch one
    void settingsRequested();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    QWidget* makeHeading();
    QWidget* makeSearch();
    QWidget* makeLibrary();
    QWidget* makeFilterRow();
    void connectLibrary();
    void chooseFolder();
    void chooseFiles();
    void measure();
    void remove(const QStringList& roots);
    QStringList rootsOfOthers() const;
    void addHere(const QStringList& roots); // asks
    void retry();
    void makeTable(const QStringList& files);
    QStringList readableFiles() const;
    void askNow();
    void showFound(const services::Found& found);
    void showWanted(); // the part of the page
    void updateShown();
    void open(const services::Source& source);
    void makeRoom();
    void showNotice(const QString& message);
    void clearNotice();
    void applyMetrics();

    services::DocumentLibrary& m_library;
    services::ModelPool& m_models;
    const services::InstalledModels& m_installed;
    services::Settings& m_settings;
    QSplitter* m_halves;
    QWidget* m_column; // all but the viewer
    DocumentViewer* m_viewer;
    QVBoxLayout* m_notices;
    QWidget* m_searchRow;
    SearchField* m_search;
    MeaningHint* m_hint;
    QStackedWidget* m_parts; // one of the next five
    EmptyState* m_empty;
    EmptyState* m_closed; // the store cannot be opened
    QWidget* m_libraryPart;
    FoundPassages* m_found;
    TablePage* m_tables;
    LibraryProgress* m_progress;
    QComboBox* m_stateFilter;
    ElidedLabel* m_shown;
    QPushButton* m_addHere; // what others added
    QPushButton* m_retry;
    QPushButton* m_makeTable;
    LibraryView* m_view;
    Announcer* m_announcer;
    UndoBar* m_undo;
    WebPageRow* m_webPage;
    QTimer m_updating; // gathers changes
    QTimer m_asking; // until the user has written what is asked
    QString m_question; // that was asked last
    bool m_isLooking = false; // for what answers the question
    bool m_entersFound = false; // when that is there
    bool m_showsTables = false;
};

} // namespace ui
