#pragma once

#include <QCoreApplication>
#include <QDateTime>
#include <QString>

namespace ui {

/// Walks back in time from section to section: today, yesterday, the last 7 days, then months.
class DateSections {
    Q_DECLARE_TR_FUNCTIONS(ui::DateSections)

public:
    explicit DateSections(const QDateTime& now);

    /// Goes to the section of a time, in milliseconds since 1970, that is not later than the one
    /// before. Returns whether that is another section.
    bool moveTo(qint64 time);

    QString name() const { return m_name; } ///< for people

private:
    void enter(const QDate& first, const QString& name);
    void enterSectionOf(const QDate& date);

    QDate m_today;
    qint64 m_begin = 0; // of the section, milliseconds since 1970
    QString m_name; // empty before the first
};

} // namespace ui
