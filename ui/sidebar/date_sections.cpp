#include "ui/sidebar/date_sections.h"

#include <QLocale>

namespace ui {

namespace {

constexpr int recentDays = 7;

} // namespace

DateSections::DateSections(const QDateTime& now)
    : m_today(now.date())
{
}

// Dates are worked out once for a section: that is slow among thousands.
bool DateSections::moveTo(qint64 time)
{
    if (!m_name.isEmpty() && time >= m_begin)
        return false;
    enterSectionOf(QDateTime::fromMSecsSinceEpoch(time).date());
    return true;
}

void DateSections::enterSectionOf(const QDate& date)
{
    if (date >= m_today)
        return enter(m_today, tr("Today"));
    if (date == m_today.addDays(-1))
        return enter(date, tr("Yesterday"));
    if (date >= m_today.addDays(-recentDays))
        return enter(m_today.addDays(-recentDays), tr("Last 7 days"));
    const QString month = QLocale().standaloneMonthName(date.month());
    enter(QDate(date.year(), date.month(), 1),
        date.year() == m_today.year()
            ? month
            : tr("%1 %2", "a month and its year").arg(month).arg(date.year()));
}

void DateSections::enter(const QDate& first, const QString& name)
{
    m_begin = first.startOfDay().toMSecsSinceEpoch();
    m_name = name;
}

} // namespace ui
