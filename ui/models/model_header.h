#pragma once

#include "services/models/model_id.h"

#include <QWidget>

namespace services {
class InstalledModels;
class ModelPool;
struct ModelState;
} // namespace services

namespace ui {

class Announcer;
class DeviceChip;
class IconButton;
class ModelButton;
class ModelMenu;

/// The line above the messages: the model that answers, which can be changed here; the progress of
/// loading it, or why it cannot be loaded; what it is computed on; and a button that unloads it.
class ModelHeader : public QWidget {
    Q_OBJECT

public:
    /// Pool and models must outlive the header.
    ModelHeader(
        services::ModelPool& pool, services::InstalledModels& installed, QWidget* parent = nullptr);

    /// Sets the model that answers in the conversation that is shown.
    void setModel(const services::ModelId& model);
    const services::ModelId& model() const { return m_model; }

    void openMenu();
    ModelMenu* menu(); ///< made when it is first needed

protected:
    void resizeEvent(QResizeEvent* event) override;

signals:
    void sidebarToggled();
    void settingsPanelToggled();
    void modelChosen(const services::ModelId& model);
    void modelsPageRequested();

private:
    void layOut();
    void showState();
    void showDevice();
    void showLoading(const services::ModelState& state);
    void announce(const services::ModelState& state);

    services::ModelPool& m_pool;
    services::InstalledModels& m_installed;
    services::ModelId m_model;
    IconButton* m_sidebar;
    ModelButton* m_name;
    IconButton* m_cancel;
    IconButton* m_eject;
    DeviceChip* m_device;
    IconButton* m_settings;
    Announcer* m_announcer;
    ModelMenu* m_menu = nullptr;
    int m_announced = -1; // the stage that was told last
};

} // namespace ui
