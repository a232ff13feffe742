#pragma once

#include "services/models/model_id_text.h"
#include "services/pictures/picture.h"
#include "ui/page.h"

#include <QStringList>
#include <QWidget>

class QComboBox;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace services {
class CaptionChecker;
class CaptionLibrary;
class CaptionRun;
class InstalledModels;
class ModelPool;
class PhotoModel;
class PictureTexts;
class Settings;
} // namespace services

namespace ui {

class Announcer;
class CaptionExport;
class CaptionProgress;
class CaptionSetup;
class CaptionTable;
class EmptyState;
class Notice;
class PictureViewer;
class ScrollIfLow;
class SearchField;
class TextLabel;
class UndoBar;

/// Describes the images of a folder, or some files: the question and the model, the images with
/// their captions, which can be edited in place, the progress, and earlier runs. Folders and images
/// can be dropped anywhere on it.
class CaptionsPage : public QWidget, public Page {
    Q_OBJECT

public:
    /// All references must outlive the page.
    /// It takes `photoModel`, which is offered where the built-in model fails.
    CaptionsPage(services::CaptionLibrary& library, services::ModelPool& models,
        services::InstalledModels& installed, services::PhotoModel* photoModel,
        QWidget* parent = nullptr);
    ~CaptionsPage() override;

    /// Compares captions with the text in their images from now on, if the setting for answers about images
    /// is on. Both must outlive the page.
    void setTexts(services::PictureTexts& texts, const services::Settings& settings);

    QWidget* widget() override { return this; }
    void drop(const DropContents& contents, const QMimeData* data) override;
    void exportContents() override;

    /// Shows a new run over these folders and images. It begins when the user starts it.
    void addFolders(const QStringList& paths);

    services::CaptionRun* run() const { return m_run; } ///< the run that is shown, or null

signals:
    /// The user wants to ask about a region of an image in a chat.
    void pictureAskedAbout(const services::Picture& part);
    void seeingModelRequested(); ///< one that can be fetched and sees photographs

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeRunPage();
    void take(const QStringList& dropped);
    QWidget* makeHeading();
    QWidget* makeFilterRow();
    void connectLibrary();
    void connectRun();
    void showRun(services::CaptionRun* run);
    void dropEmpty(services::CaptionRun* run, services::CaptionRun* before, const QString& message);
    void saveTask();
    void chooseFolder();
    void chooseFiles();
    void openPicture(const QString& file, const QRectF& place);
    void runAgain(const QList<qsizetype>& rows);
    void removeRun();
    void updateShown();
    void summarizeFailures();
    void offerPhotoModel();
    void describeFailedWith(const services::ModelId& model);
    Notice* showNotice(const QString& message); // of what failed; until the next one
    void showMessage(const QString& message); // of what was done
    void clearNotice();
    void applyMetrics();

    services::CaptionLibrary& m_library;
    services::ModelPool& m_models;
    services::PhotoModel* m_photoModel;
    services::CaptionChecker* m_checker = nullptr; // null until there are texts
    services::CaptionRun* m_run = nullptr; // owned by the library; null: none
    bool m_wasRunning = false;
    ScrollIfLow* m_scroll = nullptr;
    QVBoxLayout* m_content = nullptr; // which scrolls in a low window
    QStackedWidget* m_pages;
    EmptyState* m_empty;
    QComboBox* m_runs;
    QVBoxLayout* m_notices;
    CaptionSetup* m_setup;
    CaptionProgress* m_progress;
    SearchField* m_search;
    QComboBox* m_stateFilter;
    TextLabel* m_shown;
    QPushButton* m_again;
    QPushButton* m_exportButton = nullptr;
    CaptionExport* m_export;
    CaptionTable* m_table;
    TextLabel* m_message;
    Announcer* m_announcer;
    UndoBar* m_undo;
    PictureViewer* m_viewer = nullptr; // made when it is needed
};

} // namespace ui
