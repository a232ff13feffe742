#include "vision/known_world.h"

#include "engine/config/json_fields.h"
#include "engine/files/json_text.h"
#include "kernels/error.h"
#include "vision/world_features.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

namespace vision {

namespace {

constexpr float farthest = 5; // deviations from the mean

std::vector<float> numbersOf(const engine::JsonFields& fields, std::string_view key)
{
    const std::vector<double> numbers = fields.numbers(key).value_or(std::vector<double>());
    if (numbers.empty())
        fields.refuse(key, "a list of numbers");
    return {numbers.begin(), numbers.end()};
}

std::string textOf(const engine::JsonFields& fields, std::string_view key)
{
    const std::string text = fields.text(key).value_or("");
    if (text.empty())
        fields.refuse(key, "a text");
    return text;
}

} // namespace

std::shared_ptr<const KnownWorld> KnownWorld::load(const std::filesystem::path& path)
{
    const nlohmann::json json = engine::readJsonFile(path);
    const engine::JsonFields fields(json, path.string());
    auto world = std::make_shared<KnownWorld>();
    world->m_source = path.string();
    world->m_means = numbersOf(fields, "means");
    world->m_deviations = numbersOf(fields, "deviations");
    const auto isPositive = [](float deviation) { return deviation > 0; };
    if (world->m_deviations.size() != world->m_means.size()
        || !std::ranges::all_of(world->m_deviations, isPositive))
        fields.refuse("deviations", "as many positive numbers as there are means");

    world->readLayers(json);
    world->m_foreignAnswer = textOf(fields, "foreign_answer");
    world->m_unsureAnswer = textOf(fields, "unsure_answer");
    return world;
}

void KnownWorld::readLayers(const nlohmann::json& json)
{
    const std::string source = m_source + ": layers";
    const nlohmann::json layers = json.value("layers", nlohmann::json::array());
    size_t inputs = m_means.size();
    for (const nlohmann::json& layer : layers) {
        const engine::JsonFields fields(layer, source);
        m_layers.push_back({numbersOf(fields, "weights"), numbersOf(fields, "biases")});
        const size_t outputs = m_layers.back().biases.size();
        if (m_layers.back().weights.size() != outputs * inputs)
            fields.refuse("weights", std::to_string(inputs) + " numbers for each of the biases");
        inputs = outputs;
    }
    if (m_layers.empty() || inputs != 1)
        engine::JsonFields(json, m_source).refuse("layers", "layers, the last with one output,");
}

std::vector<float> KnownWorld::Layer::of(std::span<const float> x) const
{
    std::vector<float> out = biases;
    for (size_t output = 0; output < out.size(); ++output)
        out[output] = std::inner_product(
            x.begin(), x.end(), weights.begin() + ptrdiff_t(output * inputs()), out[output]);
    return out;
}

float KnownWorld::logOdds(std::span<const float> features) const
{
    if (features.size() != m_means.size()) {
        throw kernels::Error(kernels::ErrorKind::BadFile,
            m_source + " judges pictures by " + std::to_string(m_means.size())
                + " numbers, but this model's have " + std::to_string(features.size()));
    }
    std::vector<float> x(features.begin(), features.end());
    for (size_t i = 0; i < x.size(); ++i)
        x[i] = std::clamp((x[i] - m_means[i]) / m_deviations[i], -farthest, farthest);
    for (const Layer& layer : m_layers) {
        x = layer.of(x);
        if (&layer != &m_layers.back())
            std::ranges::for_each(x, [](float& value) { value = std::max(value, 0.f); });
    }
    return x.front();
}

bool KnownWorld::holds(const Image& seen, std::span<const float> rows, int64_t rowWidth) const
{
    return logOdds(worldFeatures(seen, rows, rowWidth)) >= 0;
}

} // namespace vision
