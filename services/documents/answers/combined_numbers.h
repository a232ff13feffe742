#pragma once

#include "services/documents/answers/facts.h"

#include <QList>

#include <map>
#include <span>
#include <vector>

namespace services {

/// The numbers to which two steps lead from those of passages: a price and a count times another price,
/// the rest of a sum divided by the heads, a share of a total. So many numbers can be reached by chance
/// that one counts only if few others of its size can be reached, too. Belongs to one thread.
class CombinedNumbers {
public:
    /// Both must outlive it. Only the first numbers of a long passage count.
    CombinedNumbers(const Facts& passages, const Facts& statement);

    bool contains(const Number& number);

private:
    struct Term {
        double value = 0; ///< in the base unit of its dimension
        double written = 0;
        char dimension = 0;
        qsizetype begin = 0; ///< in the text
    };
    using Values = std::vector<double>;
    using Way = Values (CombinedNumbers::*)(char dimension) const;

    // Each gives values of one dimension, in its base unit.
    Values statedCounts(char dimension) const;
    Values productsWithSums(char dimension) const;
    Values sumsByCounts(char dimension) const;
    Values sumsOfThree(char dimension) const;
    Values productsOfThree(char dimension) const;
    Values sharesOfResults(char dimension) const;
    Values ratiosOfSums(char dimension) const;
    Values spansOfTime(char dimension) const;
    Values timesOfDay(char dimension) const;

    static std::span<const Way> ways(); // the likelier ones come first
    const Values& valuesOf(size_t way, char dimension);
    bool isFound(const Number& number, char dimension);

    std::map<char, std::vector<Term>> m_terms; // by dimension
    std::vector<Term> m_factors; // counts and durations by which others are multiplied
    std::vector<double> m_stated; // small counts of the statement
    std::vector<double> m_shares; // of one, as percentages and fractions are
    std::vector<double> m_clocks; // in hours
    std::vector<double> m_days; // between dates
    std::map<std::pair<size_t, char>, Values> m_values; // by the way and the dimension
};

} // namespace services
