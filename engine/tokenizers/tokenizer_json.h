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

// The sections of Hugging Face's tokenizer.json. All throw Error{BadFile} or, for a type that is
// not known here, Error{Unsupported}; exceptions of the JSON library may escape and are for the
// caller.

Normalizer readNormalizer(const nlohmann::json& section); ///< empty for null
PreTokenizer readPreTokenizer(const nlohmann::json& section); ///< empty for null

/// How pieces become text again, one by one.
struct PieceDecoder {
    std::function<std::string(std::string)> decode; ///< empty: as spelled
    bool dropsLeadingSpace = false; ///< the first space of the whole text
};
PieceDecoder readDecoder(const nlohmann::json& section);

/// {"String": …} or {"Regex": …}: exactly one of both is set.
struct TextPattern {
    std::string text;
    std::shared_ptr<const Regex> regex;
};
TextPattern readPattern(const nlohmann::json& object);

std::string readType(const nlohmann::json& section, std::string_view what);
[[noreturn]] void refuseType(const std::string& type, std::string_view what);

} // namespace engine
