#pragma once

#include "engine/cache/page_pool.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// The number of pages that `tokens` positions need.
int64_t pagesFor(int64_t tokens);

/// The pages that one sequence holds. Only PageTable changes it, except for `root`.
struct PageSequence {
    /// Identifies the other data that keys and values depend on: the model, its adapters, its rope
    /// settings. Sequences of different roots never share pages. Must be set before open().
    PageHash root = {};

    /// The numbers of the pages in order. Those after position `filled` have no content.
    std::vector<int32_t> pages = {};
    std::vector<PageHash> hashes = {}; ///< of those pages that are full
    int64_t filled = 0; ///< the number of tokens whose keys and values exist
    /// The page after these tokens is being written, see PageTable::beginWriting().
    bool isBeingWritten = false;
};

/// Keeps account of which sequence uses which page of a PagedCache, and of what the pages hold. It
/// touches no tensor.
///
/// A page is free (nobody uses it), reserved (one sequence has taken it but not written to it yet)
/// or written. A full page is shared by all sequences that begin with its content; a page that is
/// still being filled belongs to one sequence.
///
/// Content outlives its use. A free page can be found by its content until it is taken. A reserved
/// page keeps its old content until it is written to; if it is given back unwritten, it can be
/// found again. The pages used longest ago are taken first and, of one sequence, the last page
/// before the first, because the others could not be found without the beginning.
///
/// Pages must not be cut (PageCut::Nowhere) if layers keep states. Such a page is shared only with
/// sequences that continue after its last token, and a sequence that goes back inside a page goes
/// back to its beginning.
class PageTable {
public:
    explicit PageTable(int64_t pages, PageCut cut = PageCut::Anywhere);

    /// Begins a sequence that will hold `keys`. Shares the full pages that contain its beginning
    /// and takes pages for the rest, for `reserveTokens` positions if that is more. All keys but
    /// the last may be shared in this way; `filled` tells how many were. Returns false, and takes
    /// nothing, if too few pages are free.
    bool open(PageSequence& sequence, std::span<const ContentKey> keys, int64_t reserveTokens = 0);

    /// Replaces own reserved pages by full pages that other sequences have finished meanwhile, and
    /// continues in an own reserved page if it happens to hold what comes next. Returns by how many
    /// tokens `filled` has grown.
    int64_t shareFinished(PageSequence& sequence, std::span<const ContentKey> keys);

    /// Returns the page, of any sequence, whose first positions (up to 256) contain the most of
    /// what comes next, so that they can be copied. The sequence must be at the beginning of a
    /// page. The result is never the page that the sequence itself has there; nothing if no page
    /// contains the next key.
    using PartialPage = PagePool::Match;
    std::optional<PartialPage> findPartial(
        const PageSequence& sequence, std::span<const ContentKey> keys) const;

    /// Takes pages until `tokens` positions fit. Returns false, and takes nothing, if too few are
    /// free.
    bool grow(PageSequence& sequence, int64_t tokens);

    /// Announces that positions before `tokens` are about to be written: reserved pages there lose
    /// their old content. Must be called before anything that may write and then fail, or that may
    /// write more than is appended (drafts). append() includes it for what it appends.
    ///
    /// What was written to a page that must not be cut is lost unless append() follows: truncate()
    /// and release() then go back to the beginning of that page.
    void beginWriting(PageSequence& sequence, int64_t tokens);

    /// Records that the keys and values of `count` more tokens were written. A page that becomes
    /// full can be found from now on; if another page already contains the same content, that page
    /// takes its place.
    void append(PageSequence& sequence, std::span<const ContentKey> keys, int64_t count);

    /// Forgets all but the first `tokens` positions. Own pages after them stay reserved; shared
    /// pages are left to the other sequences. If the cut is inside a shared page, the sequence has
    /// to read or copy the tokens of that page again: `filled` is then the start of that page, not
    /// `tokens`. So it is if the page must not be cut.
    void truncate(PageSequence& sequence, int64_t tokens);

    /// Gives all pages back; the root stays. What was written can be found until the pages are
    /// needed; pages that were only reserved become what they were before.
    void release(PageSequence& sequence);

    /// The pages that contain a beginning, all of them full except perhaps the last, and its
    /// length. Valid until the table changes.
    struct Beginning {
        std::vector<int32_t> pages;
        int64_t tokens = 0;
    };
    /// Returns the longest known beginning of `keys` after `root`.
    Beginning findBeginning(PageHash root, std::span<const ContentKey> keys) const;

    /// Puts the pages of each sequence next to each other, older sequences first, so that they can
    /// be read in one go. Returns the moves that the cache has to make at once; all `from` and all
    /// `to` are distinct. Returns nothing if at most a tenth of the pages would move, or if fewer
    /// pages than the table has were taken since the last time. May be called only while no
    /// sequence holds pages.
    std::vector<PageMove> defragment() { return m_pool.defragment(); }

    /// Forgets all content that no sequence uses, for example because the cache could not make the
    /// moves of defragment().
    void forgetUnused() { m_pool.forgetUnused(); }

    int64_t numPages() const { return m_pool.size(); }
    int64_t numFree() const { return m_pool.numFree(); } ///< pages that no sequence holds
    int32_t references(int32_t page) const { return m_pool[page].users; }

    /// A sequence with the keys that it should hold.
    struct Held {
        const PageSequence* sequence;
        std::span<const ContentKey> keys;
    };
    /// Checks everything that must always hold. `sequences` must be all there are. Returns an empty
    /// text, or what is wrong. Slow; for tests.
    std::string checkInvariants(std::span<const Held> sequences) const;

private:
    bool shareNext(PageSequence& sequence, std::span<const ContentKey> keys);
    bool continueOwn(PageSequence& sequence, std::span<const ContentKey> keys);
    void keepForLater(const PageSequence& sequence, std::span<const ContentKey> keys);
    void finish(PageSequence& sequence, size_t position);
    std::string checkHeld(const Held& held) const;

    PagePool m_pool;
};

} // namespace engine
