#pragma once

#include "engine/tokenizers/normalizer.h"
#include "engine/tokenizers/pre_tokenizer.h"

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace engine {

class Regex;

/// The readers of the sections of Hugging Face's tokenizer.json. They throw Error{BadFile} for
/// damage and Error{Unsupported} for a type that is not known here. Exceptions of the JSON library
/// may escape; the caller turns them into errors.
Normalizer readNormalizer(const nlohmann::json& section); ///< empty for null
PreTokenizer readPreTokenizer(const nlohmann::json& section); ///< empty for null

/// How pieces become text again, one at a time.
struct PieceDecoder {
    std::function<std::string(std::string)> decode; ///< if empty, a piece is its own text
    bool dropsLeadingSpace = false; ///< removes the first space of the whole text
};
PieceDecoder readDecoder(const nlohmann::json& section);

/// A pattern in the JSON: {"String": …} sets `text`, {"Regex": …} sets `regex`.
struct TextPattern {
    std::string text;
    std::shared_ptr<const Regex> regex;
};
TextPattern readPattern(const nlohmann::json& object);

/// The bytes of the table of a Precompiled normalizer.
std::string decodeCharsmap(const nlohmann::json& section);

std::string readType(const nlohmann::json& section, std::string_view what);
[[noreturn]] void refuseType(const std::string& type, std::string_view what);

} // namespace engine
