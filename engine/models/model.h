#pragma once

#include "engine/cache/paged_cache.h"
#include "engine/config/model_config.h"
#include "engine/files/fingerprint.h"
#include "engine/models/adapter_use.h"
#include "engine/models/image_embedding.h"
#include "engine/sampling/logits.h"
#include "engine/tokenizers/token.h"
#include "kernels/backend.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace engine {

class WeightFile;
struct DevicePlan;

/// One sequence's share of a forward pass.
struct BatchEntry {
    std::span<const TokenId> ids; ///< the new tokens, at least one
    int64_t past = 0; ///< tokens of this sequence already in the cache
    std::span<const int32_t> pages; ///< its pages, in order; cover past + ids.size() tokens
    std::span<const ImageEmbeddingPtr> images; ///< whose rows stand among ids
    int64_t logitRows = 1; ///< logits are wanted of the last so many tokens; 0: of none
    TopLogits top = {}; ///< of each of these rows no more is wanted; only if the model
        ///< findsTopLogits(), among at most its vocabulary, and the same
        ///< `among` for the batch
    int64_t rotaryOffset = 0; ///< of the tokens already in the cache: see rotaryOffset()
};

/// A decoder on one or more devices. Belongs to one thread, as its backends do.
class Model {
public:
    /// Reports a share of the weights done, 0 … 1; returning false cancels (Error{Cancelled}).
    using Progress = std::function<bool(double)>;

    /// Places the tensors of `weights` on `backend`, which must outlive the model. Throws
    /// Error{Unsupported} naming an unknown family, Error{BadFile} naming a tensor that is missing
    /// or misshapen, Error{OutOfMemory}.
    static std::unique_ptr<Model> load(std::shared_ptr<const WeightFile> weights,
        const ModelConfig& config, kernels::Backend& backend, const Progress& progress = {});

    /// The same, each part on the device the plan gives it. See planDevices() and loadAutosplit().
    static std::unique_ptr<Model> load(std::shared_ptr<const WeightFile> weights,
        const ModelConfig& config, const DevicePlan& devices, const Progress& progress = {});
    virtual ~Model() = default;

    virtual const ModelConfig& config() const = 0;
    virtual kernels::Backend& backend() const = 0; ///< where pictures' rows must lie

    /// Where the cache of each layer must lie: see PagedCache::allocate.
    virtual std::vector<kernels::Backend*> cacheDevices() const;

    /// What that cache keeps of a token. The default takes config()'s heads for those of all layers.
    virtual PagedCache::Shape cacheShape() const;

    /// Which model this is, for what is kept of its work: made when it loads, of every number that
    /// shapes keys and values and of samples of the weights. Equal wherever the same files are
    /// loaded; Fingerprint() for a model that has none. Adapters do not change it.
    virtual Fingerprint identity() const { return {}; }

    /// Replaces the adapters at work in every pass from now on; none: the model as it was trained.
    /// Keys and values in a cache stay those of the adapters they were made with: whoever shares
    /// them between jobs keys them by adapterIdentity(). Throws Error{BadFile} or
    /// Error{Unsupported} naming the tensor that does not fit this model; the adapters stay as they
    /// were then. The default takes none.
    virtual void setAdapters(std::vector<AdapterUse> adapters);

    /// identityOf() the adapters at work; Fingerprint() without any.
    virtual Fingerprint adapterIdentity() const { return {}; }

    /// Runs the new tokens of every entry through the decoder, writing their keys and values into
    /// `cache`. Returns host logits [sum of logitRows, vocabulary], in the order of the entries;
    /// valid until the next call. Throws Error{Cancelled} between layers once `cancelled` is true,
    /// Error{BadRequest} for an id that is neither in the vocabulary nor a row of the entry's
    /// images.
    virtual std::span<const float> forward(std::span<const BatchEntry> batch, PagedCache& cache,
        const std::function<bool()>& cancelled = {})
        = 0;

    /// Whether rows of a picture see those behind them, up to the picture's end. Then a pass must
    /// not end inside of one, whose rows stand together and in order: see endBetweenPictures().
    virtual bool seesPicturesWhole() const { return false; }

    /// Whether the highest logits are found where they are computed, so that the others need not
    /// come to the host. Entries that want no more than those are left out of what forward()
    /// returns; topLogits() has theirs until the next call: `count` for each row, the highest
    /// first, equal ones by id. Where there are fewer, the rest have the id −1. topWeights() has
    /// the weights of the rows that ask for them; see Logits.
    virtual bool findsTopLogits() const { return false; }
    virtual std::span<const Candidate> topLogits() const { return {}; }
    virtual std::span<const float> topWeights() const { return {}; }

    /// All logits of one of the rows that wanted only the highest, for whom those are too few:
    /// `row` counts the logitRows of the last forward(). Valid until the next call of either. Only
    /// if the model findsTopLogits(). Throws as forward() does.
    virtual std::span<const float> fetchLogits(int64_t row);

    /// Residual stream after each layer of the last forward, kept only while asked for (tests,
    /// `inspect`): [layers + 1][tokens · hidden], the last one after the final norm.
    virtual void keepHiddenStates(bool keep) = 0;
    virtual const std::vector<std::vector<float>>& hiddenStates() const = 0;
};

} // namespace engine
