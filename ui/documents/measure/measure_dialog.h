#pragma once

#include "services/documents/measure/measure_library.h"
#include "services/models/model_id_text.h"
#include "ui/widgets/work_dialog.h"

#include <optional>

class QCheckBox;
class QPushButton;
class QSpinBox;

namespace services {
class DocumentLibrary;
class ModelPool;
class Settings;
} // namespace services

namespace ui {

/// Measures how well the user's library answers questions that are made from its own passages.
class MeasureDialog : public WorkDialog {
    Q_OBJECT

public:
    /// All references must outlive it. `modelName` is that of the current model; empty: it can't
    /// write questions.
    MeasureDialog(services::DocumentLibrary& library, services::ModelPool& models,
        services::Settings& settings, const QString& modelName, QWidget* parent = nullptr);

    /// What came of it; nothing before it has ended well.
    const std::optional<services::LibraryMeasure>& measure() const { return m_measure; }

    /// Lists what came of a measurement. If a model wrote the questions, a button offers the threshold
    /// that it suggests.
    void report(const services::LibraryMeasure& measure);

protected:
    void act() override;

private:
    void offerThreshold();
    void useThreshold();

    services::DocumentLibrary& m_library;
    services::ModelPool& m_models;
    services::Settings& m_settings;
    std::optional<services::LibraryMeasure> m_measure;
    QSpinBox* m_questions;
    QCheckBox* m_byModel;
    QPushButton* m_use; // the threshold that is suggested
};

} // namespace ui
