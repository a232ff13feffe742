#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace tests {

/// The logits of the token that follows a sequence, one for each token of the vocabulary.
using Script = std::function<std::vector<float>(const engine::TokenIds& sequence)>;

/// count ids, one higher than the other.
inline engine::TokenIds counting(int64_t count, engine::TokenId first = 0)
{
    engine::TokenIds ids(static_cast<size_t>(count));
    std::iota(ids.begin(), ids.end(), first);
    return ids;
}

/// Emits the tokens of `answer` one by one after a prompt of `promptTokens`, then the last again
/// and again.
inline Script saying(engine::TokenIds answer, size_t promptTokens, int64_t vocabulary)
{
    return [=](const engine::TokenIds& sequence) {
        std::vector<float> row(size_t(vocabulary), 0.0f);
        const size_t step = std::min(sequence.size() - promptTokens, answer.size() - 1);
        row[size_t(answer[step])] = 10;
        return row;
    };
}

/// Logits that look random and depend on every token of the sequence and its position.
inline Script dreaming(int64_t vocabulary)
{
    return [=](const engine::TokenIds& sequence) {
        uint64_t state = 1;
        for (const engine::TokenId id : sequence)
            state = (state ^ uint64_t(id + 7)) * 0x9E3779B97F4A7C15 + 11;
        std::vector<float> row(static_cast<size_t>(vocabulary));
        for (float& logit : row) {
            state = state * 6364136223846793005 + 1442695040888963407;
            logit = float(state >> 40) / float(1 << 23);
        }
        return row;
    };
}

/// Talks from a table: what it likes to say next, best first, after a given answer to a prompt of
/// `promptTokens`. After any other answer it says the tokens of `filler` in turn.
inline Script talking(std::vector<std::string> pieces, size_t promptTokens,
    std::map<std::string, std::vector<engine::TokenId>> table, engine::TokenIds filler)
{
    return [=](const engine::TokenIds& sequence) {
        std::string text;
        for (size_t i = promptTokens; i < sequence.size(); ++i)
            text += pieces[size_t(sequence[i])];
        std::vector<float> row(pieces.size(), 0.0f);
        float liking = 10;
        if (const auto found = table.find(text); found != table.end())
            for (const engine::TokenId id : found->second)
                row[size_t(id)] = liking--;
        row[size_t(filler[sequence.size() % filler.size()])] += 3;
        return row;
    };
}

/// Dreams, but likes best the number after the last one.
inline Script countingOn(int64_t vocabulary)
{
    return [vocabulary, dream = dreaming(vocabulary)](const engine::TokenIds& sequence) {
        std::vector<float> row = dream(sequence);
        if (sequence.back() >= 0) // not an image
            row[size_t((sequence.back() + 1) % vocabulary)] += 5;
        return row;
    };
}

} // namespace tests
