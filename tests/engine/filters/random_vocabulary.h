#pragma once

#include "engine/filters/filter.h"
#include "engine/filters/token_trie.h"

#include <QTest>

#include <memory>
#include <random>
#include <string>
#include <vector>

namespace tests {

/// All single bytes of `letters`, and random strings of them: some common, some long, some twice.
inline std::shared_ptr<const engine::TokenTrie> randomVocabulary(
    const std::string& letters, int tokens, unsigned seed)
{
    std::mt19937 numbers(seed);
    std::vector<std::string> bytes = {""};
    for (const char letter : letters)
        bytes.push_back(std::string(1, letter));
    while (int(bytes.size()) < tokens) {
        const size_t length = numbers() % 20 == 0 ? 15 + numbers() % 20 : 1 + numbers() % 5;
        std::string token;
        while (token.size() < length)
            token += letters[numbers() % letters.size()];
        bytes.push_back(token);
    }
    return std::make_shared<const engine::TokenTrie>(std::move(bytes));
}

/// True if the filter's mask is what trying every token shows.
inline bool maskAgreesWithTrying(engine::Filter& filter, const engine::TokenTrie& trie)
{
    const engine::TokenMask mask = filter.mask();
    for (engine::TokenId id = 0; id < trie.vocabulary(); ++id) {
        const bool taken = !trie.bytes(id).empty() && filter.take(trie.bytes(id));
        if (taken)
            filter.undo(1);
        if (taken != mask.allows(id)) {
            qWarning("token %d \"%s\": the mask says %d", int(id),
                std::string(trie.bytes(id)).c_str(), int(mask.allows(id)));
            return false;
        }
    }
    return true;
}

/// Follows the masks for up to `steps` random tokens, checking each mask. False if one is wrong, or
/// empty where the answer may not end.
inline bool randomWalkAgrees(
    engine::Filter& filter, const engine::TokenTrie& trie, int steps, std::mt19937& numbers)
{
    for (int step = 0; step < steps; ++step) {
        if (!maskAgreesWithTrying(filter, trie))
            return false;
        std::vector<engine::TokenId> allowed;
        const engine::TokenMask mask = filter.mask();
        for (engine::TokenId id = 0; id < trie.vocabulary(); ++id)
            if (mask.allows(id))
                allowed.push_back(id);
        if (filter.mustEnd() != (allowed.empty() && filter.mayEnd()))
            return false;
        if (allowed.empty())
            return filter.mayEnd();
        if (!filter.take(trie.bytes(allowed[numbers() % allowed.size()])))
            return false;
    }
    return true;
}

} // namespace tests
