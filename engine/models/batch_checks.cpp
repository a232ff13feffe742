#include "engine/models/batch_checks.h"

#include "kernels/error.h"

#include <string>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;

namespace {

void checkId(const BatchEntry& entry, TokenId id, int64_t vocabulary)
{
    if (id >= 0 && id < vocabulary)
        return;
    const std::string number = std::to_string(id);
    if (!isImageId(id))
        throw Error(ErrorKind::BadRequest,
            "The prompt holds the token id " + number + ", but the model has "
                + std::to_string(vocabulary) + " tokens, counted from 0.");
    if (!findImage(entry.images, id))
        throw Error(ErrorKind::BadRequest,
            "The prompt holds the id " + number
                + ", which is a row of none of the pictures that came with it.");
}

void checkPicture(const ImageEmbedding& picture, const ModelConfig& config)
{
    if (picture.rows.view().columns != config.hidden)
        throw Error(ErrorKind::BadRequest,
            "The rows of the picture hold " + std::to_string(picture.rows.view().columns)
                + " numbers, but the model reads rows of " + std::to_string(config.hidden)
                + ": picture tower and model do not belong together.");
    const int64_t axes = config.ropeSections.empty() ? 1 : int64_t(config.ropeSections.size());
    const bool fits
        = picture.places.empty() || int64_t(picture.places.size()) == picture.count() * axes;
    if (!fits || int64_t(picture.deepRows.size()) != config.deepLayers)
        throw Error(ErrorKind::BadRequest,
            "The rows of the picture stand where the model cannot read them: picture tower and "
            "model do not belong together.");
}

} // namespace

void checkEntry(const BatchEntry& entry, const ModelConfig& config)
{
    CHECK(!entry.ids.empty() && entry.past >= 0);
    CHECK(entry.logitRows >= 0 && entry.logitRows <= int64_t(entry.ids.size()));
    for (const ImageEmbeddingPtr& image : entry.images)
        checkPicture(*image, config);
    for (const TokenId id : entry.ids)
        checkId(entry, id, config.vocabulary);
    checkReach(config, entry.past + int64_t(entry.ids.size()));
}
void checkReach(const ModelConfig& config, int64_t tokens)
{
    if (config.ropeScaling.kind != RopeScaling::Kind::Dynamic || tokens <= config.contextLength)
        return;
    throw Error(ErrorKind::Unsupported,
        "The model was trained for " + std::to_string(config.contextLength)
            + " tokens and stretches that by dynamic NTK scaling, which is not supported: it turns "
              "all tokens anew with each new one, so "
            + std::to_string(tokens) + " tokens are too many.");
}

} // namespace engine
