#pragma once

#include "base/error.h"
#include "engine/cache/paged_cache.h"
#include "engine/models/image_positions.h"
#include "engine/models/model.h"
#include "kernels/devices/backends.h"
#include "tests/support/max_difference.h"

#include <QString>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tests {

/// A device and, for the CPU, the instruction set it is told to use: "reference", "cpu/avx2".
inline std::unique_ptr<kernels::Backend> openForTest(const std::string& name)
{
    const size_t slash = name.find('/');
    if (slash == std::string::npos)
        return kernels::openBackend(name, 2);
    ::setenv("VIGNETTE_CPU", name.substr(slash + 1).c_str(), 1);
    auto backend = kernels::openBackend(name.substr(0, slash), 2);
    ::unsetenv("VIGNETTE_CPU");
    return backend;
}

/// The kind and message of the error `action` ends with; nothing if it ends well.
inline std::optional<base::Error> errorOf(const std::function<void()>& action)
{
    try {
        action();
    } catch (const base::Error& error) {
        return error;
    }
    return std::nullopt;
}

/// Those this machine can open.
inline const std::vector<std::string>& backendNames()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> usable;
        for (const char* name : {"reference", "cpu/scalar", "cpu/avx2", "cpu/avx512"}) {
            try {
                openForTest(name);
                usable.push_back(name);
            } catch (const base::Error&) {
                ::unsetenv("VIGNETTE_CPU"); // an instruction set this machine lacks
            }
        }
        return usable;
    }();
    return names;
}

/// One sequence of up to `tokens` in a cache of its own, whose pages are in falling order.
class Sequence {
public:
    Sequence(engine::Model& model, engine::CacheType type, int64_t tokens)
        : m_model(model)
        , m_cache(shapeOf(model), type, tokens)
        , m_pages(size_t(m_cache.numPages()))
        , m_tokens(tokens)
    {
        m_cache.allocate(model.cacheDevices());
        std::iota(m_pages.rbegin(), m_pages.rend(), 0);
    }

    static engine::PagedCache::Shape shapeOf(const engine::Model& model)
    {
        return model.cacheShape();
    }

    void setImages(std::vector<engine::ImageEmbeddingPtr> images) { m_images = std::move(images); }

    /// Reads the ids, at most `chunk` tokens in a pass unless an image that must be seen as a whole
    /// has more, and returns the logits of the last `rows`.
    std::vector<float> read(std::span<const engine::TokenId> ids, int64_t rows,
        int64_t chunk = std::numeric_limits<int64_t>::max())
    {
        std::vector<float> logits;
        const int64_t count = int64_t(ids.size());
        for (int64_t first = 0, tokens; first < count; first += tokens) {
            tokens = endOfChunk(ids, first, std::min(chunk, count - first)) - first;
            engine::BatchEntry entry;
            entry.ids = ids.subspan(size_t(first), size_t(tokens));
            entry.past = m_past;
            entry.pages = m_pages;
            entry.images = m_images;
            entry.rotaryOffset = engine::rotaryOffset(m_ids, m_images);
            entry.logitRows = std::clamp<int64_t>(first + tokens - (count - rows), 0, tokens);
            entry.reach = m_tokens;
            const auto part = m_model.forward({&entry, 1}, m_cache);
            logits.insert(logits.end(), part.begin(), part.end());
            m_past += tokens;
            m_ids.insert(m_ids.end(), entry.ids.begin(), entry.ids.end());
        }
        return logits;
    }

private:
    int64_t endOfChunk(std::span<const engine::TokenId> ids, int64_t first, int64_t tokens) const
    {
        return m_model.seesWholeImages()
            ? engine::endBetweenImages(ids, m_images, first, first + tokens)
            : first + tokens;
    }

    engine::Model& m_model;
    engine::PagedCache m_cache;
    std::vector<int32_t> m_pages;
    std::vector<engine::ImageEmbeddingPtr> m_images;
    int64_t m_tokens;
    int64_t m_past = 0;
    engine::TokenIds m_ids; // of the past
};

/// Follows the most likely tokens through the cache, one at a time, and compares them with the
/// reference up to the first step it leaves where the two best lay closer than `gap`.
/// Returns an empty text, or what is wrong.
inline QString compareGreedy(Sequence& sequence, std::vector<float> logits,
    const engine::TokenIds& expected, const std::vector<double>& gaps, double gap)
{
    for (size_t step = 0; step < expected.size(); ++step) {
        const engine::TokenId best = std::ranges::max_element(logits) - logits.begin();
        if (best != expected[step] && gaps[step] <= gap)
            return {};
        if (best != expected[step])
            return QString("step %1: token %2 instead of %3, gap %4")
                .arg(step)
                .arg(best)
                .arg(expected[step])
                .arg(gaps[step]);
        logits = sequence.read({&best, 1}, 1);
    }
    return {};
}

/// The longest answer to: does the same prompt give the same bits however it is read? Whole, in
/// chunks of 64, and in one pass with another sequence that is being decoded. On a GPU only so
/// much of it that no pass is taken for a prompt's, see kernels/cuda/README.md.
inline QString compareWaysOfReading(engine::Model& model, engine::TokenIds ids,
    const std::vector<engine::ImageEmbeddingPtr>& images,
    engine::CacheType type = engine::CacheType::F16)
{
    const bool isGpu = model.backend().isAccelerator();
    if (isGpu) // twice in one pass
        ids.resize(std::min<size_t>(ids.size(), 32));
    if (isGpu && model.seesWholeImages())
        ids.resize(size_t(engine::endBetweenImages(ids, images, 0, int64_t(ids.size()))));
    const auto tokens = int64_t(ids.size());
    const auto readWith = [&](int64_t chunk) {
        Sequence sequence(model, type, tokens);
        sequence.setImages(images);
        return sequence.read(ids, 1, chunk);
    };
    const std::vector<float> whole = readWith(tokens);
    if (maxDifference(readWith(isGpu ? 16 : 64), whole) != 0)
        return "chunks give other numbers than the whole prompt";

    const int64_t pages = (tokens + engine::pageSize - 1) / engine::pageSize;
    engine::PagedCache cache(
        model.backend(), Sequence::shapeOf(model), type, 2 * pages * engine::pageSize);
    std::vector<int32_t> evenPages, oddPages;
    for (int32_t page = 0; page < 2 * int32_t(pages); ++page)
        (page % 2 ? oddPages : evenPages).push_back(page);

    const std::span<const engine::TokenId> all = ids;
    const auto middle = int64_t(ids.size() / 2); // but in no image that is seen as a whole
    const auto half = size_t(
        model.seesWholeImages() ? engine::endBetweenImages(ids, images, 0, middle) : middle);
    engine::BatchEntry opening{all.first(half), 0, oddPages, images, 0};
    opening.reach = tokens;
    model.forward({&opening, 1}, cache);
    engine::BatchEntry both[]
        = {{all, 0, evenPages, images, 1}, {all.subspan(half), int64_t(half), oddPages, images, 1}};
    both[0].reach = both[1].reach = tokens;
    both[1].rotaryOffset = engine::rotaryOffset(all.first(half), images);
    const auto logits = model.forward(both, cache);
    if (maxDifference(logits.first(whole.size()), whole) != 0)
        return "the first of two sequences gives other numbers than alone";
    if (maxDifference(logits.last(whole.size()), whole) != 0)
        return "the second of two sequences, in two parts, gives other numbers than alone";
    return {};
}

} // namespace tests
