#include "engine/sampling/read_settings.h"

#include "kernels/error.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;

namespace {

double numberWithin(const std::string& key, const nlohmann::json& value, double least, double most)
{
    const double number = value.is_number() ? value.get<double>() : std::nan("");
    if (!(number >= least && number <= most)) {
        throw Error(ErrorKind::BadRequest,
            "the sampler setting \"" + key + "\" must be a number from "
                + nlohmann::json(least).dump() + " to " + nlohmann::json(most).dump());
    }
    return number;
}

int countWithin(const std::string& key, const nlohmann::json& value, int most)
{
    if (!value.is_number_integer() || value < 0 || value > most) {
        throw Error(ErrorKind::BadRequest,
            "the sampler setting \"" + key + "\" must be a whole number from 0 to "
                + std::to_string(most));
    }
    return value.get<int>();
}

} // namespace

SamplerSettings readSamplerSettings(const nlohmann::json& object)
{
    if (!object.is_object())
        throw Error(ErrorKind::BadRequest, "sampler settings must be a JSON object");
    SamplerSettings settings = SamplerSettings::neutral();
    for (const auto& [key, value] : object.items()) {
        if (key == "temperature")
            settings.temperature = float(numberWithin(key, value, 0, 100));
        else if (key == "top_k")
            settings.topK = countWithin(key, value, 1'000'000'000);
        else if (key == "top_p")
            settings.topP = float(numberWithin(key, value, 0, 1));
        else if (key == "min_p")
            settings.minP = float(numberWithin(key, value, 0, 1));
        else
            throw Error(ErrorKind::Unsupported,
                "the sampler setting \"" + key + "\" is not known to this version");
    }
    return settings;
}

} // namespace engine
