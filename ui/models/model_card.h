#pragma once

#include "services/models/load_settings.h"
#include "services/models/model_texts.h"

#include <QWidget>

class QLabel;
class QLayout;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace ui {

class IconButton;
class Badge;
class TextLabel;

/// A model on the models page: what it is, the memory that it needs, its state, and buttons for
/// what can be done with it; or why it cannot be used. What is set for it is edited in the card.
class ModelCard : public QWidget {
    Q_OBJECT

public:
    explicit ModelCard(const services::ModelId& model, QWidget* parent = nullptr);

    const services::ModelId& model() const { return m_model; }

    void showModel(const services::ModelFacts& model, const QString& name);
    void showState(const services::ModelState& state);
    void showMemory(const services::MemoryEstimate& estimate, const services::DeviceRoom& room);
    void setOutdated(bool isOutdated); ///< whether it was loaded before its settings changed
    bool isOutdated() const { return m_isOutdated; }
    QString outdatedText() const; ///< what is said then
    /// The repository from which a model that can't be used may be downloaded again; empty: unknown.
    void setRepository(const QString& repository);
    /// Shows what edits its settings, below all else; null: nothing. The card owns it.
    void setEditor(QWidget* editor);
    QWidget* editor() const { return m_editor; }
    void setCurrent(bool isCurrent); ///< whether it answers in conversations that name no model

    /// Marks a model that was added while somebody looks at the list.
    void setNew(bool isNew);
    bool isNew() const { return m_isNew; }

    QPushButton* useButton() const { return m_use; }
    IconButton* partsButton() const { return m_partsButton; }
    QPushButton* detailsButton() const { return m_details; } ///< of a model that can't be used
    QPushButton* fetchButton() const { return m_fetch; } ///< downloads such a model again
    QPushButton* loadButton() const { return m_load; } ///< loads, cancels the loading or unloads
    QPushButton* loadAgainButton() const { return m_loadAgain; }
    IconButton* settingsButton() const { return m_settings; }
    IconButton* deleteButton() const { return m_delete; }
    IconButton* removeButton() const { return m_remove; }
    QString stateText() const;

signals:
    void chosen();
    void loadRequested();
    void cancelRequested();
    void unloadRequested();
    void loadAgainRequested();
    void settingsToggled(); ///< shown, or hidden again
    void deleteRequested(); ///< with its files
    void removeRequested(); ///< from the list
    void fetchRequested(const QString& repository);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    QLayout* makeProblemRow();
    void showWarning();
    void act();
    void showLoadButton();
    bool isElsewhere() const;
    void setNames();
    void showParts(bool isShown);

    const services::ModelId m_model;
    QString m_shownName;
    int m_stage = 0;
    bool m_isUsable = false;
    bool m_isCurrent = false;
    bool m_isNew = false;
    bool m_isOutdated = false;
    TextLabel* m_name;
    Badge* m_new;
    TextLabel* m_facts;
    QString m_repository;
    QLabel* m_warning;
    TextLabel* m_problem;
    QPushButton* m_details;
    QPushButton* m_fetch;
    QPushButton* m_takeOut; // out of the list
    TextLabel* m_memory;
    IconButton* m_partsButton;
    TextLabel* m_parts;
    TextLabel* m_state;
    QProgressBar* m_progress;
    TextLabel* m_default;
    QPushButton* m_use;
    QPushButton* m_load;
    TextLabel* m_outdated;
    QPushButton* m_loadAgain;
    IconButton* m_settings;
    IconButton* m_delete;
    IconButton* m_remove;
    QVBoxLayout* m_rows = nullptr;
    QWidget* m_editor = nullptr;
};

} // namespace ui
