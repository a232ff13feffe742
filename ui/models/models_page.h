#pragma once

#include "services/models/model_id.h"
#include "ui/page.h"

#include <QHash>
#include <QWidget>

class QVBoxLayout;

namespace services {
class InstalledModels;
class ModelPool;
class Settings;
struct DeviceRoom;
struct MemoryEstimate;
struct ModelDescription;
} // namespace services

namespace ui {

class Announcer;
class DropOverlay;
class ModelCard;
class ScrollColumn;
class TextLabel;

/// The models that are installed: what they are and need, to be loaded, unloaded and chosen. GGUF
/// files and folders are added where they lie, by the buttons or by dropping them here.
class ModelsPage : public QWidget, public Page {
    Q_OBJECT

public:
    /// All must outlive the page.
    ModelsPage(services::ModelPool& pool, services::InstalledModels& installed,
        services::Settings& settings, QWidget* parent = nullptr);

    QWidget* widget() override { return this; }
    void drop(const DropContents& contents, const QMimeData* data) override;

    void addFiles(const QStringList& paths);

    ModelCard* card(const services::ModelId& model) const; ///< null: it is not in the list
    QStringList notices() const; ///< sentences about what could not be added

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeHeading();
    void connectServices();
    ModelCard* makeCard(const services::ModelId& model);
    void showModels();
    void showState(const services::ModelId& model);
    void showMemory();
    void showMemory(const services::DeviceRoom& room);
    services::MemoryEstimate estimateOf(const services::ModelDescription& model) const;
    void showNotice(const QString& sentence);
    void chooseFiles();
    void chooseFolder();

    services::ModelPool& m_pool;
    services::InstalledModels& m_installed;
    services::Settings& m_settings;
    ScrollColumn* m_scroll;
    QVBoxLayout* m_notices;
    QVBoxLayout* m_list;
    TextLabel* m_hint;
    Announcer* m_announcer;
    DropOverlay* m_overlay;
    QHash<services::ModelId, ModelCard*> m_cards;
};

} // namespace ui
