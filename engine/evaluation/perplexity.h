#pragma once

#include "engine/cache/paged_cache.h"
#include "engine/models/model.h"
#include "engine/tokenizers/tokenizer.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace engine {

/// The ids of a text as evaluations read it: as it is, special tokens as words, with what the
/// tokenizer puts before a prompt and nothing behind it. A line break at the end is not read.
TokenIds idsToEvaluate(const Tokenizer& tokenizer, std::string_view text);

/// How a text is cut for an evaluation, as llama.cpp cuts it: chunks of `length` tokens one after
/// the other, each read alone; the rest is left out. The first half of a chunk is only read; of the
/// second half, every token but the first of that half is scored by what came before it.
struct Chunking {
    int64_t length = 512; ///< in tokens, at least 4
    int64_t max = 0; ///< chunks that are read; 0: all

    int64_t firstScored() const { return length / 2; } ///< the position whose logits are the first
    int64_t scored() const { return length - 1 - firstScored(); } ///< tokens of a chunk

    /// The number of chunks that are read of so many tokens. Throws Error{BadRequest} if the text
    /// is shorter than two chunks, which would say nothing.
    int64_t chunkCount(int64_t tokens) const;
};

/// Reads chunks of ids with a model and gives the logits of the scored tokens, some at a time.
class ChunkReader {
public:
    /// Throws Error{BadRequest} if the cache has no room for a chunk. `bos` replaces the first id of each chunk, if the
    /// tokenizer puts one before prompts; −1: nothing does.
    ChunkReader(Model& model, PagedCache& cache, const Chunking& chunking, TokenId bos);

    /// Makes next() read this chunk, which must have the length of the chunking.
    void begin(std::span<const TokenId> chunk);

    /// Logits of the next scored tokens, [rows, vocabulary] with a few rows, valid until the next
    /// call; none at the end. Throws what the model throws.
    std::span<const float> next();

    /// The tokens that those logits should have predicted, one for each row.
    std::span<const TokenId> scored() const { return m_scored; }

private:
    std::span<const float> read(int64_t tokens, int64_t rows);

    Model& m_model;
    PagedCache& m_cache;
    const Chunking m_chunking;
    const TokenId m_bos;
    std::vector<int32_t> m_pages;
    TokenIds m_ids;
    std::span<const TokenId> m_scored;
    int64_t m_past = 0;
};

/// −ln of the probability that softmax(logits) gives `token`.
double surprise(std::span<const float> logits, TokenId token);

/// How well a model predicts a text: exp of the mean surprise of its tokens (Jelinek et al., 1977),
/// with the standard error of that mean.
class Perplexity {
public:
    void add(double surprise);

    int64_t tokens() const { return m_tokens; }
    double meanSurprise() const;
    double standardError() const; ///< of meanSurprise(); 0 of fewer than two tokens
    double value() const;
    double error() const { return value() * standardError(); } ///< as llama.cpp tells it

private:
    int64_t m_tokens = 0;
    double m_sum = 0, m_squares = 0;
};

/// How far the distributions of one model are from those of another, token by token: the divergence
/// of Kullback and Leibler (1951), Σ base · ln(base / other), and how often both hold the same
/// token for the likeliest.
class Divergence {
public:
    void add(std::span<const float> baseLogits, std::span<const float> logits);

    int64_t tokens() const { return int64_t(m_values.size()); }
    double mean() const;
    double standardError() const; ///< of mean(); 0 of fewer than two tokens
    double quantile(double share) const; ///< 0.5: the median; 1: the greatest; with linear steps
    double sameTop() const; ///< a share of the tokens, 0 … 1

private:
    std::vector<double> m_values;
    int64_t m_same = 0;
};

} // namespace engine
