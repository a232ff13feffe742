#pragma once

#include "services/downloads/model_downloads.h"

#include <QWidget>

class QProgressBar;
class QPushButton;

namespace ui {

class IconButton;
class TextLabel;

/// A model that is being fetched: how far it is, with buttons that pause it, go on, take it before
/// others, cancel it and, once it is here, use it.
class DownloadRow : public QWidget {
    Q_OBJECT

public:
    /// The downloads must outlive the row.
    DownloadRow(services::ModelDownloads& downloads, int id, QWidget* parent = nullptr);

    int id() const { return m_id; }
    void showDownload(const services::ModelDownload& download, bool canBeNext);

    /// Pauses, goes on, tries again or uses the model, as the download is at the time.
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

} // namespace ui
