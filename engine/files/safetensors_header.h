#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

/// What the JSON at the head of a safetensors file says.
struct SafetensorsHeader {
    struct Array {
        std::string name;
        std::string dtype;
        std::vector<int64_t> shape; ///< outermost first
        int64_t begin = 0, end = 0; ///< bytes from the start of the data
    };
    std::vector<Array> arrays; ///< in the order of the data
    std::vector<std::pair<std::string, std::string>> notes; ///< "__metadata__"
};

/// Reads and checks the JSON: every array has a known type, an extent that is its type × shape, and
/// together they cover `dataSize` bytes without gap or overlap. Needs no more memory than the
/// arrays it finds. Throws Error{BadFile} with a sentence that begins with `fileName`.
SafetensorsHeader parseSafetensorsHeader(
    std::string_view text, int64_t dataSize, const std::string& fileName);

} // namespace engine
