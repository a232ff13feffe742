#pragma once

#include "services/documents/answers/facts.h"

#include <QList>

namespace services {

/// The numbers to which a step leads from those of passages that isn't taken by chance, because few numbers fit
/// it or the words say so. Belongs to one thread.
class SureNumbers {
public:
    /// Both must outlive it. Only the first numbers of a long passage count.
    SureNumbers(const Facts& passages, const Facts& statement);

    bool contains(const Number& number) const;

private:
    bool isSumOfThings(const Number& number) const;
    bool isSumOfCells(const Number& number) const;
    bool isSumOfLengths(const Number& number) const;
    bool isRestOfAll(const Number& number) const;
    bool isChanged(const Number& number) const;
    bool isPerPerson(const Number& number) const;
    bool isUnitPrice(const Number& number) const;
    bool isBetweenClocks(const Number& number) const;
    bool isLongerLength(const Number& number) const;
    bool isWeeksOfDays(const Number& number) const;
    bool isProportional(const Number& number) const;
    bool isOpenTime(const Number& number) const;
    bool isWithoutFirst(const Number& number) const;
    bool isAfterRide(const Number& number) const;
    bool isAgeOfRange(const Number& number) const;

    const Facts &m_passages, &m_statement;
    const QList<Number> m_numbers;
};

} // namespace services
