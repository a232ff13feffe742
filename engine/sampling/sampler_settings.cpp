#include "engine/sampling/sampler_settings.h"

#include "base/error.h"

#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace engine {

namespace {

using S = SamplerSettings;

struct Number {
    const char* name;
    float S::*field;
};

constexpr Number numbers[] = {
    {"temperature", &S::temperature},
    {"top-p", &S::topP},
    {"min-p", &S::minP},
    {"repetition penalty", &S::repetitionPenalty},
    {"presence penalty", &S::presencePenalty},
    {"frequency penalty", &S::frequencyPenalty},
    {"DRY multiplier", &S::dryMultiplier},
    {"DRY base", &S::dryBase},
    {"smoothing factor", &S::smoothingFactor},
    {"top-a", &S::topA},
    {"tail-free limit", &S::tailFree},
    {"typical mass", &S::typical},
    {"mirostat tau", &S::mirostatTau},
    {"mirostat eta", &S::mirostatEta},
    {"mirostat mu", &S::mirostatMu},
    {"min temperature", &S::minTemperature},
    {"max temperature", &S::maxTemperature},
    {"temperature exponent", &S::temperatureExponent},
    {"XTC probability", &S::xtcProbability},
    {"XTC threshold", &S::xtcThreshold},
    {"skew", &S::skew},
};

[[noreturn]] void refuse(const std::string& sentence)
{
    throw base::Error(base::ErrorKind::BadRequest, sentence);
}

} // namespace

void checkSettings(const SamplerSettings& settings)
{
    for (const Number& number : numbers)
        if (!std::isfinite(settings.*number.field))
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

constexpr int manyTokens = 1'000'000'000;

[[noreturn]] void refuse(const std::string& key, const std::string& expected)
{
    throw Error(
        ErrorKind::BadRequest, "The sampler setting \"" + key + "\" must be " + expected + ".");
}

double numberWithin(const std::string& key, const Json& value, double least, double most)
{
    const double number = value.is_number() ? value.get<double>() : std::nan("");
    if (!(number >= least && number <= most))
        refuse(key, "a number from " + Json(least).dump() + " to " + Json(most).dump());
    return number;
}

int countWithin(const std::string& key, const Json& value, int least, int most)
{
    if (!value.is_number_integer() || value < least || value > most) {
        refuse(key, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
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
        ids.push_back(countWithin(key, id, 0, manyTokens));
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

Reader number(float SamplerSettings::*field, double least, double most)
{
    return [=](SamplerSettings& settings, const std::string& key, const Json& value) {
        settings.*field = float(numberWithin(key, value, least, most));
    };
}

Reader count(int SamplerSettings::*field, int least, int most)
{
    return [=](SamplerSettings& settings, const std::string& key, const Json& value) {
        settings.*field = countWithin(key, value, least, most);
    };
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

void readFirstMu(SamplerSettings& settings, const std::string& key, const Json& value)
{
    settings.mirostat = true;
    settings.mirostatMu = float(numberWithin(key, value, 0, 1000));
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
        {"temperature", number(&S::temperature, 0, 100)},
        {"top_k", count(&S::topK, 0, manyTokens)},
        {"top_p", number(&S::topP, 0, 1)},
        {"min_p", number(&S::minP, 0, 1)},
        {"rep", number(&S::repetitionPenalty, 0.01, 100)},
        {"pres", number(&S::presencePenalty, -100, 100)},
        {"freq", number(&S::frequencyPenalty, -100, 100)},
        {"rep_range", count(&S::penaltyRange, -1, manyTokens)},
        {"decay", count(&S::penaltyDecay, 0, manyTokens)},
        {"banned", ids(&S::banned)},
        {"bias", readBiasInto},
        {"dry_multiplier", number(&S::dryMultiplier, 0, 100)},
        {"dry_base", number(&S::dryBase, 1, 100)},
        {"dry_allowed_length", count(&S::dryAllowedLength, 1, 1000)},
        {"dry_max_ngram", count(&S::dryMaxNgram, 2, 1000)},
        {"dry_range", count(&S::dryRange, 0, manyTokens)},
        {"dry_breakers", ids(&S::dryBreakers)},
        {"smoothing_factor", number(&S::smoothingFactor, 0, 100)},
        {"top_a", number(&S::topA, 0, 1)},
        {"tfs", number(&S::tailFree, 0, 1)},
        {"typical", number(&S::typical, 0, 1)},
        {"mirostat", flag(&S::mirostat)},
        {"mirostat_tau", number(&S::mirostatTau, 0, 100)},
        {"mirostat_eta", number(&S::mirostatEta, 0, 1)},
        {"mirostat_mu", readFirstMu},
        {"temperature_last", flag(&S::temperatureLast)},
        {"min_temp", number(&S::minTemperature, 0, 100)},
        {"max_temp", number(&S::maxTemperature, 0, 100)},
        {"temp_exponent", number(&S::temperatureExponent, 0, 100)},
        {"xtc_probability", number(&S::xtcProbability, 0, 1)},
        {"xtc_fires", readXtcFires},
        {"xtc_threshold", number(&S::xtcThreshold, 0, 1)},
        {"xtc_protected", ids(&S::xtcProtected)},
        {"skew", number(&S::skew, -10, 10)},
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
