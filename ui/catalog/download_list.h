#pragma once

#include "services/downloads/model_downloads.h"
#include "services/models/model_id_text.h"

#include <QHash>
#include <QWidget>

class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace services {
class ModelDownloads;
struct ModelDownload;
} // namespace services

namespace ui {

class Announcer;
class IconButton;
class TextLabel;

/// A model that is being fetched: how far it is, with buttons that pause it, continue, take it
/// before others, cancel it and, once it is here, use it.
class DownloadRow : public QWidget {
    Q_OBJECT

public:
    /// The downloads must outlive the row.
    DownloadRow(services::ModelDownloads& downloads, int id, QWidget* parent = nullptr);

    int id() const { return m_id; }
    void showDownload(const services::ModelDownload& download, bool canBeNext);

    /// Pauses, continues, tries again or uses the model, as the download is at the time.
    QPushButton* actButton() const { return m_act; }
    IconButton* nextButton() const { return m_next; }
    IconButton* cancelButton() const { return m_cancel; }
    QString stateText() const;

signals:
    void modelChosen(const services::ModelId& model);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void layOut();
    void act();

    services::ModelDownloads& m_downloads;
    const int m_id;
    TextLabel* m_name;
    TextLabel* m_state;
    QProgressBar* m_progress;
    QPushButton* m_act;
    IconButton* m_next;
    IconButton* m_cancel;
};

/// The models that are being fetched, in their order. Hidden while there is none. Screen readers hear
/// how each ends.
class DownloadList : public QWidget {
    Q_OBJECT

public:
    /// The downloads must outlive the list.
    explicit DownloadList(services::ModelDownloads& downloads, QWidget* parent = nullptr);

    DownloadRow* row(int id) const { return m_rows.value(id); } ///< null: there is none

signals:
    void modelChosen(const services::ModelId& model);

private:
    void showDownload(int id);
    void arrange();
    void showAll();
    void drop(int id);
    void announce(const services::ModelDownload& download);
    bool canBeNext(const services::ModelDownload& download) const;

    services::ModelDownloads& m_downloads;
    QVBoxLayout* m_list;
    QHash<int, DownloadRow*> m_rows; // by id
    QHash<int, int> m_phases; // as they were announced
    Announcer* m_announcer;
};

} // namespace ui
