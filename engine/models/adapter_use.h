#pragma once

#include "engine/files/fingerprint.h"

#include <memory>
#include <vector>

namespace engine {

class LoraAdapter;

/// An adapter at work, and how strongly: 1 as it was trained, 0 not at all.
struct AdapterUse {
    std::shared_ptr<const LoraAdapter> adapter;
    float scale = 1;
};

/// Tells apart what a model computes with these adapters: of their contents and scales, in order.
/// Adapters of scale 0 do nothing and do not count; without any other it is Fingerprint().
Fingerprint identityOf(const std::vector<AdapterUse>& adapters);

} // namespace engine
