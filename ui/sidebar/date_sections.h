#pragma once

#include <QCoreApplication>
#include <QDateTime>
#include <QString>

namespace ui {

/// Assigns times to sections, going back in time: today, yesterday, the last 7 days, then months.
class DateSections {
    Q_DECLARE_TR_FUNCTIONS(ui::DateSections)

public:
    explicit DateSections(const QDateTime& now);

    /// Goes to the section of `time` (milliseconds since 1970), which must not be later than the
    /// time before. Returns true if that is another section.
    bool moveTo(qint64 time);

    QString name() const { return m_name; } ///< of the section, to be shown to users

private:
    void enter(const QDate& first, const QString& name);
    void enterSectionOf(const QDate& date);

    QDate m_today;
    qint64 m_begin = 0; // of the section, milliseconds since 1970
    QString m_name; // empty before the first
};

} // namespace ui
