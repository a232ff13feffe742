#pragma once

#include "services/captions/caption_row.h"

#include <QWidget>

class QComboBox;

namespace services {
class InstalledModels;
}

namespace ui {

class LinesEdit;
class DestinationBar;
class TextLabel;

/// Edits the task of a caption run: the question about each picture, the model, and the form of the
/// answer, which is text, one of a few JSON forms, or a JSON schema that the user writes.
class CaptionSetup : public QWidget {
    Q_OBJECT

public:
    /// The models to choose from must outlive it.
    explicit CaptionSetup(services::InstalledModels& models, QWidget* parent = nullptr);

    services::CaptionTask task() const;
    void setTask(const services::CaptionTask& task);

    /// A sentence that says why the task cannot be started; empty if it can.
    QString problem() const;

signals:
    void changed(); ///< sent for changes by the user only

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillModels();
    void selectModel(const services::ModelId& model);
    void showSchema();
    void applyMetrics();

    services::InstalledModels& m_models;
    LinesEdit* m_prompt;
    QComboBox* m_form;
    QComboBox* m_model;
    LinesEdit* m_schema; // of the user's own form
    TextLabel* m_problem;
    DestinationBar* m_destination;
    qint64 m_maxTokens = 0;
    bool m_isSetting = false; // by the program
};

} // namespace ui
