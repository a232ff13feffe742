#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

/// The content of the JSON at the head of a safetensors file.
struct SafetensorsHeader {
    struct Array {
        std::string name;
        std::string dtype;
        std::vector<int64_t> shape; ///< outermost first
        int64_t begin = 0, end = 0; ///< bytes from the start of the data
    };
    std::vector<Array> arrays; ///< in the order of the data
    std::vector<std::pair<std::string, std::string>> notes; ///< keys and values of "__metadata__"
};

/// Reads and checks that JSON: every array must have a known element type and an extent of element
/// size times shape, and the arrays must cover `dataSize` bytes without gap or overlap. Needs
/// memory in proportion to the arrays that it finds, whatever the text claims. Throws
/// Error{BadFile} with a sentence that begins with `fileName`.
SafetensorsHeader parseSafetensorsHeader(
    std::string_view text, int64_t dataSize, const std::string& fileName);

} // namespace engine
