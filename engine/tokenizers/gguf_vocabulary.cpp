#include "engine/tokenizers/gguf_vocabulary.h"

#include "engine/files/gguf_metadata.h"
#include "kernels/error.h"

#include <algorithm>
#include <array>

namespace engine {
namespace {

using kernels::Error;
using kernels::ErrorKind;

// Spellings that are control tokens whatever the file says: converters got them wrong.
constexpr std::array controlSpellings = std::to_array<std::string_view>({"<|eot_id|>", "<|im_end|>",
    "<|end|>", "<|return|>", "<|call|>", "<|flush|>", "<|calls|>", "<end_of_turn>", "<|endoftext|>",
    "</s>", "<|eom_id|>", "<EOT>", "_<EOT>", "[EOT]", "[EOS]", "<|end_of_text|>",
    "<end_of_utterance>", "<eos>", "<turn|>", "<|tool_response>", "<｜end▁of▁sentence｜>", "[e~[",
    "<|fim_prefix|>", "<fim-prefix>", "<fim_prefix>", "<｜fim▁begin｜>", "<PRE>", "▁<PRE>",
    "<|code_prefix|>", "<|prefix|>", "<|fim_suffix|>", "<fim-suffix>", "<fim_suffix>",
    "<｜fim▁hole｜>", "<SUF>", "▁<SUF>", "<|code_suffix|>", "<|suffix|>", "<|fim_middle|>",
    "<fim-middle>", "<fim_middle>", "<｜fim▁end｜>", "<MID>", "▁<MID>", "<|code_middle|>",
    "<|middle|>", "<|fim_pad|>", "<fim-pad>", "<fim_pad>", "<PAD>", "[PAD]", "<|fim_repo|>",
    "<|repo_name|>", "<fim-repo>", "<REPO>", "<reponame>", "<|file_sep|>"});

// Control tokens that are part of the visible text of gpt-oss.
constexpr std::array visibleSpellings
    = std::to_array<std::string_view>({"<|channel|>", "<|message|>", "<|start|>", "<|constrain|>"});

std::vector<std::string> readPieces(const GgufMetadata& metadata)
{
    const auto tokens = metadata.strings("tokenizer.ggml.tokens");
    if (!tokens)
        throw Error(ErrorKind::BadFile, "the file has no list of tokens (tokenizer.ggml.tokens)");
    std::vector<std::string> pieces(tokens->begin(), tokens->end());
    for (size_t id = 0; id < pieces.size(); ++id)
        if (pieces[id].empty())
            pieces[id] = "[EMPTY_" + std::to_string(id) + "]";
    return pieces;
}

void checkLength(size_t length, size_t tokens, const char* what)
{
    if (length < tokens)
        throw Error(ErrorKind::BadFile,
            "the vocabulary has " + std::to_string(tokens) + " tokens but " + std::to_string(length)
                + " " + what);
}

std::vector<float> readScores(const GgufMetadata& metadata, size_t tokens)
{
    std::vector<float> scores(tokens);
    if (auto given = metadata.numbers("tokenizer.ggml.scores")) {
        checkLength(given->size(), tokens, "scores");
        given->resize(tokens);
        scores = std::move(*given);
    }
    return scores;
}

TokenKind kindOf(int64_t type)
{
    return type >= 1 && type <= 6 ? static_cast<TokenKind>(type) : TokenKind::Undefined;
}

void setKind(GgufVocabulary& vocabulary, std::string_view spelling, TokenKind kind)
{
    if (const TokenId id = vocabulary.vocabulary->find(spelling); id >= 0)
        vocabulary.kinds[id] = kind;
}

void correctKinds(GgufVocabulary& vocabulary)
{
    const auto has
        = [&](std::string_view piece) { return vocabulary.vocabulary->find(piece) >= 0; };
    for (const std::string_view spelling : controlSpellings)
        setKind(vocabulary, spelling, TokenKind::Control);
    for (const std::string_view spelling : visibleSpellings)
        setKind(vocabulary, spelling, TokenKind::UserDefined);
    const bool calls = has("<|call|>") || has("<|calls|>");
    if (calls && (has("<|return|>") || has("<|flush|>")))
        setKind(vocabulary, "<|end|>", TokenKind::UserDefined);
    if (has("<|tool_response>") || has("<|plamo:eos|>"))
        setKind(vocabulary, "</s>", TokenKind::Normal);
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

// Whitespace that belongs to a token is not in the file; it goes by names.
void setSpaces(AddedToken& token, std::string_view modelName, std::string_view preTokenizer)
{
    const bool jina = contains(preTokenizer, "jina-v2-de") || contains(preTokenizer, "jina-v2-es")
        || contains(preTokenizer, "jina-v2-code");
    if (jina) {
        token.takesSpaceBefore = token.content == "<mask>";
    } else if (contains(modelName, "phi-3") || contains(modelName, "phi3")) {
        token.takesSpaceAfter = token.content != "<unk>" && token.content != "<s>"
            && token.content != "<|endoftext|>";
    } else if (contains(modelName, "modern-bert")) {
        token.takesSpaceBefore = token.content == "[MASK]";
    }
}

} // namespace

std::vector<bool> GgufVocabulary::specials() const
{
    std::vector<bool> specials(kinds.size());
    for (size_t id = 0; id < kinds.size(); ++id)
        specials[id] = kinds[id] == TokenKind::Control || kinds[id] == TokenKind::Unknown;
    return specials;
}

AddedTokens GgufVocabulary::addedTokens(
    std::string_view modelName, std::string_view preTokenizer) const
{
    std::vector<AddedToken> tokens;
    const std::vector<bool> special = specials();
    for (size_t id = 0; id < kinds.size(); ++id) {
        if (!special[id] && kinds[id] != TokenKind::UserDefined)
            continue;
        AddedToken token;
        token.content = vocabulary->piece(static_cast<TokenId>(id));
        token.id = static_cast<TokenId>(id);
        token.special = special[id];
        setSpaces(token, modelName, preTokenizer);
        tokens.push_back(std::move(token));
    }
    return AddedTokens(std::move(tokens), AddedTokens::Order::Longest);
}

GgufVocabulary readGgufVocabulary(const GgufMetadata& metadata)
{
    std::vector<std::string> pieces = readPieces(metadata);
    GgufVocabulary vocabulary;
    vocabulary.scores = readScores(metadata, pieces.size());
    vocabulary.kinds.resize(pieces.size(), TokenKind::Normal);
    if (const auto types = metadata.integers("tokenizer.ggml.token_type")) {
        checkLength(types->size(), pieces.size(), "token types");
        for (size_t id = 0; id < pieces.size(); ++id)
            vocabulary.kinds[id] = kindOf((*types)[id]);
    }
    vocabulary.vocabulary = std::make_shared<const Vocabulary>(std::move(pieces));
    correctKinds(vocabulary);
    return vocabulary;
}

TokenId readTokenId(const GgufMetadata& metadata, std::string_view key, TokenId otherwise,
    const Vocabulary& vocabulary)
{
    const TokenId id = metadata.integer(key).value_or(otherwise);
    if (vocabulary.contains(id))
        return id;
    return vocabulary.contains(otherwise) ? otherwise : -1;
}

} // namespace engine
