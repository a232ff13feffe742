#include "ui/catalog/download_list.h"

#include "services/downloads/model_downloads.h"
#include "ui/catalog/catalog_card.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/theme/vignette_style.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace ui {

using services::ModelDownload;
using Phase = ModelDownload::Phase;

namespace {

constexpr int radius = 12; // pixels
constexpr int steps = 1000; // of the progress bar

QString actText(Phase phase)
{
    switch (phase) {
    case Phase::Waiting:
    case Phase::Running:
        return DownloadRow::tr("Pause");
    case Phase::Paused:
        return DownloadRow::tr("Resume");
    case Phase::Done:
        return DownloadRow::tr("Use");
    case Phase::Failed:
        return DownloadRow::tr("Retry");
    }
    return {};
}

} // namespace

DownloadRow::DownloadRow(services::ModelDownloads& downloads, int id, QWidget* parent)
    : QWidget(parent)
    , m_downloads(downloads)
    , m_id(id)
    , m_name(new TextLabel(TextRole::Strong, {}, this))
    , m_state(new TextLabel(TextRole::Small, {}, this))
    , m_progress(new QProgressBar(this))
    , m_act(new QPushButton(this))
    , m_next(
          new IconButton(QStringLiteral("up"), tr("Download next"), IconButton::Look::Quiet, this))
    , m_cancel(new IconButton(QStringLiteral("close"), tr("Cancel"), IconButton::Look::Quiet, this))
{
    m_progress->setRange(0, steps);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(8);
    layOut();
    connect(m_act, &QPushButton::clicked, this, &DownloadRow::act);
    connect(m_next, &IconButton::clicked, this, [this] { m_downloads.moveToFront(m_id); });
    connect(m_cancel, &IconButton::clicked, this, [this] { m_downloads.cancel(m_id); });
}

void DownloadRow::layOut()
{
    const Metrics distance = metrics(this);
    auto* title = new QHBoxLayout;
    title->setSpacing(distance.small);
    title->addWidget(m_name, 1);
    title->addWidget(m_next, 0, Qt::AlignTop);
    title->addWidget(m_cancel, 0, Qt::AlignTop);
    auto* state = new QHBoxLayout;
    state->setSpacing(distance.small);
    state->addWidget(m_act);
    state->addWidget(m_state, 1);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(distance.large, distance.medium, distance.large, distance.medium);
    rows->setSpacing(distance.tight);
    rows->addLayout(title);
    rows->addWidget(m_progress);
    rows->addSpacing(distance.tight);
    rows->addLayout(state);
}

void DownloadRow::showDownload(const ModelDownload& download, bool canBeNext)
{
    const bool isDone = download.phase == Phase::Done, hasFailed = download.phase == Phase::Failed;
    m_name->setText(download.name);
    m_state->setText(progressText(download));
    m_state->setRole(hasFailed ? TextRole::Error : TextRole::Small);
    m_progress->setVisible(!isDone);
    m_progress->setValue(
        download.bytes > 0 ? int(double(download.done) / double(download.bytes) * steps) : 0);
    if (m_next->hasFocus() && !canBeNext)
        m_act->setFocus();
    m_next->setVisible(canBeNext);
    m_act->setText(actText(download.phase));
    m_act->setProperty(primaryButton, isDone);
    m_act->update();
    m_act->setAccessibleName(tr("%1: %2").arg(m_act->text(), download.name));
    m_next->setMeaning(QStringLiteral("up"), tr("Download %1 next").arg(download.name));
    m_cancel->setMeaning(QStringLiteral("close"),
        (isDone ? tr("Clear %1 from this list (keeps the file)")
                : tr("Cancel and delete partial download of %1"))
            .arg(download.name));
    m_progress->setAccessibleName(tr("Downloading %1").arg(download.name));
}

QString DownloadRow::stateText() const
{
    return m_state->text();
}

void DownloadRow::act()
{
    const ModelDownload* download = m_downloads.find(m_id);
    if (!download)
        return;
    switch (download->phase) {
    case Phase::Waiting:
    case Phase::Running:
        return m_downloads.pause(m_id);
    case Phase::Paused:
    case Phase::Failed:
        return m_downloads.goOn(m_id);
    case Phase::Done:
        return emit modelChosen(download->model);
    }
}

void DownloadRow::paintEvent(QPaintEvent*)
{
    paintSurface(*this, colors(palette()).sidebar, radius);
}

using services::ModelDownloads;

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
    int index = 0;
    for (const ModelDownload& download : m_downloads.downloads()) {
        DownloadRow*& row = m_rows[download.id];
        if (!row) {
            row = new DownloadRow(m_downloads, download.id);
            m_phases[download.id] = int(download.phase);
            connect(row, &DownloadRow::modelChosen, this, &DownloadList::modelChosen);
        }
        if (m_list->indexOf(row) != index)
            m_list->insertWidget(index, row);
        ++index;
    }
}

void DownloadList::drop(int id)
{
    DownloadRow* row = m_rows.take(id);
    m_phases.remove(id);
    row->hide(); // the focus continues from there
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
        m_announcer->say(tr("“%1” has been downloaded.").arg(download.name));
    else if (download.phase == Phase::Failed)
        m_announcer->say(tr("%1: %2").arg(download.name, download.sentence));
    else if (before == int(Phase::Failed))
        m_announcer->withdraw();
}

} // namespace ui
