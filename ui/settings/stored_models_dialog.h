#pragma once

#include "services/downloads/stored_model.h"

#include <QDialog>

class QListWidget;
class QPushButton;

namespace ui {

class TextLabel;

/// Shows the downloaded models with their sizes, also those that are in no list, and deletes the
/// files of those that the user ticks.
class StoredModelsDialog : public QDialog {
    Q_OBJECT

public:
    /// The services must outlive it.
    StoredModelsDialog(services::ModelDeletion& deletion, QWidget* parent);

    QListWidget* list() const { return m_list; }
    QPushButton* deleteButton() const { return m_delete; }

signals:
    void deleted(); ///< also if only a part could be deleted

private:
    void showModels(const QList<services::StoredModel>& models);
    void showSize();
    void deleteTicked();
    QList<services::StoredModel> ticked() const;

    services::ModelDeletion& m_deletion;
    QList<services::StoredModel> m_models; // by row
    TextLabel* m_text;
    QListWidget* m_list;
    QPushButton* m_delete;
};

} // namespace ui
