#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace engine {

/// What stands at one position, for finding it again: a token id, or a number made from a picture's
/// content. Equal keys after equal beginnings have equal keys and values in the cache.
using ContentKey = uint64_t;

/// Names a full page and everything before it.
struct PageHash {
    uint64_t low = 0, high = 0;
    bool operator==(const PageHash&) const = default;
};

/// hash = mix(previous ‖ keys); the first page of a sequence has the previous hash 0. Not made to
/// withstand intent, so whoever finds a page by its hash compares the keys as well.
PageHash hashPage(PageHash previous, std::span<const ContentKey> keys);

/// The pages that one sequence holds. Changed by PageTable only.
struct PageSequence {
    std::vector<int32_t> pages; ///< in order; all but those after `filled` have content
    std::vector<PageHash> hashes; ///< of the full ones among them
    int64_t filled = 0; ///< tokens whose keys and values exist
};

/// Who uses which page of a PagedCache, and what the pages hold. Bookkeeping only: touches no
/// tensor.
///
/// A page that is full is shared by every sequence that begins with its content; a page still being
/// filled belongs to one. Pages nobody uses keep their content until they are needed: those used
/// longest ago go first and, of one sequence, the last before the first, for without its beginning
/// the rest could not be found.
class PageTable {
public:
    explicit PageTable(int64_t pages);

    /// Begins a sequence that will hold `keys`: shares the full pages that hold its beginning, then
    /// takes pages for the rest. All but the last key may count as read that way. False, with
    /// nothing taken, if too few pages are free.
    bool open(PageSequence& sequence, std::span<const ContentKey> keys);

    /// Shares full pages that others have finished meanwhile, instead of own ones that are still
    /// empty. Returns how many.
    int64_t shareFinished(PageSequence& sequence, std::span<const ContentKey> keys);

    /// A page, of anyone, whose first `tokens` positions hold what comes next in the sequence.
    struct PartialPage {
        int32_t page = 0;
        int64_t tokens = 0;
    };
    /// The best to copy from where a sequence stands at the beginning of a page.
    std::optional<PartialPage> findPartial(
        const PageSequence& sequence, std::span<const ContentKey> keys) const;

    /// Takes pages until `tokens` fit. False, with nothing taken, if too few are free.
    bool grow(PageSequence& sequence, int64_t tokens);

    /// Says that the keys and values of `count` more tokens were written. A page that becomes full
    /// can be found from now on; if another one holds the same already, that one takes its place.
    void append(PageSequence& sequence, std::span<const ContentKey> keys, int64_t count);

    /// Gives all pages back. Their content stays until the pages are needed.
    void release(PageSequence& sequence);

    int64_t numPages() const { return static_cast<int64_t>(m_pages.size()); }
    int64_t numFree() const { return m_free; } ///< used by no sequence
    int32_t references(int32_t page) const { return m_pages.at(size_t(page)).references; }

    /// Checks everything that must always hold. `sequences` are all there are, each with its keys.
    /// Returns an empty text, or what is wrong. Slow; for tests.
    struct Held {
        const PageSequence* sequence;
        std::span<const ContentKey> keys;
    };
    std::string checkInvariants(std::span<const Held> sequences) const;

private:
    struct Page {
        PageHash previous; // of the page before it
        std::optional<PageHash> hash; // once full
        std::vector<ContentKey> keys; // as many as were written
        int64_t depth = 0; // its place in the sequence
        int64_t lastUse = 0;
        int32_t references = 0;
    };
    struct HashOfHash {
        size_t operator()(const PageHash& hash) const { return size_t(hash.low); }
    };

    std::optional<int32_t> findFull(
        const PageHash& hash, PageHash previous, std::span<const ContentKey> keys) const;
    void finish(PageSequence& sequence, size_t place);
    int32_t takeFree();
    void clear(Page& page);
    void addReference(int32_t page);
    void dropReference(int32_t page);
    std::string checkPage(int32_t number) const;
    std::string checkHeld(const Held& held) const;

    std::vector<Page> m_pages;
    std::unordered_map<PageHash, int32_t, HashOfHash> m_full;
    int64_t m_free = 0;
    int64_t m_clock = 0;
};

} // namespace engine
