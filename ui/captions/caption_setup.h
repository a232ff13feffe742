#pragma once

#include "services/captions/caption_row.h"

#include <QWidget>

class QComboBox;

namespace services {
class InstalledModels;
}

namespace ui {

class LinesEdit;
class TextLabel;

/// What is asked about each picture, by which model, and in which form it answers: text, one of a
/// few JSON forms, or one that the user writes as a JSON schema.
class CaptionSetup : public QWidget {
    Q_OBJECT

public:
    /// The models, among which is chosen, must outlive it.
    explicit CaptionSetup(services::InstalledModels& models, QWidget* parent = nullptr);

    services::CaptionTask task() const;
    void setTask(const services::CaptionTask& task);

    /// A sentence about what keeps the task from being started; empty: nothing.
    QString problem() const;

signals:
    void changed(); ///< by the user

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
    qint64 m_maxTokens = 0;
    bool m_isSetting = false; // by the program
};

} // namespace ui
