#include "services/captions/caption_library.h"

#include "services/captions/caption_store.h"
#include "services/text.h"

#include <QDateTime>
#include <QUuid>

namespace services {

namespace {

constexpr qsizetype sourcesTold = 5; // of a run, in its tooltip

} // namespace

CaptionLibrary::CaptionLibrary(ModelPool& models, const QString& path, QObject* parent)
    : QAbstractListModel(parent)
    , m_models(models)
{
    if (path.isEmpty())
        return;
    m_store = std::make_unique<CaptionStore>(path);
    connect(m_store.get(), &CaptionStore::failed, this, &CaptionLibrary::failed);
    m_store->loadRuns(
        this, [this](const QList<CaptionRecord>& records) { restore(records); },
        [this] { emit restored(); });
}

CaptionLibrary::~CaptionLibrary()
{
    qDeleteAll(
        findChildren<CaptionRun*>(QString(), Qt::FindDirectChildrenOnly)); // before the store
}

void CaptionLibrary::restore(const QList<CaptionRecord>& records)
{
    if (!records.isEmpty()) {
        const int first = int(m_runs.size()); // behind those added since the start
        beginInsertRows({}, first, first + int(records.size()) - 1);
        for (const CaptionRecord& record : records)
            m_runs << make(record);
        endInsertRows();
    }
    emit restored();
}

CaptionRun* CaptionLibrary::make(const CaptionRecord& record)
{
    auto* run = new CaptionRun(record, m_models, m_store.get(), this);
    run->setChecker(m_checker);
    const auto tellChanged = [this, run] {
        const int row = findRow(run);
        if (row >= 0)
            emit dataChanged(index(row), index(row));
    };
    connect(run, &CaptionRun::rowChanged, this, tellChanged);
    connect(run, &CaptionRun::rowsAdded, this, tellChanged);
    connect(run, &CaptionRun::stateChanged, this, tellChanged);
    return run;
}

CaptionRun* CaptionLibrary::add(const QStringList& paths, const CaptionTask& task)
{
    CaptionRun* run = make({QUuid::createUuid().toString(QUuid::WithoutBraces),
        QDateTime::currentMSecsSinceEpoch(), paths, task});
    insert(run);
    run->beginNew();
    return run;
}

void CaptionLibrary::insert(CaptionRun* run)
{
    const auto place = std::find_if(m_runs.begin(), m_runs.end(),
        [run](const CaptionRun* other) { return other->created() <= run->created(); });
    const auto row = int(place - m_runs.begin());
    beginInsertRows({}, row, row);
    m_runs.insert(row, run);
    endInsertRows();
}

void CaptionLibrary::setChecker(CaptionChecker* checker)
{
    m_checker = checker;
    for (CaptionRun* run : findChildren<CaptionRun*>(QString(), Qt::FindDirectChildrenOnly)) {
        run->setChecker(checker);
        run->checkAll();
    }
}

void CaptionLibrary::load(CaptionRun* run)
{
    run->load();
}

void CaptionLibrary::remove(CaptionRun* run)
{
    const int row = findRow(run);
    if (row < 0)
        return;
    run->cancel();
    beginRemoveRows({}, row, row);
    m_runs.removeAt(row);
    endRemoveRows();
    if (m_store)
        m_store->setDeleted(run->id(), true);
}

void CaptionLibrary::putBack(CaptionRun* run)
{
    if (findRow(run) >= 0)
        return;
    insert(run);
    if (m_store)
        m_store->setDeleted(run->id(), false);
}

void CaptionLibrary::forget(CaptionRun* run)
{
    if (!m_store || findRow(run) >= 0)
        return;
    run->keepNothing();
    m_store->erase(run->id());
}

int CaptionLibrary::findRow(const CaptionRun* run) const
{
    return int(m_runs.indexOf(run));
}

int CaptionLibrary::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_runs.size());
}

QVariant CaptionLibrary::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    CaptionRun* run = m_runs[index.row()];
    using State = CaptionRow::State;
    switch (role) {
    case Qt::DisplayRole:
        return run->title();
    case Qt::ToolTipRole:
        return plainToolTipInLines(run->sources().mid(0, sourcesTold).join(u'\n'));
    case RunRole:
        return QVariant::fromValue(run);
    case ProgressRole: {
        const qsizetype open = run->count(State::Waiting) + run->count(State::Running);
        const qsizetype closed
            = run->count(State::Done) + run->count(State::Failed) + run->count(State::Edited);
        return tr("%1 of %2", "described of all pictures").arg(closed).arg(open + closed);
    }
    default:
        return {};
    }
}

} // namespace services
