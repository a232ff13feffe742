#include "vision/known_world.h"

#include "base/error.h"
#include "engine/config/json_fields.h"
#include "engine/files/json_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>

namespace vision {

namespace {

constexpr int64_t sizes = 4; // of the image, each half of the one before
constexpr std::array<int, 7> heights{1, 2, 4, 8, 16, 32, 64}; // of a step, in 1/255
constexpr int64_t edgeShare = 16; // the edge is this part of a side wide

int stepBetween(const uint8_t* one, const uint8_t* other)
{
    int step = 0;
    for (int channel = 0; channel < 3; ++channel)
        step = std::max(step, std::abs(one[channel] - other[channel]));
    return step;
}

Image halved(const Image& image)
{
    Image half{image.width / 2, image.height / 2, {}};
    half.rgb.reserve(size_t(3 * half.width * half.height));
    for (int64_t y = 0; y < half.height; ++y)
        for (int64_t x = 0; x < half.width; ++x)
            for (int channel = 0; channel < 3; ++channel) {
                const uint8_t* upper = image.pixel(2 * x, 2 * y) + channel;
                const uint8_t* lower = image.pixel(2 * x, 2 * y + 1) + channel;
                half.rgb.push_back(uint8_t((upper[0] + upper[3] + lower[0] + lower[3] + 2) / 4));
            }
    return half;
}

// Counts steps by their height.
struct Steps {
    std::array<int64_t, heights.size()> atMost{};
    int64_t count = 0;
    double sum = 0;

    void add(int step)
    {
        for (size_t i = 0; i < heights.size(); ++i)
            atMost[i] += step <= heights[i];
        ++count;
        sum += step;
    }
    void addTo(std::vector<float>& features) const
    {
        for (const int64_t steps : atMost)
            features.push_back(float(steps) / float(std::max<int64_t>(count, 1)));
    }
    double mean() const { return sum / double(std::max<int64_t>(count, 1)); }
};

void addFlatness(std::vector<float>& features, const Image& image)
{
    Steps across, down, all, edge;
    const int64_t margin = std::max<int64_t>(1, image.width / edgeShare);
    for (int64_t y = 0; y + 1 < image.height; ++y)
        for (int64_t x = 0; x + 1 < image.width; ++x) {
            const uint8_t* pixel = image.pixel(x, y);
            const int toRight = stepBetween(pixel, image.pixel(x + 1, y));
            const int toBelow = stepBetween(pixel, image.pixel(x, y + 1));
            across.add(toRight);
            down.add(toBelow);
            all.add(std::max(toRight, toBelow));
            if (std::min({x, y, image.width - 1 - x, image.height - 1 - y}) < margin)
                edge.add(std::max(toRight, toBelow));
        }
    all.addTo(features);
    edge.addTo(features);
    features.push_back(float(std::log((across.mean() + 0.1) / (down.mean() + 0.1))));
}

// The shares of the commonest 1, 2, 4 … 32 of 4,096 colors, and how many there are.
void addColors(std::vector<float>& features, const Image& image)
{
    std::vector<int64_t> counts(4096);
    const int64_t pixels = image.width * image.height;
    for (int64_t i = 0; i < pixels; ++i) {
        const uint8_t* pixel = image.rgb.data() + 3 * i;
        ++counts[size_t(pixel[0] / 16 * 256 + pixel[1] / 16 * 16 + pixel[2] / 16)];
    }
    std::sort(counts.begin(), counts.end(), std::greater<>());
    int64_t sum = 0;
    for (size_t color = 0, next = 1; next <= 32; ++color) {
        sum += counts[color];
        if (color + 1 == next) {
            features.push_back(float(sum) / float(pixels));
            next *= 2;
        }
    }
    const auto used = std::count_if(counts.begin(), counts.end(), [](int64_t n) { return n > 0; });
    features.push_back(float(std::log2(double(used))));
}

// The shares of pixels up to some saturations and brightnesses, and how these vary.
void addShades(std::vector<float>& features, const Image& image)
{
    constexpr std::array<int, 6> levels{8, 24, 64, 128, 192, 240};
    std::array<float, levels.size()> dull{}, dark{};
    double saturations = 0, brightnesses = 0, squares = 0;
    const auto pixels = double(image.width * image.height);
    for (size_t i = 0; i < image.rgb.size(); i += 3) {
        const auto [darkest, brightest]
            = std::minmax({image.rgb[i], image.rgb[i + 1], image.rgb[i + 2]});
        for (size_t level = 0; level < levels.size(); ++level) {
            dull[level] += float(brightest - darkest <= levels[level]);
            dark[level] += float(brightest <= levels[level]);
        }
        saturations += brightest - darkest;
        brightnesses += brightest;
        squares += double(brightest) * brightest;
    }
    for (size_t level = 0; level < levels.size(); ++level) {
        features.push_back(dull[level] / float(pixels));
        features.push_back(dark[level] / float(pixels));
    }
    const double brightness = brightnesses / pixels;
    features.push_back(float(saturations / pixels / 255));
    features.push_back(float(brightness / 255));
    features.push_back(
        float(std::sqrt(std::max(squares / pixels - brightness * brightness, 0.0)) / 255));
}

void addRows(std::vector<float>& features, std::span<const float> rows, int64_t rowWidth)
{
    const auto count = int64_t(rows.size()) / rowWidth;
    for (int64_t column = 0; column < rowWidth; ++column) {
        double sum = 0, squares = 0;
        float largest = rows[size_t(column)];
        for (int64_t row = 0; row < count; ++row) {
            const float value = rows[size_t(row * rowWidth + column)];
            sum += value;
            squares += double(value) * value;
            largest = std::max(largest, value);
        }
        const double mean = sum / double(count);
        features.push_back(float(mean));
        features.push_back(float(std::sqrt(std::max(squares / double(count) - mean * mean, 0.0))));
        features.push_back(largest);
    }
}

} // namespace

std::vector<float> worldFeatures(const Image& seen, std::span<const float> rows, int64_t rowWidth)
{
    CHECK(seen.width >= 16 && seen.height >= 16);
    CHECK(rowWidth > 0 && !rows.empty() && int64_t(rows.size()) % rowWidth == 0);
    std::vector<float> features;
    Image image = seen;
    for (int64_t size = 0; size < sizes; ++size) {
        addFlatness(features, image);
        image = halved(image);
        if (size == 0)
            addColors(features, image);
    }
    addShades(features, seen);
    addRows(features, rows, rowWidth);
    return features;
}

namespace {

constexpr float farthest = 5; // deviations from the mean

std::vector<float> readNumbers(const engine::JsonFields& fields, std::string_view key)
{
    const std::vector<double> numbers = fields.numbers(key).value_or(std::vector<double>());
    if (numbers.empty())
        fields.refuse(key, "a list of numbers");
    return {numbers.begin(), numbers.end()};
}

std::string readText(const engine::JsonFields& fields, std::string_view key)
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
    world->m_means = readNumbers(fields, "means");
    world->m_deviations = readNumbers(fields, "deviations");
    const auto isPositive = [](float deviation) { return deviation > 0; };
    if (world->m_deviations.size() != world->m_means.size()
        || !std::ranges::all_of(world->m_deviations, isPositive))
        fields.refuse("deviations", "as many positive numbers as there are means");

    world->readLayers(json);
    world->m_foreignAnswer = readText(fields, "foreign_answer");
    world->m_unsureAnswer = readText(fields, "unsure_answer");
    return world;
}

void KnownWorld::readLayers(const nlohmann::json& json)
{
    const std::string source = m_source + ": layers";
    const nlohmann::json layers = json.value("layers", nlohmann::json::array());
    size_t inputs = m_means.size();
    for (const nlohmann::json& layer : layers) {
        const engine::JsonFields fields(layer, source);
        m_layers.push_back({readNumbers(fields, "weights"), readNumbers(fields, "biases")});
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
        throw base::Error(base::ErrorKind::BadFile,
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
