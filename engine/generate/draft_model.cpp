#include "engine/generate/draft_model.h"

#include "base/error.h"
#include "engine/cache/paged_cache.h"
#include "engine/models/model.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace engine {

namespace {

PageHash extendHash(PageHash before, const TokenIds& ids)
{
    const std::vector<ContentKey> keys(ids.begin(), ids.end());
    return hashPage(before, keys);
}

} // namespace

DraftPages::DraftPages(int64_t pages, PageCut cut)
    : m_cut(cut)
    , m_pages(size_t(pages))
{
}

int64_t DraftPages::held(std::span<const TokenId> ids, std::span<const int32_t> pages) const
{
    int64_t count = 0;
    PageHash before;
    for (const int32_t index : pages) {
        const Page& page = m_pages[size_t(index)];
        if (page.before != before || page.isBeingWritten)
            break;
        const auto expected = ids.subspan(size_t(count));
        const auto same = std::ranges::mismatch(page.ids, expected).in1 - page.ids.begin();
        if (m_cut == PageCut::Nowhere && same < int64_t(page.ids.size()))
            break;
        count += same;
        if (same < pageSize)
            break;
        before = page.after;
    }
    return count;
}

void DraftPages::forget(std::span<const int32_t> pages, int64_t begin, int64_t end)
{
    if (begin == end)
        return;
    for (int64_t position = begin / pageSize; position * pageSize < end; ++position) {
        Page& page = m_pages[size_t(pages[size_t(position)])];
        const auto left = size_t(std::max<int64_t>(begin - position * pageSize, 0));
        page.ids.resize(std::min(page.ids.size(), left));
        page.isBeingWritten = m_cut == PageCut::Nowhere && !page.ids.empty();
    }
}

void DraftPages::append(std::span<const TokenId> ids, std::span<const int32_t> pages, int64_t begin)
{
    while (!ids.empty()) {
        const auto position = size_t(begin / pageSize);
        Page& page = m_pages[size_t(pages[position])];
        if (begin % pageSize == 0)
            page.before = position == 0 ? PageHash() : m_pages[size_t(pages[position - 1])].after;
        const size_t count = std::min(ids.size(), size_t(pageSize - begin % pageSize));
        page.ids.resize(size_t(begin % pageSize));
        page.isBeingWritten = false;
        page.ids.insert(page.ids.end(), ids.begin(), ids.begin() + std::ptrdiff_t(count));
        if (int64_t(page.ids.size()) == pageSize)
            page.after = extendHash(page.before, page.ids);
        ids = ids.subspan(count);
        begin += int64_t(count);
    }
}

void DraftPages::copyPage(int32_t from, int32_t to, int64_t tokens)
{
    Page copy = m_pages[size_t(from)];
    const bool isCut = copy.ids.size() > size_t(tokens);
    copy.ids.resize(
        isCut && m_cut == PageCut::Nowhere ? 0 : std::min(copy.ids.size(), size_t(tokens)));
    m_pages[size_t(to)] = std::move(copy);
}

void DraftPages::movePages(std::span<const PageMove> moves)
{
    const std::vector<Page> before = m_pages;
    for (const PageMove& move : moves)
        m_pages[size_t(move.to)] = before[size_t(move.from)];
}

using base::Error;
using base::ErrorKind;

namespace {

constexpr int64_t chunk = 512; // tokens of a job read in one pass
constexpr int64_t maxPadding = 128; // ids by which one vocabulary may be padded more than another

void checkSizes(const Model& draft, const PagedCache& draftCache, const PagedCache& mainCache,
    int64_t maxSeqLen)
{
    if (draftCache.numPages() != mainCache.numPages())
        throw Error(ErrorKind::BadRequest,
            "The draft model's cache has " + std::to_string(draftCache.numPages())
                + " pages and the model's has " + std::to_string(mainCache.numPages())
                + "; they must have the same number.");
    if (draft.config().contextLength < maxSeqLen)
        throw Error(ErrorKind::BadRequest,
            "The draft model reads at most " + std::to_string(draft.config().contextLength)
                + " tokens, but a job may have " + std::to_string(maxSeqLen) + ".");
}

void checkVocabularies(int64_t draft, int64_t main)
{
    if (std::abs(draft - main) > maxPadding)
        throw Error(ErrorKind::BadRequest,
            "The draft model has a vocabulary of " + std::to_string(draft)
                + " tokens and the model " + "one of " + std::to_string(main)
                + "; a draft model must share the model's tokenizer.");
}

// The highest, the first among equals. NaN never wins.
TokenId likeliest(std::span<const float> logits)
{
    size_t best = 0;
    for (size_t id = 1; id < logits.size(); ++id) {
        if (logits[id] > logits[best] || std::isnan(logits[best]))
            best = id;
    }
    return TokenId(best);
}

} // namespace

DraftModel::DraftModel(Model& draft, PagedCache& draftCache, const Model& main,
    const PagedCache& mainCache, int64_t maxSeqLen)
    : m_model(draft)
    , m_cache(draftCache)
    , m_pages(
          draftCache.numPages(), draftCache.keepsStates() ? PageCut::Nowhere : PageCut::Anywhere)
    , m_vocabulary(std::min(draft.config().vocabulary, main.config().vocabulary))
    , m_reach(maxSeqLen)
{
    checkSizes(draft, draftCache, mainCache, maxSeqLen);
    checkVocabularies(draft.config().vocabulary, main.config().vocabulary);
}

// A job on its way to its proposals.
struct DraftModel::Reader {
    Drafting* job;
    TokenIds unread; // what the next passes read: the rest of its ids, then each proposal
    int64_t filled; // tokens before them
    int64_t guesses = 0; // of `unread`, after which no state is kept: they are read again and again
};

void DraftModel::propose(std::span<Drafting> jobs, const Cancelled& cancelled)
{
    std::vector<Reader> readers;
    for (Drafting& job : jobs) {
        job.proposed.clear();
        // The last token is read again in any case, for what follows it.
        const int64_t filled = m_pages.held(job.ids.first(job.ids.size() - 1), job.pages);
        const auto unread = job.ids.subspan(size_t(filled));
        const bool isReadable
            = std::ranges::all_of(unread, [this](TokenId id) { return canRead(id); });
        if (job.count > 0 && isReadable)
            readers.push_back({&job, {unread.begin(), unread.end()}, filled});
    }
    while (!readers.empty()) {
        step(readers, cancelled);
        std::erase_if(readers, [](const Reader& reader) {
            const size_t proposed = reader.job->proposed.size();
            return proposed == 0 || int64_t(proposed) == reader.job->count;
        });
    }
}

void DraftModel::read(std::span<const TokenId> ids, std::span<const int32_t> pages, int64_t max,
    const Cancelled& cancelled)
{
    int64_t filled = m_pages.held(ids, pages);
    const auto unread = ids.subspan(size_t(filled));
    const auto image = std::ranges::find_if_not(unread, [this](TokenId id) { return canRead(id); });
    const int64_t end = filled + std::min<int64_t>(image - unread.begin(), max);
    while (filled < end) {
        const auto next = ids.subspan(size_t(filled), size_t(std::min(chunk, end - filled)));
        const BatchEntry entry{
            .ids = next, .past = filled, .pages = pages, .logitRows = 0, .reach = m_reach};
        forward({&entry, 1}, cancelled);
        filled += int64_t(next.size());
    }
}

void DraftModel::copyPage(int32_t from, int32_t to, int64_t tokens)
{
    m_cache.copyPage(from, to, tokens);
    m_pages.copyPage(from, to, tokens);
}

void DraftModel::movePages(std::span<const PageMove> moves)
{
    m_cache.movePages(moves);
    m_pages.movePages(moves);
}

bool DraftModel::canRead(TokenId id) const
{
    return id >= 0 && id < m_model.config().vocabulary;
}

// One pass: each job reads a chunk of what it lacks; who lacks nothing then gets a token.
void DraftModel::step(std::span<Reader> readers, const Cancelled& cancelled)
{
    std::vector<BatchEntry> batch;
    for (const Reader& reader : readers) {
        const auto next
            = std::span(reader.unread).first(std::min(reader.unread.size(), size_t(chunk)));
        const bool isLast = next.size() == reader.unread.size();
        batch.push_back({.ids = next,
            .past = reader.filled,
            .pages = reader.job->pages,
            .logitRows = isLast ? 1 : 0,
            .top
            = m_model.findsTopLogits() ? TopLogits{.count = 1, .among = m_vocabulary} : TopLogits{},
            .reach = m_reach,
            .guesses = reader.guesses});
    }
    std::span<const float> logits = forward(batch, cancelled);
    std::span<const Candidate> highest = m_model.topLogits();
    for (size_t index = 0; index < readers.size(); ++index) {
        if (batch[index].logitRows == 0)
            continue;
        goOn(readers[index], takeLikeliest(logits, highest));
    }
}

// A guess may be wrong, and no state can go back: so none is kept after one.
void DraftModel::goOn(Reader& reader, TokenId guess) const
{
    reader.job->proposed.push_back(guess);
    if (reader.guesses == 0) {
        reader.filled += int64_t(reader.unread.size());
        reader.unread.clear();
    }
    reader.unread.push_back(guess);
    reader.guesses = m_cache.keepsStates() ? reader.guesses + 1 : 0;
}

// Returns the likeliest token of the first remaining row and removes the row. Rows are whole logits
// or the highest one only, depending on the model.
TokenId DraftModel::takeLikeliest(
    std::span<const float>& logits, std::span<const Candidate>& highest) const
{
    if (m_model.findsTopLogits()) {
        const TokenId id = highest.front().id;
        highest = highest.subspan(1);
        return id;
    }
    const TokenId id = likeliest(logits.first(size_t(m_vocabulary)));
    logits = logits.subspan(size_t(m_model.config().vocabulary));
    return id;
}

// A pass that fails leaves nothing behind that counts.
std::span<const float> DraftModel::forward(
    std::span<const BatchEntry> batch, const Cancelled& cancelled)
{
    for (const BatchEntry& entry : batch)
        m_pages.forget(
            entry.pages, entry.past, entry.past + int64_t(entry.ids.size()) - entry.guesses);
    const std::span<const float> logits = m_model.forward(batch, m_cache, cancelled);
    for (const BatchEntry& entry : batch)
        m_pages.append(
            entry.ids.first(entry.ids.size() - size_t(entry.guesses)), entry.pages, entry.past);
    return logits;
}

} // namespace engine
