#pragma once

#include "services/generation/answer_settings.h"

#include <QWidget>

class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace runtime {
struct ModelFacts;
} // namespace runtime

namespace services {
class Settings;
} // namespace services

namespace ui {

class DeviceChoice;
class FormRow;
class SamplerEditor;

/// What is set for one model alone: its context, its device, and how it answers where a conversation
/// sets nothing. Keeps it in the settings, and shows changes that are made elsewhere.
class ModelDefaultsEditor : public QWidget {
    Q_OBJECT

public:
    /// The settings must outlive it.
    ModelDefaultsEditor(
        services::Settings& settings, const runtime::ModelFacts& model, QWidget* parent = nullptr);

    QSpinBox* context() const { return m_context; }
    DeviceChoice* device() const { return m_device; }
    SamplerEditor* sampler() const { return m_sampler; }
    QPushButton* resetButton() const { return m_reset; }

private:
    void makeContext(const runtime::ModelFacts& model);
    void connectControls();
    template <typename Change>
    void change(Change change);
    void showDefaults();

    services::Settings& m_settings;
    const services::ModelId m_model;
    QSpinBox* m_context;
    FormRow* m_contextRow;
    DeviceChoice* m_device;
    FormRow* m_deviceRow;
    SamplerEditor* m_sampler;
    QPushButton* m_reset;
};

} // namespace ui
