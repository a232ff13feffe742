#pragma once

#include "engine/cache/page_table.h"
#include "engine/tokenizers/token.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// What the pages of a draft model's cache hold. The page table cannot tell: a draft cache lags
/// behind the main one wherever no guesses were wanted, and what a job rejects or takes back is
/// left in it. So every page remembers its tokens. Bookkeeping only: touches no tensor.
class DraftPages {
public:
    explicit DraftPages(int64_t pages);

    /// How many tokens of `ids`, from the first on, have their keys and values in `pages`. Compares
    /// them all, some microseconds for ten thousand.
    int64_t held(std::span<const TokenId> ids, std::span<const int32_t> pages) const;

    /// Whatever stands from position `begin` on is about to be written over, up to position `end`.
    void forget(std::span<const int32_t> pages, int64_t begin, int64_t end);

    /// `ids` have been read at position `begin`, where all before it is held.
    void append(std::span<const TokenId> ids, std::span<const int32_t> pages, int64_t begin);

    /// As in the cache.
    void copyPage(int32_t from, int32_t to, int64_t tokens);
    void movePages(std::span<const PageMove> moves);

private:
    struct Page {
        PageHash before; // of all tokens before the page
        PageHash after; // and of these with its own, once it is full
        TokenIds ids;
    };

    std::vector<Page> m_pages;
};

} // namespace engine
