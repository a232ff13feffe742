#include "ui/catalogue/download_list.h"

#include "services/downloads/model_downloads.h"
#include "ui/catalogue/download_row.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/announcer.h"
#include "ui/widgets/text_label.h"

#include <QVBoxLayout>

#include <utility>

namespace ui {

using services::ModelDownload;
using services::ModelDownloads;
using Phase = ModelDownload::Phase;

DownloadList::DownloadList(ModelDownloads& downloads, QWidget* parent)
    : QWidget(parent)
    , m_downloads(downloads)
    , m_list(new QVBoxLayout)
    , m_announcer(new Announcer(this))
{
    const Metrics distance = metrics(this);
    m_list->setSpacing(distance.small);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, distance.medium);
    layout->setSpacing(distance.small);
    layout->addWidget(new TextLabel(TextRole::Heading, tr("Downloads"), this));
    layout->addLayout(m_list);
    connect(&downloads, &ModelDownloads::changed, this, &DownloadList::showDownload);
    showAll();
}

// Progress changes one row; whatever else happens may change what the others offer.
void DownloadList::showDownload(int id)
{
    const ModelDownload* download = m_downloads.find(id);
    const bool isProgress = download && m_phases.value(id, -1) == int(download->phase)
        && m_list->indexOf(m_rows[id]) == download - m_downloads.downloads().data();
    if (!isProgress)
        return showAll();
    m_rows[id]->showDownload(*download, canBeNext(*download));
}

void DownloadList::showAll()
{
    for (const int id : m_rows.keys())
        if (!m_downloads.find(id))
            drop(id);
    arrange();
    for (const ModelDownload& download : m_downloads.downloads()) {
        m_rows[download.id]->showDownload(download, canBeNext(download));
        announce(download);
    }
    setVisible(!m_rows.isEmpty());
}

void DownloadList::arrange()
{
    int place = 0;
    for (const ModelDownload& download : m_downloads.downloads()) {
        DownloadRow*& row = m_rows[download.id];
        if (!row) {
            row = new DownloadRow(m_downloads, download.id);
            m_phases[download.id] = int(download.phase);
            connect(row, &DownloadRow::modelChosen, this, &DownloadList::modelChosen);
        }
        if (m_list->indexOf(row) != place)
            m_list->insertWidget(place, row);
        ++place;
    }
}

void DownloadList::drop(int id)
{
    DownloadRow* row = m_rows.take(id);
    m_phases.remove(id);
    row->hide(); // the focus goes on from there
    m_list->removeWidget(row);
    row->deleteLater();
}

bool DownloadList::canBeNext(const ModelDownload& download) const
{
    for (const ModelDownload& other : m_downloads.downloads())
        if (other.phase == Phase::Waiting)
            return download.phase == Phase::Waiting && other.id != download.id;
    return false;
}

void DownloadList::announce(const ModelDownload& download)
{
    const int before = std::exchange(m_phases[download.id], int(download.phase));
    if (before == int(download.phase))
        return;
    if (download.phase == Phase::Done)
        m_announcer->say(tr("%1 is on this computer now.").arg(download.name));
    else if (download.phase == Phase::Failed)
        m_announcer->say(tr("%1: %2").arg(download.name, download.sentence));
    else if (before == int(Phase::Failed))
        m_announcer->withdraw();
}

} // namespace ui
