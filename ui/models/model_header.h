#pragma once

#include "services/models/model_id_text.h"
#include "services/models/model_texts.h"

#include <QAbstractButton>
#include <QWidget>

namespace services {
class InstalledModels;
class ModelPool;
} // namespace services

namespace ui {

class Announcer;
class IconButton;
class ModelMenu;

/// Shows in a few words what the model is computed on: "CPU · AVX-512 · 2 threads". A click shows
/// the details: other devices and why they are not used, the context, the draft model.
class DeviceChip : public QAbstractButton {
    Q_OBJECT

public:
    explicit DeviceChip(QWidget* parent = nullptr);

    void setModel(const services::ModelSummary& model);

    /// These details as text.
    QString details() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void openDetails();

    services::ModelSummary m_model;
};

/// A button with the name of the model that answers, and an arrow that says that others can be
/// chosen. While the model is being loaded, a bar at its lower edge shows the progress.
class ModelButton : public QAbstractButton {
    Q_OBJECT

public:
    explicit ModelButton(QWidget* parent = nullptr);

    void setName(const QString& name);
    /// A text next to the name, which screen readers also read; may be empty.
    void setNote(const QString& note, bool isError = false);
    void setProgress(double share); ///< 0 … 1; negative: nothing is being loaded
    double progress() const { return m_share; }
    QString note() const { return m_note; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QFont nameFont() const;
    void describe();
    void paintProgress(QPainter& painter) const;
    void paintText(QPainter& painter) const;

    QString m_note;
    bool m_isError = false;
    double m_share = -1;
};

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
    int m_announced = -1; // the stage that was announced last
};

} // namespace ui
