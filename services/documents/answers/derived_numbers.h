#pragma once

#include "services/documents/answers/facts.h"

#include <QList>

#include <initializer_list>
#include <optional>

namespace services {

/// True if a value of this unit is the number: in its unit, and rounded to the digits that it shows.
/// Values without a unit are of any.
bool isReached(const Number& number, double value, const std::optional<Unit>& unit);

/// True if one of a statement is that of a passage, in any notation.
bool isSameNumber(const Number& number, const Number& there);

/// The numbers of passages from which others are derived: of long ones, the first.
QList<Number> numbersToDerive(const Facts& passages);

/// The numbers to which one step leads from those of passages: the sum, difference, product, ratio or
/// mean of two, the sum of several in a row or a column, the time between two dates or times of day,
/// a time of day to which a duration leads. Belongs to one thread.
class DerivedNumbers {
public:
    /// Both must outlive it. Of a long passage, only the first numbers count.
    DerivedNumbers(const Facts& passages, const Facts& statement);

    bool contains(const Number& number) const;

    /// True if one step leads to the number from these and a number of the passages or of these: from
    /// numbers of the statement that are known to be right.
    bool containsWith(const Number& number, const QList<Number>& known) const;

    /// True if a number of the passages and one that is near it give another: "90 mg twice daily".
    bool isOfNeighbors(const Number& number, const Number& one) const;

    /// True if a number of the passages leads from one to the other by a product: an example such as "a
    /// garden of 200 m² may have 90 m² of sheds" if 45 % are allowed.
    bool areExample(const Number& one, const Number& other) const;

    /// True if one step leads to the number from two others of the statement, which are known to be right:
    /// "1,142 of 1,860 euros, 61 %".
    static bool isOfStated(const Number& number, const QList<Number>& known);

    /// True of a percentage if one of these, which were derived, is the change by so much from a number of the
    /// passages to another one: "163 of them, 5 %" between 3,260 and 3,097.
    bool isShareOfChange(const Number& number, const QList<Number>& changes) const;

    /// True if the number lies between the sum of several in a column and one of these, which were derived.
    bool isBetweenSums(const Number& number, const QList<Number>& sums) const;

private:
    bool isDifferenceOfDates(const Number& number) const;
    bool isLaterClock(const Number& number) const;
    bool isSumOfSeveral(const Number& number) const;
    bool isOfPrices(const Number& number) const;
    bool isOfPair(const Number& number) const;
    bool isOfOne(const Number& number, const Number& one) const;

    const Facts &m_passages, &m_statement;
    QList<Number> m_numbers;
};

} // namespace services
