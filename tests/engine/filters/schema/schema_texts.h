#pragma once

#include "base/error.h"
#include "engine/filters/schema/json_schema.h"
#include "engine/filters/token_trie.h"

#include <memory>
#include <random>
#include <string>
#include <vector>

namespace tests {

/// Every byte as a token of its own.
inline std::shared_ptr<const engine::TokenTrie> bytesAsTokens()
{
    static const auto trie = [] {
        std::vector<std::string> bytes;
        for (int byte = 0; byte < 256; ++byte)
            bytes.push_back(std::string(1, char(byte)));
        return std::make_shared<const engine::TokenTrie>(std::move(bytes));
    }();
    return trie;
}

/// How much of the text the constraint takes: all of it, and it may end there, or the number of
/// bytes before the first that it rejects, or −1: it takes all but wants more.
struct Taken {
    bool whole;
    int64_t bytes;
};

inline Taken taken(const engine::Constraint& constraint, const std::string& text)
{
    const auto filter = constraint.start();
    for (size_t at = 0; at < text.size(); ++at)
        if (!filter->take(std::string_view(text).substr(at, 1)))
            return {false, int64_t(at)};
    return filter->mayEnd() ? Taken{true, int64_t(text.size())} : Taken{false, -1};
}

/// The message with which the schema is rejected, or nothing.
inline std::string refusalOf(const std::string& schema)
{
    try {
        engine::jsonSchemaConstraint(bytesAsTokens(), schema);
    } catch (const base::Error& error) {
        return error.what();
    }
    return {};
}

/// A random text that the constraint takes, found by following its masks; empty if none was found
/// within `steps`. `isStuck` becomes true if the masks lead to a state from which nothing
/// continues.
inline std::string randomText(
    const engine::Constraint& constraint, std::mt19937& numbers, int steps, bool& isStuck)
{
    const auto filter = constraint.start();
    const int soft = int(20 + numbers() % 150);
    std::string text;
    for (int step = 0; step < steps; ++step) {
        if (filter->mayEnd() && (step > soft || numbers() % 4 == 0))
            return text;
        const engine::TokenMask& mask = filter->mask();
        std::string plain, other;
        for (int byte = 0; byte < 256; ++byte)
            if (mask.allows(byte))
                (byte > 32 && byte < 127 ? plain : other) += char(byte);
        if (plain.empty() && other.empty()) {
            isStuck |= !filter->mayEnd();
            return filter->mayEnd() ? text : std::string();
        }
        // Closing words when it has become long, letters mostly, white space seldom.
        const std::string& from
            = plain.empty() || (!other.empty() && numbers() % 30 == 0) ? other : plain;
        char byte = from[numbers() % from.size()];
        for (const char closing : {'"', '}', ']'})
            if ((step > soft || numbers() % 6 == 0) && plain.find(closing) != std::string::npos) {
                byte = closing;
                break;
            }
        if (!filter->take(std::string_view(&byte, 1)))
            isStuck = true;
        text += byte;
    }
    return {};
}

} // namespace tests
