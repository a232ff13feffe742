#pragma once

#include "engine/cache/paged_cache.h"
#include "engine/config/model_config.h"
#include "engine/files/fingerprint.h"
#include "engine/layers/layout_file.h"
#include "engine/models/adapter_placement.h"
#include "engine/models/image_embedding.h"
#include "engine/sampling/logits.h"
#include "engine/tokenizers/tokenizer.h"
#include "kernels/backend.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace engine {

class WeightFile;

/// Assigns the parts of a decoder to devices. The devices must outlive everything that is placed by
/// the plan.
struct DevicePlan {
    kernels::Backend* embedding = nullptr;
    std::vector<kernels::Backend*> blocks; ///< one for each layer
    kernels::Backend* head = nullptr; ///< the final norm and the logits
    LayoutFolder layouts = {}; ///< for the blocks and the head
    /// For each layer the device that computes its routed experts, if it isn't the layer's: a
    /// device whose memory is the host's. Null or no entries: the layer's own.
    std::vector<kernels::Backend*> experts = {};

    static DevicePlan onOneDevice(kernels::Backend& device, int64_t layers)
    {
        return {&device, std::vector<kernels::Backend*>(size_t(layers), &device), &device, {}, {}};
    }
};

/// The part of a forward pass that belongs to one sequence.
struct BatchEntry {
    std::span<const TokenId> ids; ///< the new tokens, at least one
    int64_t past = 0; ///< tokens of this sequence that are in the cache
    /// The pages of the sequence in order, for past + ids.size() tokens.
    std::span<const int32_t> pages;
    std::span<const ImageEmbeddingPtr> images = {}; ///< whose rows are among `ids`
    int64_t logitRows = 1; ///< for how many of the last tokens logits are wanted
    /// Limits the logits of each of these rows to the highest ones. Allowed if the model
    /// findsTopLogits(), with `among` at most its vocabulary and the same for the whole batch.
    TopLogits top = {};
    int64_t rotaryOffset = 0; ///< of the tokens in the cache, see rotaryOffset()
    /// The most tokens that the sequence may come to hold; the same in all passes over it, for
    /// LongRope goes by it. 0: it ends with this pass.
    int64_t reach = 0;
    /// How many of the last tokens are guesses: layers that keep a state keep none after them.
    int64_t guesses = 0;
};

/// A decoder on one or more devices. Belongs to one thread, as its backends do.
class Model {
public:
    /// Called with the share of the weights that is loaded, 0 … 1. Returning false cancels the
    /// loading (Error{Cancelled}).
    using Progress = std::function<bool(double)>;

    /// Loads the tensors of `weights` onto `backend`, which must outlive the model. Throws
    /// Error{Unsupported} naming an unknown family, Error{BadFile} naming a tensor that is missing
    /// or has a wrong shape, and Error{OutOfMemory}.
    static std::unique_ptr<Model> load(std::shared_ptr<const WeightFile> weights,
        const ModelConfig& config, kernels::Backend& backend, const Progress& progress = {});

    /// Loads each part onto the device that the plan gives it. See planDevices() and
    /// loadAutosplit().
    static std::unique_ptr<Model> load(std::shared_ptr<const WeightFile> weights,
        const ModelConfig& config, const DevicePlan& devices, const Progress& progress = {});
    virtual ~Model() = default;

    virtual const ModelConfig& config() const = 0;
    virtual kernels::Backend& backend() const = 0; ///< where the rows of images must be

    /// The device of the cache for each layer, see PagedCache::allocate.
    virtual std::vector<kernels::Backend*> cacheDevices() const;

    /// How many layers have routed experts that another device computes, see DevicePlan::experts.
    virtual int64_t layersWithHostExperts() const { return 0; }

    /// What the cache keeps of a token. The default gives all layers the heads of config().
    virtual PagedCache::Shape cacheShape() const;

    /// Identifies the model for whatever is kept of its work. It is computed when the model is
    /// loaded, from every number that affects keys and values and from samples of the weights.
    /// Equal wherever the same files are loaded; Fingerprint() for a model that has none. Adapters
    /// do not change it.
    virtual Fingerprint identity() const { return {}; }

    /// Replaces the adapters of all later passes; empty: the model as it was trained. Keys and
    /// values in a cache stay those of the adapters with which they were made, so whoever shares
    /// them between jobs must use adapterIdentity() in their keys. Throws Error{BadFile} or
    /// Error{Unsupported} naming the tensor that does not fit this model, and changes nothing then.
    /// The default accepts no adapters.
    virtual void setAdapters(std::vector<AdapterUse> adapters);

    /// makeIdentity() the present adapters; Fingerprint() without any.
    virtual Fingerprint adapterIdentity() const { return {}; }

    /// Runs the new tokens of every entry through the decoder and writes their keys and values to
    /// `cache`. Returns logits on the host, [sum of logitRows, vocabulary], in the order of the
    /// entries, valid until the next call. Throws Error{Cancelled} between two layers once
    /// `cancelled` returns true, and Error{BadRequest} for an id that is neither in the vocabulary
    /// nor a row of the entry's images.
    virtual std::span<const float> forward(std::span<const BatchEntry> batch, PagedCache& cache,
        const std::function<bool()>& cancelled = {})
        = 0;

    /// True if the rows of an image also see the later rows of the same image. Then a pass must not
    /// end inside an image, whose rows are together and in order; see endBetweenImages().
    virtual bool seesWholeImages() const { return false; }

    /// True if what a pass computes of an entry never depends on how many tokens the others have.
    virtual bool mayReadWhileDecoding() const { return false; }

    /// True if the model finds the highest logits on the device, so that the others need not be
    /// copied to the host. forward() then leaves out entries that want only those. topLogits() has
    /// their highest logits until the next call: `count` for each row, the highest first, equal
    /// ones by id; if there are fewer, the others have the id −1. topWeights() has the weights of
    /// the rows that ask for them, see Logits.
    virtual bool findsTopLogits() const { return false; }
    virtual std::span<const Candidate> topLogits() const { return {}; }
    virtual std::span<const float> topWeights() const { return {}; }

    /// All logits of a row that wanted only the highest, if those were too few. `row` counts the
    /// logitRows of the last forward(). Valid until the next call of either. May be called only if
    /// the model findsTopLogits(). Throws as forward() does.
    virtual std::span<const float> fetchLogits(int64_t row);

    /// Switches on hiddenStates(), for tests and `inspect`: the residual stream after each layer of
    /// the last forward(), [layers + 1][tokens · hidden]; the last one is after the final norm.
    virtual void keepHiddenStates(bool keep) = 0;
    virtual const std::vector<std::vector<float>>& hiddenStates() const = 0;
};

} // namespace engine
