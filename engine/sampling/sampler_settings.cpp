#include "engine/sampling/sampler_settings.h"

#include "base/error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace engine {

namespace {

[[noreturn]] void refuse(const std::string& sentence)
{
    throw base::Error(base::ErrorKind::BadRequest, sentence);
}

} // namespace

void checkSettings(const SamplerSettings& settings)
{
    for (const SamplerNumber& number : samplerNumbers)
        if (const auto* member = std::get_if<float SamplerSettings::*>(&number.member))
            if (!std::isfinite(settings.**member))
                refuse(std::string("The sampler's ") + number.name + " must be a finite number.");
    if (settings.repetitionPenalty <= 0)
        refuse("The sampler's repetition penalty must be above 0; 1 turns it off.");
    for (const TokenBias& one : settings.bias)
        if (!(one.bias < std::numeric_limits<float>::infinity()))
            refuse("The bias of token " + std::to_string(one.id)
                + " must be a number; only −inf may be infinite.");
}

using base::Error;
using base::ErrorKind;

namespace {

using Json = nlohmann::json;
using Reader = std::function<void(SamplerSettings&, const std::string& key, const Json& value)>;

[[noreturn]] void refuse(const std::string& key, const std::string& expected)
{
    throw Error(
        ErrorKind::BadRequest, "The sampler setting \"" + key + "\" must be " + expected + ".");
}

double numberWithin(const std::string& key, const Json& value, double min, double max)
{
    const double number = value.is_number() ? value.get<double>() : std::nan("");
    if (!(number >= min && number <= max))
        refuse(key, "a number from " + Json(min).dump() + " to " + Json(max).dump());
    return number;
}

int countWithin(const std::string& key, const Json& value, int min, int max)
{
    if (!value.is_number_integer() || value < min || value > max) {
        refuse(key, "a whole number from " + std::to_string(min) + " to " + std::to_string(max));
    }
    return value.get<int>();
}

bool yesOrNo(const std::string& key, const Json& value)
{
    if (!value.is_boolean())
        refuse(key, "true or false");
    return value.get<bool>();
}

TokenIds readIds(const std::string& key, const Json& value)
{
    if (!value.is_array())
        refuse(key, "an array of token ids");
    TokenIds ids;
    for (const Json& id : value)
        ids.push_back(countWithin(key, id, 0, maxTokenCount));
    return ids;
}

// {"17": 2.5, "3": null}; null excludes the token.
std::vector<TokenBias> readBias(const std::string& key, const Json& value)
{
    if (!value.is_object())
        refuse(key, "an object of token ids, each with a number or null");
    std::vector<TokenBias> all;
    for (const auto& [text, bias] : value.items()) {
        TokenBias one{.id = 0, .bias = -std::numeric_limits<float>::infinity()};
        const char* const end = text.data() + text.size();
        const auto [rest, failure] = std::from_chars(text.data(), end, one.id);
        if (failure != std::errc() || rest != end || one.id < 0)
            refuse(key, "an object whose keys are token ids, not \"" + text + "\"");
        if (!bias.is_null())
            one.bias = float(numberWithin(key, bias, -1e6, 1e6));
        all.push_back(one);
    }
    return all;
}

void readNumber(const SamplerNumber& number, SamplerSettings& settings, const Json& value)
{
    if (const auto* member = std::get_if<float SamplerSettings::*>(&number.member))
        settings.** member = float(numberWithin(number.key, value, number.min, number.max));
    else
        settings.*std::get<int SamplerSettings::*>(number.member)
            = countWithin(number.key, value, int(number.min), int(number.max));
}

Reader flag(bool SamplerSettings::*field)
{
    return [=](SamplerSettings& settings, const std::string& key, const Json& value) {
        settings.*field = yesOrNo(key, value);
    };
}

template <typename List>
Reader ids(List SamplerSettings::*field)
{
    return [=](SamplerSettings& settings, const std::string& key, const Json& value) {
        settings.*field = readIds(key, value);
    };
}

void readBiasInto(SamplerSettings& settings, const std::string& key, const Json& value)
{
    settings.bias = readBias(key, value);
}

// A coin that has been thrown.
void readXtcFires(SamplerSettings& settings, const std::string& key, const Json& value)
{
    settings.xtcProbability = yesOrNo(key, value) ? 1 : 0;
}

const std::map<std::string, Reader>& readers()
{
    using S = SamplerSettings;
    static const std::map<std::string, Reader> all{
        {"banned", ids(&S::banned)},
        {"bias", readBiasInto},
        {"dry_breakers", ids(&S::dryBreakers)},
        {"mirostat", flag(&S::mirostat)},
        {"temperature_last", flag(&S::temperatureLast)},
        {"xtc_fires", readXtcFires},
        {"xtc_protected", ids(&S::xtcProtected)},
    };
    return all;
}

} // namespace

SamplerSettings readSamplerSettings(const nlohmann::json& object)
{
    if (!object.is_object())
        throw Error(ErrorKind::BadRequest, "Sampler settings must be a JSON object.");
    SamplerSettings settings = SamplerSettings::neutral();
    for (const auto& [key, value] : object.items()) {
        const auto number = std::ranges::find(samplerNumbers, key, &SamplerNumber::key);
        if (number != std::ranges::end(samplerNumbers)) {
            readNumber(*number, settings, value);
            settings.mirostat |= key == "mirostat_mu";
            continue;
        }
        const auto reader = readers().find(key);
        if (reader == readers().end()) {
            throw Error(
                ErrorKind::Unsupported, "The sampler setting \"" + key + "\" isn't supported.");
        }
        reader->second(settings, key, value);
    }
    return settings;
}

} // namespace engine
