#include "ui/documents/passages/hit_model.h"

#include "services/plain_tool_tip.h"
#include "ui/documents/passages/passage_source.h"

#include <QFileInfo>
#include <QLocale>

namespace ui {

namespace {

constexpr qsizetype mostShown = 600; // characters of a passage

QString placeOf(const services::Source& hit)
{
    QStringList parts;
    if (hit.page > 0)
        parts << HitModel::tr("Page %1").arg(QLocale().toString(hit.page));
    if (!hit.heading.isEmpty())
        parts << hit.heading;
    return parts.join(QStringLiteral(" · "));
}

} // namespace

void HitModel::setHits(const std::vector<services::DocumentHit>& hits)
{
    beginResetModel();
    m_hits.clear();
    for (const services::DocumentHit& hit : hits)
        m_hits << sourceOf(hit.found.file, {}, hit.found.passage);
    endResetModel();
}

int HitModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_hits.size());
}

QVariant HitModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const services::Source& hit = m_hits[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return hit.title;
    case PlaceRole:
        return placeOf(hit);
    case ExcerptRole:
        return hit.passage.left(2 * mostShown).simplified().left(mostShown);
    case Qt::AccessibleTextRole:
        return tr("%1, %2: %3").arg(hit.title, placeOf(hit), data(index, ExcerptRole).toString());
    case Qt::ToolTipRole:
        return services::plainToolTipInLines(hit.address);
    default:
        return {};
    }
}

} // namespace ui
