#pragma once

#include "services/documents/answers/facts.h"

namespace services {

/// The dates and days of the week that are in passages or follow from them. Belongs to one thread.
class KnownDates {
public:
    /// Both must outlive it. `language` is that of the passages; `mayDerive` is false if dates must be there.
    KnownDates(const Facts& passages, const Facts& statement, Language language, bool mayDerive);

    bool contains(const Date& date) const;
    bool contains(const Weekday& weekday) const;

    /// The parts of a date that aren't in the passages: its day, month or year.
    QStringList missingOf(const Date& date) const;

private:
    bool isOtherYear(int year) const;
    bool isNamedDay(const Date& date) const;
    bool beginsCompound(const QString& month) const;
    bool isOfRangeWithout(const Weekday& weekday) const;
    bool namesNeighbors() const;
    bool isDerived(const Date& date) const;
    bool isDerivedByChance(const Date& date) const;
    static bool isReached(const Date& date, const Date& from, const Number& time);

    const Facts &m_passages, &m_statement;
    const Language m_passageLanguage;
    const bool m_mayDerive;
};

} // namespace services
