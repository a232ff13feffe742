#pragma once

#include "services/models/model_id.h"
#include "ui/models/popup.h"

class QListWidget;
class QPushButton;

namespace services {
class InstalledModels;
class ModelPool;
} // namespace services

namespace ui {

class Announcer;
class SearchField;
class TextLabel;

/// A list of the models to choose from, below the button that names the current one. Typing filters
/// it; arrow keys and Enter choose. Models that cannot be used appear only on the models page.
class ModelMenu : public Popup {
    Q_OBJECT

public:
    /// Pool and models must outlive the menu.
    ModelMenu(services::ModelPool& pool, services::InstalledModels& installed, QWidget* opener);

    void openAt(const services::ModelId& current);

    SearchField* filterField() const { return m_filter; }
    QListWidget* list() const { return m_list; }

signals:
    void chosen(const services::ModelId& model);
    void modelsPageRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void filter();
    void choose();
    void moveBy(int rows);
    QString detailOf(const services::ModelId& model) const;

    services::ModelPool& m_pool;
    services::InstalledModels& m_installed;
    services::ModelId m_current;
    SearchField* m_filter;
    QListWidget* m_list;
    TextLabel* m_nothing;
    QPushButton* m_more;
    Announcer* m_announcer;
};

} // namespace ui
