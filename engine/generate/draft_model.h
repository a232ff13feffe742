#pragma once

#include "engine/generate/draft_pages.h"
#include "engine/tokenizers/token.h"

#include <cstdint>
#include <functional>
#include <span>

namespace engine {

class Model;
class PagedCache;
struct BatchEntry;
struct Candidate;

/// A small model that guesses what a large one will say. It has a cache of its own with as many
/// pages as the main one, and page p of a job is page p in both, so one page table serves both.
///
/// Its cache may lag behind the main one; it remembers what its pages hold, and what is missing of
/// a job is read before the next guess. Guesses change nothing but speed, so an error here need not
/// end a job. Belongs to the thread of its backend.
class DraftModel {
public:
    /// All must outlive it. `maxSeqLen`: tokens of the longest job. Throws Error{BadRequest} with
    /// the numbers if the two do not fit: another number of pages, a context shorter than
    /// `maxSeqLen`, a vocabulary that differs by more than padding.
    DraftModel(Model& draft, PagedCache& draftCache, const Model& main, const PagedCache& mainCache,
        int64_t maxSeqLen);

    /// One job's share of `propose`.
    struct Drafting {
        std::span<const TokenId> ids; ///< prompt and answer so far, at least one
        std::span<const int32_t> pages; ///< of the job; cover ids.size() + count − 1 tokens
        int64_t count = 0; ///< tokens wanted
        TokenIds proposed = {}; ///< out: each the likeliest after those before it, the lowest id
                                ///< among equals
    };

    using Cancelled = std::function<bool()>;

    /// Fills in `proposed` for every job, all jobs together in one pass per token. None are
    /// proposed for a job whose unread ids hold a picture, nor for one that lacks more than 512
    /// tokens: these are read by so many a call. Throws what Model::forward throws.
    void propose(std::span<Drafting> jobs, const Cancelled& cancelled = {});

    /// Reads what is missing of `ids` up to the first picture, so that a prompt is not left for
    /// `propose`; at most 2048 tokens a call. `pages` cover ids.
    void read(std::span<const TokenId> ids, std::span<const int32_t> pages,
        const Cancelled& cancelled = {});

    /// As in the main cache.
    void copyPage(int32_t from, int32_t to, int64_t tokens);
    void movePages(std::span<const PageMove> moves);

private:
    struct Reader;

    bool canRead(TokenId id) const;
    void step(std::span<Reader> readers, const Cancelled& cancelled);
    TokenId takeLikeliest(
        std::span<const float>& logits, std::span<const Candidate>& highest) const;
    std::span<const float> forward(std::span<const BatchEntry> batch, const Cancelled& cancelled);

    Model& m_model;
    PagedCache& m_cache;
    DraftPages m_pages;
    int64_t m_vocabulary; // ids that both models know
};

} // namespace engine
