#pragma once

#include "services/captions/caption_store.h"

#include <QList>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>

class QComboBox;

namespace services {
class InstalledModels;
}

namespace ui {

class DestinationBar;
class LinesEdit;
class TextLabel;

/// A form of answer that captions can have.
struct CaptionForm {
    QString name; ///< to be shown to users
    QString schema; ///< a JSON schema; empty: plain text
};

/// All forms; the first one is plain text.
QList<CaptionForm> captionForms();

/// Calls `take` with the paths. If there are folders among the paths and images in folders below
/// them, first asks the user whether to add those folders. Looks for them in the background;
/// without folders, `take` is called at once. It is not called if the user cancels the question or
/// `parent` is destroyed.
void withFoldersBelow(
    QWidget* parent, const QStringList& paths, const std::function<void(const QStringList&)>& take);

/// Edits the task of a caption run: the question about each image, the model, and the form of the
/// answer, which is text, one of a few JSON forms, or a JSON schema that the user writes.
class CaptionSetup : public QWidget {
    Q_OBJECT

public:
    /// The models to choose from must outlive it.
    explicit CaptionSetup(services::InstalledModels& models, QWidget* parent = nullptr);

    services::CaptionTask task() const;
    void setTask(const services::CaptionTask& task);

    /// A message that says why the task cannot be started; empty if it can.
    QString problem() const;

signals:
    void changed(); ///< sent for changes by the user only

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

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
    QList<TextLabel*> m_labels; // of the choices
    qint64 m_maxTokens = 0;
    bool m_isSetting = false; // by the program
};

} // namespace ui
