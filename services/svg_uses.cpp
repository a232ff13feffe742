#include "services/svg_uses.h"

#include "vision/images/raster.h"

namespace services {

namespace {

constexpr qint64 mostElements = 100'000;
constexpr int mostLevels = 64; // of uses within uses
constexpr qint64 underWay = -1;

} // namespace

void SvgUses::enter(const QString& id, const QString& used)
{
    m_open << id;
    const auto count = [&](const QString& group) {
        Group& counted = m_groups[group];
        ++counted.elements;
        if (!used.isEmpty())
            counted.uses << used;
    };
    count({});
    for (const QString& open : m_open)
        if (!open.isEmpty())
            count(open);
    if (m_groups[QString()].elements > mostElements)
        vision::refusePicture("is an SVG with too many elements to be drawn");
}

void SvgUses::leave()
{
    m_open.removeLast();
}

void SvgUses::check() const
{
    QHash<QString, qint64> known;
    drawnBy({}, known, 0);
}

qint64 SvgUses::drawnBy(const QString& id, QHash<QString, qint64>& known, int depth) const
{
    if (const auto found = known.constFind(id); found != known.cend()) {
        if (*found == underWay)
            vision::refusePicture("is an SVG in which something is used within itself");
        return *found;
    }
    const auto group = m_groups.constFind(id);
    if (group == m_groups.cend())
        return 0;
    if (depth > mostLevels)
        vision::refusePicture("is an SVG whose elements use each other too often to be drawn");
    known[id] = underWay;
    qint64 drawn = group->elements;
    for (const QString& used : group->uses) {
        drawn += drawnBy(used, known, depth + 1);
        if (drawn > mostElements)
            vision::refusePicture("is an SVG with too many elements to be drawn");
    }
    return known[id] = drawn;
}

} // namespace services
