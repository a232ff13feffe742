#pragma once

#include "engine/cache/page_table.h"
#include "engine/tokenizers/token.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// Remembers the tokens in each page of a draft model's cache. The page table cannot tell them: a
/// draft cache lags behind the main one when no guesses were wanted, and it still holds what a job
/// has rejected or taken back. Touches no tensor.
class DraftPages {
public:
    explicit DraftPages(int64_t pages, PageCut cut = PageCut::Anywhere);

    /// How many tokens of `ids`, counted from the first, have their keys and values in `pages`. A
    /// page that must not be cut counts if `ids` go on after all that it holds.
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

} // namespace engine
