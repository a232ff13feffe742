#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace fuzz {

/// A reader of files that people get from anywhere. It must end without a crash, in little time and
/// memory, whatever the bytes are; it may reject them by base::Error, which `read` catches.
struct Target {
    std::string_view name; ///< as `./dev fuzz` takes it; its kept files are in tests/data/fuzz/NAME
    void (*read)(std::span<const std::byte> bytes);
};

/// All of them.
std::span<const Target> targets();

/// The one of that name, or null.
const Target* findTarget(std::string_view name);

} // namespace fuzz
