#include "engine/sampling/check_settings.h"

#include "kernels/error.h"

#include <cmath>
#include <limits>
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
    {"least temperature", &S::minTemperature},
    {"highest temperature", &S::maxTemperature},
    {"temperature exponent", &S::temperatureExponent},
    {"XTC probability", &S::xtcProbability},
    {"XTC threshold", &S::xtcThreshold},
    {"skew", &S::skew},
};

[[noreturn]] void refuse(const std::string& sentence)
{
    throw kernels::Error(kernels::ErrorKind::BadRequest, sentence);
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

} // namespace engine
