#include "services/documents/answers/statement_support.h"

#include "services/documents/index/function_words.h"
#include "services/documents/index/search_terms.h"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace services {

namespace {

constexpr double leastShare = 0.5; // of a statement's words

using Terms = std::vector<std::string>;
using TermSet = std::unordered_set<std::string>;

Terms contentTermsOf(std::string_view text)
{
    Terms terms = searchTermsOf(text, TermsOf::Question);
    std::erase_if(terms, isFunctionWord);
    return terms;
}

bool isNumber(const std::string& term)
{
    return std::ranges::any_of(term, [](char byte) { return byte >= '0' && byte <= '9'; });
}

bool carries(const TermSet& passage, const Terms& statement)
{
    size_t found = 0;
    for (const std::string& term : statement) {
        const bool isThere = passage.contains(term);
        if (!isThere && isNumber(term))
            return false;
        found += isThere ? 1 : 0;
    }
    return double(found) >= leastShare * double(statement.size());
}

TermSet termSetOf(std::string_view text)
{
    TermSet set;
    for (std::string& term : searchTermsOf(text, TermsOf::Text))
        set.insert(std::move(term));
    return set;
}

} // namespace

bool saysAnything(std::string_view text)
{
    return contentTermsOf(text).size() >= 2;
}

std::vector<bool> areSupporting(
    std::string_view statement, const std::vector<std::string_view>& passages)
{
    const Terms terms = contentTermsOf(statement);
    TermSet together;
    std::vector<TermSet> sets;
    for (const std::string_view passage : passages) {
        sets.push_back(termSetOf(passage));
        together.insert(sets.back().begin(), sets.back().end());
    }
    const bool areTogether = carries(together, terms);
    std::vector<bool> supports;
    for (const TermSet& set : sets) {
        const auto adds = [&set](const std::string& term) { return set.contains(term); };
        supports.push_back(
            carries(set, terms) || (areTogether && std::ranges::any_of(terms, adds)));
    }
    return supports;
}

} // namespace services
