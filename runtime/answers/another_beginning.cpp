#include "runtime/answers/another_beginning.h"

#include "engine/tokenizers/utf8.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace runtime {

namespace {

struct Beginning {
    std::string text;
    float probability = 0; // of its last token
};

std::string trimmed(const std::string& text)
{
    constexpr const char* space = " \t\r\n";
    const size_t first = text.find_first_not_of(space);
    return first == std::string::npos
        ? std::string()
        : text.substr(first, text.find_last_not_of(space) - first + 1);
}

// Spaces alone say nothing else.
bool saysTheSame(const std::string& one, const std::string& other)
{
    return trimmed(one) == trimmed(other);
}

} // namespace

std::optional<std::string> anotherBeginning(std::span<const TokenDetail> answer, size_t choice)
{
    std::vector<Beginning> beginnings;
    std::string before;
    for (const TokenDetail& token : answer) {
        for (const TokenDetail::Choice& other : token.likeliest) {
            const std::string text = before + other.text;
            const bool isText = !trimmed(other.text).empty() && engine::isUtf8(text);
            if (isText && other.probability > 0 && !saysTheSame(other.text, token.chosen.text))
                beginnings.push_back({text, other.probability});
        }
        before += token.chosen.text;
    }
    if (choice >= beginnings.size())
        return std::nullopt;
    std::ranges::stable_sort(beginnings, std::greater(), &Beginning::probability);
    const std::string& text = beginnings[choice].text;
    return text.substr(text.find_first_not_of(" \t\r\n"));
}

} // namespace runtime
