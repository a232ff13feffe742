#pragma once

#include "engine/cache/page_table.h"
#include "engine/tokenizers/tokenizer.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace engine {

class Model;
class PagedCache;
struct BatchEntry;
struct Candidate;

/// Remembers the tokens in each page of a draft model's cache. The page table cannot tell them: a
/// draft cache lags behind the main one when no guesses were requested, and it still contains what
/// a job has rejected or taken back. Touches no tensor.
class DraftPages {
public:
    explicit DraftPages(int64_t pages, PageCut cut = PageCut::Anywhere);

    /// How many tokens of `ids`, counted from the first, have their keys and values in `pages`. A
    /// page that must not be cut counts if `ids` continue after all that it holds.
    /// Compares all of them: some microseconds for ten thousand.
    int64_t held(std::span<const TokenId> ids, std::span<const int32_t> pages) const;

    /// Announces that the positions from `begin` up to `end` are about to be overwritten; what
    /// follows them is forgotten, too, and all of a page that must not be cut unless append()
    /// follows.
    void forget(std::span<const int32_t> pages, int64_t begin, int64_t end);

    /// Records that `ids` were read at position `begin`. All positions before it must be held.
    void append(std::span<const TokenId> ids, std::span<const int32_t> pages, int64_t begin);

    /// These follow the same functions of the cache.
    void copyPage(int32_t from, int32_t to, int64_t tokens);
    void movePages(std::span<const PageMove> moves);

private:
    struct Page {
        PageHash before; // of all tokens before the page
        PageHash after; // and of these with its own, once it is full
        TokenIds ids;
        bool isBeingWritten = false; // it must not be cut, and is lost unless append() follows
    };

    PageCut m_cut;
    std::vector<Page> m_pages;
};

/// A small model that guesses what a large one will say (Leviathan et al., 2023, arXiv:2211.17192).
/// Its own cache has as many pages as the main cache, and a job uses the same page numbers in both,
/// so one page table serves both.
///
/// Its cache may lag behind the main one. It remembers what its pages hold and reads what is
/// missing of a job before the next guess. Guesses change nothing but the speed, so an error here
/// need not end a job. Belongs to the thread of its backend.
class DraftModel {
public:
    /// All arguments must outlive it. `maxSeqLen` is the number of tokens of the longest job; a
    /// draft model with LongRope reads all of them with the same factors.
    /// Throws Error{BadRequest}, with the numbers, if the models do not fit together: if the caches
    /// have different numbers of pages, the draft model's context is shorter than `maxSeqLen`, or
    /// the vocabularies differ by more than padding.
    DraftModel(Model& draft, PagedCache& draftCache, const Model& main, const PagedCache& mainCache,
        int64_t maxSeqLen);

    /// The part of one job in a call of propose().
    struct Drafting {
        std::span<const TokenId> ids; ///< prompt and answer so far, at least one id
        /// The pages of the job, for at least ids.size() + count − 1 tokens.
        std::span<const int32_t> pages;
        int64_t count = 0; ///< how many tokens are wanted
        /// The result. Each token is the likeliest one after those before it; among equals, the one
        /// with the lowest id.
        TokenIds proposed = {};
    };

    using Cancelled = std::function<bool()>;

    /// Fills in `proposed` of every job, all jobs together in one pass per token. It stays empty
    /// for a job whose unread ids include an image, and for a job of which more than 512 tokens are
    /// unread: then this call reads 512 of them. Throws what Model::forward throws.
    void propose(std::span<Drafting> jobs, const Cancelled& cancelled = {});

    /// Reads the missing part of `ids` up to the first image, but at most `most` tokens, so that
    /// propose() need not read a prompt. `pages` must be enough for all ids.
    void read(std::span<const TokenId> ids, std::span<const int32_t> pages, int64_t max,
        const Cancelled& cancelled = {});

    /// These follow the same functions of the main cache.
    void copyPage(int32_t from, int32_t to, int64_t tokens);
    void movePages(std::span<const PageMove> moves);

private:
    struct Reader;

    bool canRead(TokenId id) const;
    void step(std::span<Reader> readers, const Cancelled& cancelled);
    void goOn(Reader& reader, TokenId guess) const;
    TokenId takeLikeliest(
        std::span<const float>& logits, std::span<const Candidate>& highest) const;
    std::span<const float> forward(std::span<const BatchEntry> batch, const Cancelled& cancelled);

    Model& m_model;
    PagedCache& m_cache;
    DraftPages m_pages;
    int64_t m_vocabulary; // ids that both models know
    int64_t m_reach; // of all sequences
};

} // namespace engine
