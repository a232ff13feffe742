#include "services/pictures/svg_uses.h"

#include "vision/images/raster.h"

namespace services {

namespace {

constexpr qint64 mostElements = 100'000;
constexpr int mostLevels = 512; // of groups and uses within each other
constexpr qint64 unknown = -1, underWay = -2;

} // namespace

void SvgUses::enter(const QString& id, const QString& used)
{
    int group = m_open.isEmpty() ? 0 : m_open.last();
    if (!id.isEmpty()) {
        const int own = int(m_groups.size());
        m_groups[group].within << own;
        m_groups << Group{};
        m_named[id] << own;
        group = own;
    }
    m_open << group;
    ++m_groups[group].elements;
    if (!used.isEmpty())
        m_groups[group].uses << used;
    if (++m_elements > mostElements)
        vision::refusePicture("is an SVG with too many elements to be drawn");
}

void SvgUses::leave()
{
    m_open.removeLast();
}

void SvgUses::check() const
{
    QList<qint64> known(m_groups.size(), unknown);
    drawnBy(0, known, 0);
}

qint64 SvgUses::drawnBy(int group, QList<qint64>& known, int depth) const
{
    if (known[group] == underWay)
        vision::refusePicture("is an SVG in which something is used within itself");
    if (known[group] != unknown)
        return known[group];
    if (depth > mostLevels)
        vision::refusePicture("is an SVG whose elements use each other too often to be drawn");
    known[group] = underWay;
    qint64 drawn = m_groups[group].elements;
    const auto add = [&](const QList<int>& groups) {
        for (const int other : groups) {
            drawn += drawnBy(other, known, depth + 1);
            if (drawn > mostElements)
                vision::refusePicture("is an SVG with too many elements to be drawn");
        }
    };
    add(m_groups[group].within);
    for (const QString& used : m_groups[group].uses)
        add(m_named.value(used));
    return known[group] = drawn;
}

} // namespace services
