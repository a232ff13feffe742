#pragma once

#include "services/downloads/stored_model.h"
#include "services/models/load_settings.h"
#include "services/models/model_id_text.h"
#include "ui/page.h"
#include "ui/widgets/undo_bar.h"

#include <QHash>
#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace runtime {
struct ModelFacts;
} // namespace runtime

namespace services {
class InstalledModels;
class ModelDownloads;
class ModelPool;
class Settings;
struct ForeignModels;
} // namespace services

namespace ui {

class Announcer;
class ModelCard;
class ScrollColumn;
class TextLabel;

/// The installed models: what they are and what they need, with buttons that load, unload and
/// choose them. GGUF files and folders are added by buttons or by dropping them here, and those of
/// other programs are searched for when asked; none are copied. A model is taken out of the list,
/// which can be undone, or its files are deleted after a question.
class ModelsPage : public QWidget, public Page {
    Q_OBJECT

public:
    /// All references must outlive the page.
    ModelsPage(services::ModelPool& pool, services::InstalledModels& installed,
        services::Settings& settings, services::ModelDownloads& downloads,
        QWidget* parent = nullptr);

    QWidget* widget() override { return this; }
    void drop(const DropContents& contents, const QMimeData* data) override;

    void addFiles(const QStringList& paths);

    /// Opens the settings of a model at its context length. Does nothing if it is not in the list.
    void showContext(const services::ModelId& model);

    ModelCard* card(const services::ModelId& model) const; ///< null if the model is not in the list
    UndoBar* undoBar() const { return m_undo; }
    QStringList notices() const; ///< messages about models that were added or could not be

signals:
    void fetchRequested(const QString& repository); ///< "OWNER/NAME", from the hub

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void makeHeading();
    void connectServices();
    ModelCard* makeCard(const services::ModelId& model);
    void showModels();
    void showState(const services::ModelId& model);
    void showOutdated(ModelCard& card);
    void loadAgain(const services::ModelId& model);
    void remove(const services::ModelId& model);
    void askToDelete(const services::ModelId& model);
    void askToDelete(const services::StoredModel& stored);
    void deleteFiles(const services::StoredModel& stored);
    void focusAfter(const services::ModelId& model);
    void toggleSettings(ModelCard& card);
    void showMemory();
    void showMemoryOn(const services::LoadOptions& options);
    void showMemoryOn(const std::string& device, const services::DeviceRoom& room);
    services::MemoryEstimate estimateMemory(const runtime::ModelFacts& model) const;
    void showFound(const services::ForeignModels& found);
    void showNotice(const QString& message, Tone tone = Tone::Failure);
    void chooseFiles();
    void chooseFolder();

    services::ModelPool& m_pool;
    services::InstalledModels& m_installed;
    services::Settings& m_settings;
    services::ModelDownloads& m_downloads;
    services::ModelDeletion m_deletion;
    ScrollColumn* m_scroll;
    QVBoxLayout* m_notices;
    QVBoxLayout* m_list;
    QPushButton* m_lookElsewhere = nullptr;
    TextLabel* m_hint;
    UndoBar* m_undo;
    Announcer* m_announcer;
    QHash<services::ModelId, ModelCard*> m_cards;
};

} // namespace ui
