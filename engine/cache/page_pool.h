#pragma once

#include "engine/cache/page_moves.h"
#include "engine/files/fingerprint.h"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace engine {

/// What stands at one position, for finding it again: a token id, or a number made from a picture's
/// content. Equal keys after equal beginnings have equal keys and values in the cache.
using ContentKey = uint64_t;

/// Names a full page and everything before it. Somebody may have worked for two to be equal, so
/// whoever finds a page by its hash compares the keys as well.
using PageHash = Fingerprint;

/// Of `previous` and `keys`. Before the first page of a sequence stands the sequence's root.
PageHash hashPage(PageHash previous, std::span<const ContentKey> keys);

/// The pages of a cache one by one, and finding them by what they hold. PageTable makes sequences
/// of them. Numbers must be those of pages; what a function says about a page must hold (CHECK).
///
/// A page is one of three:
///   free      used by nobody; may hold what somebody left there
///   reserved  taken by one, who has not written to it; still holds what it held
///   written   used by one; by several once it is full
class PagePool {
public:
    struct Page {
        PageHash previous = {}; ///< of the page before it
        std::optional<PageHash> hash = {}; ///< once full
        std::vector<ContentKey> keys = {}; ///< as many as were written
        int64_t depth = 0; ///< its place in the sequence
        int64_t lastUse = 0; ///< by the clock of the pool; 0 without content
        int32_t users = 0;
        bool isReserved = false;
    };

    explicit PagePool(int64_t pages);

    const Page& operator[](int32_t number) const { return m_pages.at(size_t(number)); }
    int64_t size() const { return static_cast<int64_t>(m_pages.size()); }
    int64_t numFree() const { return static_cast<int64_t>(m_free.size()); }

    /// The full page, free or written, that holds `keys` (256) after `previous`; `hash` is theirs.
    std::optional<int32_t> findFull(
        PageHash hash, PageHash previous, std::span<const ContentKey> keys) const;

    /// The page, of any kind, that begins with most of `keys` after `previous`. None for no key.
    struct Match {
        int32_t page = 0;
        int64_t tokens = 0; ///< up to 256
    };
    std::optional<Match> findLongest(PageHash previous, std::span<const ContentKey> keys,
        std::optional<int32_t> except = {}) const;

    /// Begins a new time: what is used from now on is younger than all before.
    void tick() { ++m_clock; }

    /// Makes a free page reserved: the one used longest ago and, among those used last at one time,
    /// the one farthest from the beginning of its sequence.
    int32_t reserve();

    /// One more user of a full page that findFull() has found.
    void share(int32_t number);

    /// One user less. A written page has then been used now; a reserved one is what it was before
    /// unless another has come to hold the same.
    void giveBack(int32_t number);

    /// Makes a free page as young as if it had been used now; does nothing to others.
    void useNow(int32_t number);

    /// Makes a reserved page written: without content, or with the beginning of what it held.
    void beginWriting(int32_t number);
    void keepBeginning(int32_t number, int64_t tokens);

    /// More content for a written page; `previous` and `depth` count if it is the first.
    void append(int32_t number, PageHash previous, int64_t depth, std::span<const ContentKey> keys);

    /// To be called when a page has become full: makes it one that can be found. If another holds
    /// the same already, that one is shared instead.
    struct Finished {
        int32_t page = 0; ///< to use from now on
        PageHash hash;
    };
    Finished finish(int32_t number);

    /// Of a page with one user: keeps only the first `tokens` positions, at least one.
    void cut(int32_t number, int64_t tokens);

    /// Of a page with one user: forgets what the user has written, if anything, and makes the page
    /// reserved again.
    void takeBack(int32_t number);

    /// As in PageTable.
    std::vector<PageMove> defragment();
    void forgetUnused();

    /// Empty, or what is wrong, given how many users each page should have.
    std::string check(std::span<const int32_t> users) const;

private:
    struct HashOfHash {
        size_t operator()(const PageHash& hash) const { return size_t(hash.low); }
    };
    // Last use, deepest first, number: the order in which they are taken.
    using FreeOrder = std::tuple<int64_t, int64_t, int32_t>;

    Page& at(int32_t number) { return m_pages.at(size_t(number)); }
    FreeOrder freeOrder(int32_t number) const;
    void addUser(int32_t number);
    void dropUser(int32_t number);
    void clear(int32_t number);
    void forgetFull(int32_t number);
    void rebuildIndices();
    bool followsAnother(const Page& page) const;
    std::vector<int32_t> inChainOrder() const;
    void move(std::span<const PageMove> moves);
    std::string checkPage(int32_t number) const;
    std::string checkIndices() const;

    std::vector<Page> m_pages;
    std::set<FreeOrder> m_free;
    // All full pages but the reserved ones.
    std::unordered_map<PageHash, int32_t, HashOfHash> m_full;
    // All pages with content, the reserved ones too, by the hash of the page before them.
    std::unordered_map<PageHash, std::vector<int32_t>, HashOfHash> m_following;
    int64_t m_clock = 0;
    int64_t m_taken = 0; // pages, since the last defragment()
};

} // namespace engine
