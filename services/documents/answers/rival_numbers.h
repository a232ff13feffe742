#pragma once

#include "services/documents/answers/derived_numbers.h"
#include "services/documents/answers/facts.h"

#include <cstdint>

namespace services {

/// How likely a number of a statement is written in the stead of one of the passages.
enum class Rivalry : uint8_t {
    None,
    Weak, ///< near a word that is near this one, too, or in another language
    Strong, ///< a passage has another number between the same words
};

/// The factors that passages name, of 1,000, 1,000,000 and 1,000,000,000: as a table does whose head says
/// "million".
QList<double> scalesOf(const Facts& passages);

/// Finds the numbers of passages that compete with those of a statement: of about the same size, in a
/// similar place, and missing in the statement. One that the statement calls a result or that it may have
/// computed has no rival, nor has one that is given by another and what is said of it. Any thread may use it.
class RivalNumbers {
public:
    /// All must outlive it.
    RivalNumbers(const Facts& passages, const Facts& statement, const DerivedNumbers& derived,
        bool areSameLanguage);

    Rivalry rivalryOf(const Number& number) const;

    /// True if a passage has another number of the kind and of about the size, or none of the kind, or if
    /// hardly any step unknown here leads to this one.
    bool mayStandForAnother(const Number& number) const;

private:
    Rivalry rivalryOf(const Number& number, const Number& there) const;
    bool isComputed(const Number& number, const Number& there) const;
    bool isExplained(const Number& number, const Number& there) const;
    bool isNear(const Number& operand, const Number& there) const;

    const Facts &m_passages, &m_statement;
    const DerivedNumbers& m_derived;
    const bool m_areSameLanguage;
};

} // namespace services
