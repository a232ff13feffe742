#pragma once

#include "base/utf8.h"
#include "engine/tokenizers/added_tokens.h"
#include "engine/tokenizers/normalizer.h"
#include "engine/tokenizers/pre_tokenizer.h"
#include "engine/tokenizers/tokenizer.h"
#include "engine/tokenizers/vocabulary.h"

#include <bitset>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace engine {

/// What the words of one text became. Most words of a text occur again, and looking one up is much
/// faster than encoding it. Belongs to one call of Tokenizer::encode.
class WordMemory {
public:
    /// `textSize` in bytes: how much room is worth taking.
    explicit WordMemory(size_t textSize);

    /// Appends the tokens that `model` makes of `word` to `ids`. Both must stay what they are
    /// between the calls, but that tokens are appended; the words must live as long as this object.
    void encode(const TokenModel& model, std::string_view word, TokenIds& ids);

private:
    struct Known {
        std::string_view word;
        size_t first = 0, count = 0; // its tokens among the ids
    };

    std::vector<Known> m_known; // by hash; a word takes the place of another with the same
};

/// The steps of which most tokenizers consist, in the order in which they run. All may be left
/// empty but `vocabulary` and `model`.
struct TokenizerPipeline {
    std::shared_ptr<const Vocabulary> vocabulary;
    AddedTokens added; ///< searched for in the text as it was given
    bool repairsUtf8 = true; ///< whether broken UTF-8 becomes U+FFFD before the model sees it
    base::BrokenUtf8 brokenUtf8 = base::BrokenUtf8::OnePerSubpart;
    Normalizer normalizer;
    AddedTokens addedNormalized; ///< searched for in the normalized text; none of them is special
    PreTokenizer preTokenizer;
    std::unique_ptr<const TokenModel> model;

    TokenIds before, after; ///< what withBoundaries() puts before and after the ids
    /// What joinPair() puts between and after two texts, the first of which has `before` before it.
    TokenIds between, afterPair;
    int32_t secondType = 0; ///< the segment of the second text and of what is behind it
    /// Gives the bytes of an id of the vocabulary. If it is empty, they are the piece as spelled.
    std::function<std::string(TokenId)> toBytes;
    std::vector<bool> special; ///< by id; ids past its end are not special
    bool dropsLeadingSpace = false;
    TokenId bos = -1, eos = -1;
};

/// Text → added tokens → normalizer → words → model → ids, as a pipeline describes it.
class PipelineTokenizer final : public Tokenizer {
public:
    explicit PipelineTokenizer(TokenizerPipeline pipeline);

    using Tokenizer::encode;
    TokenIds encode(std::string_view text, std::span<const TextRange> plain) const override;
    TokenIds withBoundaries(TokenIds ids) const override;
    TokenPair joinPair(TokenIds first, const TokenIds& second) const override;
    std::string bytes(TokenId id) const override;
    std::string piece(TokenId id) const override { return m_pipeline.vocabulary->piece(id); }
    bool isSpecial(TokenId id) const override;
    int64_t vocabularySize() const override { return m_pipeline.vocabulary->size(); }
    TokenId bos() const override { return m_pipeline.bos; }
    TokenId eos() const override { return m_pipeline.eos; }
    TokenId find(std::string_view piece) const override
    {
        return m_pipeline.vocabulary->find(piece);
    }
    bool dropsLeadingSpace() const override { return m_pipeline.dropsLeadingSpace; }

private:
    void encodeText(std::string text, bool beginsText, TokenIds& ids) const;
    size_t endOfPart(std::string_view text) const;
    void encodeNormalized(std::string text, bool beginsText, TokenIds& ids) const;

    TokenizerPipeline m_pipeline;
    std::string_view m_border; // before which words are cut; empty: they are not
    std::bitset<256> m_joined; // bytes behind which they are not cut, either
};

} // namespace engine
