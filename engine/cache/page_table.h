#pragma once

#include "engine/cache/page_pool.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// How many pages hold `tokens` positions.
int64_t pagesFor(int64_t tokens);

/// The pages that one sequence holds. Changed by PageTable only, but for the root.
struct PageSequence {
    /// What the keys and values depend on besides the content: the model, its adapters, its rope
    /// settings. Sequences of different roots never find each other's pages. Set before open().
    PageHash root = {};

    std::vector<int32_t> pages = {}; ///< in order; all but those after `filled` have content
    std::vector<PageHash> hashes = {}; ///< of the full ones among them
    int64_t filled = 0; ///< tokens whose keys and values exist
};

/// Who uses which page of a PagedCache, and what the pages hold. Bookkeeping only: touches no
/// tensor.
///
/// A page is free (used by nobody), reserved (taken by one sequence, which has not written to it
/// yet) or written. A written page that is full is shared by every sequence that begins with its
/// content; one still being filled belongs to one sequence.
///
/// Content outlives its use. A free page can be found again until it is taken; a reserved one keeps
/// what it held and, given back unwritten, can be found again. Pages used longest ago are taken
/// first and, of one sequence, the last before the first, for without its beginning the rest could
/// not be found.
class PageTable {
public:
    explicit PageTable(int64_t pages);

    /// Begins a sequence that will hold `keys`: shares the full pages that hold its beginning, then
    /// takes pages for the rest, for `reserveTokens` positions if that is more. All but the last
    /// key may count as read that way (look at `filled`). False, with nothing taken, if too few
    /// pages are free.
    bool open(PageSequence& sequence, std::span<const ContentKey> keys, int64_t reserveTokens = 0);

    /// Shares full pages that others have finished meanwhile, instead of own reserved ones, and
    /// goes on in an own reserved page that happens to hold what comes next. Returns how many
    /// tokens `filled` has grown by.
    int64_t shareFinished(PageSequence& sequence, std::span<const ContentKey> keys);

    /// The page to copy from, of anyone, where a sequence stands at the beginning of a page: the
    /// one whose first positions (up to 256) hold most of what comes next. Never the page that the
    /// sequence has there itself.
    using PartialPage = PagePool::Match;
    std::optional<PartialPage> findPartial(
        const PageSequence& sequence, std::span<const ContentKey> keys) const;

    /// Takes pages until `tokens` fit. False, with nothing taken, if too few are free.
    bool grow(PageSequence& sequence, int64_t tokens);

    /// Says that positions before `tokens` are about to be written: reserved pages there lose what
    /// they held. To be called before anything that may write and then fail, or write more than is
    /// appended (drafts); append() implies it for what it appends.
    void beginWriting(const PageSequence& sequence, int64_t tokens);

    /// Says that the keys and values of `count` more tokens were written. A page that becomes full
    /// can be found from now on; if another one holds the same already, that one takes its place.
    void append(PageSequence& sequence, std::span<const ContentKey> keys, int64_t count);

    /// Forgets all but the first `tokens` positions. Own pages after them stay reserved, shared
    /// ones are left to the others. If the cut goes through a shared page, this sequence has to
    /// read or copy that page's tokens again: `filled` is then the start of that page, not
    /// `tokens`.
    void truncate(PageSequence& sequence, int64_t tokens);

    /// Gives all pages back; the root stays. What was written stays until the pages are needed, and
    /// what was only reserved is what it was before.
    void release(PageSequence& sequence);

    /// The pages that hold the longest known beginning of `keys` after `root`, all but the last of
    /// them full. Valid until the table changes.
    struct Beginning {
        std::vector<int32_t> pages;
        int64_t tokens = 0;
    };
    Beginning findBeginning(PageHash root, std::span<const ContentKey> keys) const;

    /// Lays the pages of each sequence one after the other, older sequences first, so that they
    /// can be read in one go. Returns what is to be moved in the cache at once, all `from` and all
    /// `to` distinct; nothing if at most a tenth of the pages would move, or fewer pages were taken
    /// since the last time than there are. Only while no sequence holds pages.
    std::vector<PageMove> defragment() { return m_pool.defragment(); }

    /// Forgets everything that no sequence has written, for example because the cache's bytes could
    /// not be moved as defragment() said.
    void forgetUnused() { m_pool.forgetUnused(); }

    int64_t numPages() const { return m_pool.size(); }
    int64_t numFree() const { return m_pool.numFree(); } ///< held by no sequence
    int32_t references(int32_t page) const { return m_pool[page].users; }

    /// Checks everything that must always hold. `sequences` are all there are, each with its keys.
    /// Returns an empty text, or what is wrong. Slow; for tests.
    struct Held {
        const PageSequence* sequence;
        std::span<const ContentKey> keys;
    };
    std::string checkInvariants(std::span<const Held> sequences) const;

private:
    bool shareNext(PageSequence& sequence, std::span<const ContentKey> keys);
    bool continueOwn(PageSequence& sequence, std::span<const ContentKey> keys);
    void keepForLater(const PageSequence& sequence, std::span<const ContentKey> keys);
    void finish(PageSequence& sequence, size_t place);
    std::string checkHeld(const Held& held) const;

    PagePool m_pool;
};

} // namespace engine
