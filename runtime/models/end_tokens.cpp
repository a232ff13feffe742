#include "runtime/models/end_tokens.h"

#include "engine/models/families/families.h"

#include <set>
#include <string_view>

namespace runtime {

namespace {

constexpr std::string_view turnEnds[] = {"<|im_end|>", "<|eot_id|>", "<|eom_id|>", "<end_of_turn>",
    "<end_of_utterance>", "<|endoftext|>", "<|end_of_text|>", "<turn|>", "<|END_OF_TURN_TOKEN|>",
    "<|return|>", "<|call|>", "<EOT>", "[EOT]", "[EOS]"};

// The end of a turn, but for models whose answers have several parts, which it ends.
constexpr std::string_view partEnd = "<|end|>";

bool answersInParts(const engine::Tokenizer& tokenizer)
{
    return tokenizer.find("<|return|>") >= 0 && tokenizer.find("<|call|>") >= 0;
}

} // namespace

std::vector<engine::TokenId> endTokensOf(
    const engine::ModelConfig& config, const engine::Tokenizer& tokenizer)
{
    std::set<engine::TokenId> ends;
    for (const int64_t token : config.endTokens)
        ends.insert(engine::TokenId(token));
    if (tokenizer.eos() >= 0)
        ends.insert(tokenizer.eos());
    const auto addSpelled = [&](std::string_view spelling) {
        const engine::TokenId token = tokenizer.find(spelling);
        if (token >= 0 && tokenizer.isSpecial(token))
            ends.insert(token);
    };
    for (const std::string_view spelling : turnEnds)
        addSpelled(spelling);
    if (!answersInParts(tokenizer))
        addSpelled(partEnd);
    if (const auto* family = engine::findFamily(engine::familyTable, config.family))
        for (const std::string_view spelling : family->turnEnds)
            addSpelled(spelling);
    return {ends.begin(), ends.end()};
}

} // namespace runtime
