#pragma once

#include "services/models/model_id.h"

#include <QHash>
#include <QWidget>

class QVBoxLayout;

namespace services {
class ModelDownloads;
struct ModelDownload;
} // namespace services

namespace ui {

class Announcer;
class DownloadRow;

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
    QHash<int, int> m_phases; // as they were told
    Announcer* m_announcer;
};

} // namespace ui
