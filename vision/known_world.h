#pragma once

#include "vision/images/image.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace vision {

/// The numbers by which a KnownWorld judges an image, in the order in which its file counts them.
///
///  - `seen`: the image as the tower reads it, in whole tiles of 8 × 8 pixels. At each of four
/// sizes, halved from one to the next: how flat it is (the share of steps from a pixel to its
/// neighbor that are at most 1, 2, 4 … 64 of 255), the same along its edges, and how much more its
/// rows change than its columns. Then how few colors it has, how saturated and how bright it is.
///  - `rows` [n, rowWidth]: what the tower made of it; the mean, deviation and largest of each
/// column.
///
/// Any thread may call it.
std::vector<float> worldFeatures(const Image& seen, std::span<const float> rows, int64_t rowWidth);

/// Tells whether an image belongs to the world of images that a model was trained on. A small model
/// has to be told: by itself it makes a confident statement about whatever it is shown. It never
/// changes, and any thread may use it.
class KnownWorld {
public:
    /// Reads a file that `python3 -m starter.world train` wrote, a JSON object:
    ///
    ///     means, deviations   [features]: what worldFeatures() gives on average, and how far it
    ///                         strays
    ///     layers              [{weights: [outputs, inputs] row by row, biases: [outputs]}, …]; the
    ///                         last has one output
    ///     foreign_answer      what is said in place of an answer about any other picture
    ///     unsure_answer       the words with which the model itself says that it is not sure
    ///
    /// Throws Error{BadFile} naming the file and the key.
    static std::shared_ptr<const KnownWorld> load(const std::filesystem::path& path);

    /// The natural logarithm of the odds that the image belongs to the world, given its
    /// worldFeatures(); training moved it so that 0 is where images begin to belong. A number that
    /// is further from its mean than anything in training counts as far as that.
    ///
    ///     x = clamp((features − means) / deviations, −5, 5)
    ///     x = weights · x + biases, for each layer; except for the last, negative ones become 0
    ///
    /// `features` must have as many numbers as the file has means, else Error{BadFile} is thrown.
    float logOdds(std::span<const float> features) const;

    /// True if the image belongs to the world; for the arguments see worldFeatures().
    bool holds(const Image& seen, std::span<const float> rows, int64_t rowWidth) const;

    const std::string& foreignAnswer() const { return m_foreignAnswer; }
    const std::string& unsureAnswer() const { return m_unsureAnswer; }

private:
    struct Layer {
        std::vector<float> weights; ///< [outputs, inputs]
        std::vector<float> biases; ///< [outputs]

        size_t inputs() const { return weights.size() / biases.size(); }
        std::vector<float> of(std::span<const float> x) const;
    };

    void readLayers(const nlohmann::json& json);

    std::string m_source; ///< the name of the file, for messages
    std::vector<float> m_means, m_deviations;
    std::vector<Layer> m_layers;
    std::string m_foreignAnswer, m_unsureAnswer;
};

} // namespace vision
