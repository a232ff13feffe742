#pragma once

#include "engine/files/fingerprint.h"

#include <memory>
#include <vector>

namespace engine {

class LoraAdapter;

/// An adapter that is applied, and how strongly: 1 as it was trained, 0 not at all.
struct AdapterUse {
    std::shared_ptr<const LoraAdapter> adapter;
    float scale = 1;
};

/// Identifies what these adapters change: made of their contents and scales, in order. Adapters of
/// scale 0 do nothing and do not count; if there are no others, the result is Fingerprint().
Fingerprint identityOf(const std::vector<AdapterUse>& adapters);

} // namespace engine
