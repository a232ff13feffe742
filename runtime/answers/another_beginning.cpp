#include "runtime/answers/another_beginning.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <vector>

namespace runtime {

namespace {

constexpr size_t maxUnfinishedLength = 3; // bytes of a character of UTF-8 that is not whole

// Another token at a position of the answer.
struct Departure {
    size_t place = 0; // bytes of the answer before it
    std::string text;
    double probability = 0;
};

// Spaces alone say nothing else.
bool saysTheSame(const std::string& one, const std::string& other)
{
    return base::trimmed(one) == base::trimmed(other);
}

// Returns the end of the complete characters that begin at byte `from`.
size_t endOfWhole(std::string_view text, size_t from)
{
    while (from < text.size()) {
        const base::Utf8Character character = base::utf8At(text, from);
        if (character.state != base::Utf8Character::State::Whole)
            break;
        from += character.length;
    }
    return from;
}

// They do not hold the text before them: that would take the square of the answer's length.
std::vector<Departure> departuresFrom(std::span<const TokenDetail> answer, std::string& said)
{
    std::vector<Departure> departures;
    size_t whole = 0; // bytes of what is said
    for (const TokenDetail& token : answer) {
        const std::string unfinished = said.substr(whole);
        if (unfinished.size() > maxUnfinishedLength)
            break; // it is broken, and so is all that begins with it
        for (const TokenDetail::Choice& other : token.likeliest) {
            const bool isText
                = !base::trimmed(other.text).empty() && base::isUtf8(unfinished + other.text);
            if (isText && other.probability > 0 && !saysTheSame(other.text, token.chosen.text))
                departures.push_back({said.size(), other.text, other.probability});
        }
        said += token.chosen.text;
        whole = endOfWhole(said, whole);
    }
    return departures;
}

} // namespace

std::optional<std::string> anotherBeginning(std::span<const TokenDetail> answer, size_t choice)
{
    std::string said;
    std::vector<Departure> departures = departuresFrom(answer, said);
    if (choice >= departures.size())
        return std::nullopt;
    std::ranges::stable_sort(departures, std::greater(), &Departure::probability);
    const Departure& departure = departures[choice];
    const std::string text = said.substr(0, departure.place) + departure.text;
    return text.substr(text.find_first_not_of(" \t\r\n"));
}

} // namespace runtime
