#pragma once

#include "services/hub/gguf_variant.h"

#include <functional>
#include <optional>

namespace services {

/// What is known of a computer and a model when one of its variants is chosen.
struct VariantQuestion {
    QList<GgufVariant> variants; ///< of one model, differing by label, small ones first
    qint64 parameters = 0; ///< of the model
    /// How many bytes of memory a variant takes once it has answered.
    std::function<qint64(const GgufVariant&)> memoryOf;
    qint64 freeMemory = 0; ///< bytes; 0: not known
    /// How many tokens a second a variant is expected to write; empty if that is not known.
    std::function<double(const GgufVariant&)> speedOf;
};

/// A variant, and why it is that one.
struct VariantChoice {
    GgufVariant variant;
    QString reason; ///< a sentence
};

/// Chooses what suits the computer: of a model of at most 3 GB the finest packing up to 8 bits, if
/// ten tokens a second are expected of it; of a larger or slower one Q4_K_M or else the smallest
/// that has more than 4.7 bits for a number, because each further bit costs speed and improves
/// little; something smaller where that does not fit into the free memory. Nothing if none fits.
std::optional<VariantChoice> chooseVariant(const VariantQuestion& question);

} // namespace services
