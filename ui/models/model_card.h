#pragma once

#include "services/models/model_description.h"

#include <QWidget>

class QProgressBar;
class QPushButton;

namespace services {
struct DeviceRoom;
struct MemoryEstimate;
struct ModelState;
} // namespace services

namespace ui {

class IconButton;
class TextLabel;

/// One model of the models page: what it is, the memory it needs, where it stands, and what can be
/// done with it; or why it cannot be used.
class ModelCard : public QWidget {
    Q_OBJECT

public:
    explicit ModelCard(const services::ModelId& model, QWidget* parent = nullptr);

    const services::ModelId& model() const { return m_model; }

    void showModel(const services::ModelDescription& model, const QString& name);
    void showState(const services::ModelState& state);
    void showMemory(const services::MemoryEstimate& estimate, const services::DeviceRoom& room);
    void setCurrent(bool isCurrent); ///< it answers where a conversation names none

    QPushButton* useButton() const { return m_use; }
    QPushButton* loadButton() const { return m_load; } ///< loads, cancels or unloads
    IconButton* removeButton() const { return m_remove; }
    QString stateText() const;

signals:
    void chosen();
    void loadRequested();
    void cancelRequested();
    void unloadRequested();
    void removeRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void layOut();
    void act();
    void setNames();

    const services::ModelId m_model;
    QString m_shownName;
    int m_stage = 0;
    bool m_isUsable = false;
    bool m_isCurrent = false;
    TextLabel* m_name;
    TextLabel* m_facts;
    TextLabel* m_problem;
    TextLabel* m_memory;
    IconButton* m_partsButton;
    TextLabel* m_parts;
    TextLabel* m_state;
    QProgressBar* m_progress;
    QPushButton* m_use;
    QPushButton* m_load;
    IconButton* m_remove;
};

} // namespace ui
