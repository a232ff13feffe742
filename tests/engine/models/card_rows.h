#pragma once

#include "tests/engine/models/model_under_test.h"
#include "tests/kernels/card_on_host.h"

#include <limits>
#include <string>
#include <vector>

namespace tests {

/// Whether a test of so much work runs on the card, too: any on a real one, few of them on the one
/// that is made of the processor, which takes a hundred times as long.
enum class Work { Little, Much };

/// backendNames() and, where it runs this test, the card.
inline std::vector<std::string> backendNamesWithCard(Work work)
{
    std::vector<std::string> names = backendNames();
    const bool isSlow = isCardOnHost();
    if (work == Work::Little || !isSlow)
        names.emplace_back("cuda:0");
    return names;
}

/// So many tokens of a prompt a device reads in one pass with numbers of f32. A card takes passes
/// of more rows for prompts, whose numbers it rounds: see kernels/cuda/README.md.
inline int64_t exactChunk(const engine::Model& model)
{
    return model.backend().isAccelerator() ? 64 : std::numeric_limits<int64_t>::max();
}

} // namespace tests
