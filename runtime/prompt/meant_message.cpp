#include "runtime/prompt/meant_message.h"

#include "runtime/prompt/message_json.h"
#include <algorithm>
#include <set>
#include <string>

namespace runtime {

namespace {

// In bytes; shorter words are in every text, but name files.
constexpr size_t shortestWord = 5, shortestInName = 3;

using Words = std::set<std::string>;

// Bytes beyond ASCII are parts of letters.
bool isInWord(char byte)
{
    const auto letter = static_cast<unsigned char>(byte);
    return letter >= 0x80 || (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z');
}

char lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? char(byte - 'A' + 'a') : byte;
}

void addWords(Words& words, const std::string& text, size_t shortest)
{
    std::string word;
    const auto end = [&] {
        if (word.size() >= shortest)
            words.insert(word);
        word.clear();
    };
    for (const char byte : text) {
        if (isInWord(lower(byte)))
            word += lower(byte);
        else
            end();
    }
    end();
}

Words wordsIn(const RequestMessage& message)
{
    Words words;
    addWords(words, wordsOf(message), shortestWord);
    for (const Part& part : message.parts)
        if (const auto* passage = std::get_if<Passage>(&part))
            addWords(words, passage->source.name, shortestInName);
    return words;
}

} // namespace

std::optional<size_t> meantMessage(
    const std::vector<RequestMessage>& messages, const std::vector<bool>& isRead)
{
    if (messages.empty())
        return std::nullopt;
    const size_t last = messages.size() - 1;
    Words missing;
    addWords(missing, textOf(messages[last]), shortestInName);
    for (size_t each = 0; each < last && !missing.empty(); ++each)
        if (isRead[each])
            for (const std::string& word : wordsIn(messages[each]))
                missing.erase(word);
    std::optional<size_t> meant;
    int64_t most = 1;
    for (size_t each = 0; each < last && !missing.empty(); ++each) {
        if (isRead[each])
            continue;
        const Words words = wordsIn(messages[each]);
        const int64_t found = std::ranges::count_if(
            missing, [&words](const std::string& word) { return words.contains(word); });
        if (found < most)
            continue;
        most = found;
        meant = each;
    }
    return meant;
}

} // namespace runtime
