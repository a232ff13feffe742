#include "engine/filters/string_constraints.h"

#include "base/error.h"
#include "base/utf8.h"
#include "engine/filters/grammar_constraint.h"
#include "engine/filters/pattern_regex.h"
#include "engine/filters/regex_pool.h"

#include <algorithm>
#include <ctime>
#include <utf8proc.h>

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

void refuseEmptyList(const std::vector<std::string>& strings, const std::string& name)
{
    if (strings.empty())
        throw Error(ErrorKind::BadRequest, "A " + name + " constraint needs at least one string.");
}

ConstraintPtr terminalConstraint(
    std::shared_ptr<const TokenTrie> trie, Grammar grammar, RegexId regex)
{
    grammar.setRoot(grammar.terminal(regex));
    return compileGrammar(std::move(trie), std::move(grammar));
}

CharacterSet inAnyCase(char32_t character)
{
    const auto point = utf8proc_int32_t(character);
    CharacterSet set = CharacterSet::one(character);
    for (const utf8proc_int32_t variant :
        {utf8proc_tolower(point), utf8proc_toupper(point), utf8proc_totitle(point)})
        set.add(CharacterSet::one(char32_t(variant)));
    return set;
}

RegexId textInAnyCase(RegexPool& pool, const std::string& text)
{
    if (!base::isUtf8(text))
        throw Error(ErrorKind::BadRequest, "A case-insensitive string isn't valid UTF-8.");
    std::vector<RegexId> characters;
    for (const char32_t character : base::decodeUtf8(text))
        characters.push_back(utf8Regex(pool, inAnyCase(character)));
    return pool.sequence(characters);
}

} // namespace

ConstraintPtr prefixConstraint(
    std::shared_ptr<const TokenTrie> trie, const std::vector<std::string>& prefixes)
{
    refuseEmptyList(prefixes, "prefix");
    std::vector<std::string> sorted = prefixes;
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::string> kept; // a prefix comes before what begins with it
    for (std::string& prefix : sorted)
        if (kept.empty() || !prefix.starts_with(kept.back()))
            kept.push_back(std::move(prefix));

    Grammar grammar;
    RegexPool& pool = grammar.regexes();
    const RegexId beginning = pool.anyLiteral(std::move(kept));
    return terminalConstraint(
        std::move(trie), std::move(grammar), pool.sequence({beginning, pool.anything()}));
}

ConstraintPtr selectConstraint(std::shared_ptr<const TokenTrie> trie,
    const std::vector<std::string>& choices, LetterCase letterCase)
{
    refuseEmptyList(choices, "select");
    Grammar grammar;
    RegexPool& pool = grammar.regexes();
    if (letterCase == LetterCase::Exact)
        return terminalConstraint(std::move(trie), std::move(grammar), pool.anyLiteral(choices));
    std::vector<RegexId> regexes;
    for (const std::string& choice : choices)
        regexes.push_back(textInAnyCase(pool, choice));
    const RegexId any = pool.choice(regexes);
    return terminalConstraint(std::move(trie), std::move(grammar), any);
}

ConstraintPtr regexConstraint(std::shared_ptr<const TokenTrie> trie, std::string_view pattern)
{
    if (!base::isUtf8(pattern))
        throw Error(ErrorKind::BadRequest, "The regular expression is not valid UTF-8.");
    try {
        Grammar grammar;
        const RegexId regex = regexOfPattern(grammar.regexes(), parsePattern(pattern));
        return terminalConstraint(std::move(trie), std::move(grammar), regex);
    } catch (const PatternRefusal& refusal) {
        throw Error(ErrorKind::BadRequest,
            "The regular expression \"" + base::beginning(pattern, 100) + "\" " + refusal.what()
                + (refusal.position() > 0 ? ", at character " + std::to_string(refusal.position())
                                          : "")
                + ".");
    }
}

double threadMicroseconds()
{
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e6 * double(time.tv_sec) + 1e-3 * double(time.tv_nsec);
}

TextTrial tryText(
    const Constraint& constraint, const TokenTrie& trie, std::span<const TokenId> tokens)
{
    TextTrial trial;
    const auto filter = constraint.start();
    const auto timedMask = [&]() -> const TokenMask& {
        const double begin = threadMicroseconds();
        const TokenMask& mask = filter->mask();
        trial.maskMicroseconds.push_back(threadMicroseconds() - begin);
        return mask;
    };
    for (const TokenId token : tokens)
        if (!timedMask().allows(token) || !filter->take(trie.bytes(token)))
            return trial;
    timedMask();
    trial.accepted = filter->mayEnd();
    return trial;
}

} // namespace engine
