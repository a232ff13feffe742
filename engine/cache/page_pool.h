#pragma once

#include "engine/cache/paged_cache.h"
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

/// Identifies the content of one position: a token id, or a number made from the content of an
/// image. If two sequences have equal keys up to a position, they have equal keys and values in the
/// cache up to there.
using ContentKey = uint64_t;

/// Identifies a full page together with everything before it. Equal hashes may have been made on
/// purpose, so whoever finds a page by its hash compares the content keys as well.
using PageHash = Fingerprint;

/// The hash of a page with the content `keys` after a page with the hash `previous`. For the first
/// page of a sequence, `previous` is the sequence's root.
PageHash hashPage(PageHash previous, std::span<const ContentKey> keys);

/// The positions at which the content of a page may be cut.
enum class PageCut {
    Anywhere, ///< it is keys and values of each token
    Nowhere, ///< it has a state, which is what all its tokens together have left behind
};

/// The single pages of a cache, and a search for them by their content. PageTable makes sequences
/// of them. Page numbers must be valid and the conditions that a function states must hold (CHECK).
///
/// A page is in one of three states:
///   free      nobody uses it; it may still have content
///   reserved  one sequence has taken it and not written to it yet; it may still have old content
///   written   one sequence uses it, or several once it is full
class PagePool {
public:
    struct Page {
        PageHash previous = {}; ///< the hash of the page before it
        std::optional<PageHash> hash = {}; ///< known once the page is full
        std::vector<ContentKey> keys = {}; ///< of the positions that were written
        int64_t depth = 0; ///< the index of the page in its sequence
        int64_t lastUse = 0; ///< in the time of tick(); 0 if the page has no content
        int32_t users = 0; ///< how many sequences use it
        bool isReserved = false;
    };

    explicit PagePool(int64_t pages, PageCut cut = PageCut::Anywhere);

    const Page& operator[](int32_t number) const { return m_pages.at(size_t(number)); }
    PageCut cut() const { return m_cut; }
    int64_t size() const { return static_cast<int64_t>(m_pages.size()); }
    int64_t numFree() const { return static_cast<int64_t>(m_free.size()); }

    /// Returns the full page, free or written, that holds `keys` (256 of them) after `previous`.
    /// `hash` must be the hash of both.
    std::optional<int32_t> findFull(
        PageHash hash, PageHash previous, std::span<const ContentKey> keys) const;

    /// A page and how many of the requested keys it begins with (up to 256).
    struct Match {
        int32_t page = 0;
        int64_t tokens = 0;
    };
    /// Returns the page, in any state and other than `except`, that begins with the most of `keys`
    /// after `previous`; of pages that must not be cut, the one that contains nothing else. Nothing
    /// if no page has the first key.
    std::optional<Match> findLongest(PageHash previous, std::span<const ContentKey> keys,
        std::optional<int32_t> except = {}) const;

    /// Starts a new moment: what is used from now on was used later than everything before.
    void tick() { ++m_clock; }

    /// Makes a free page reserved and returns it: the page used longest ago and, among pages last
    /// used at the same moment, the one farthest from the beginning of its sequence.
    int32_t reserve();

    /// Adds a user to a full page that findFull() has found.
    void share(int32_t number);

    /// Removes a user. A written page then counts as used now. A reserved page becomes what it was
    /// before, unless another page has got the same content meanwhile.
    void giveBack(int32_t number);

    /// Lets a free page count as used now. Does nothing to other pages.
    void useNow(int32_t number);

    /// These make a reserved page written: without content, or keeping the first `tokens` positions
    /// of its old content, all of it if it must not be cut.
    void beginWriting(int32_t number);
    void keepBeginning(int32_t number, int64_t tokens);

    /// Adds content to a written page. `previous` and `depth` are used if it is the first content.
    void append(int32_t number, PageHash previous, int64_t depth, std::span<const ContentKey> keys);

    /// The result of finish(): the page to use from now on, and its hash.
    struct Finished {
        int32_t page = 0;
        PageHash hash;
    };
    /// Must be called when a page has become full; from then on the page can be found. If another
    /// page already contains the same content, that page is shared instead and this one becomes
    /// free.
    Finished finish(int32_t number);

    /// Keeps only the first `tokens` positions (at least one) of a page with one user. A page that
    /// must not be cut has no others.
    void cut(int32_t number, int64_t tokens);

    /// Forgets what the only user of a page has written, if anything, and makes the page reserved
    /// again.
    void takeBack(int32_t number);

    /// See PageTable, also for the next one.
    std::vector<PageMove> defragment();
    void forgetUnused();

    /// Returns an empty text, or what is wrong if page i should have users[i] users.
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

    PageCut m_cut;
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
