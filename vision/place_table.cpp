#include "vision/place_table.h"

#include <algorithm>
#include <cmath>

namespace vision {

namespace {

// What a place of an axis takes from the places of the table.
struct Taps {
    std::vector<int64_t> places;
    std::vector<float> weights;
};

// Between two neighbours; the first and the last place are those of the table.
Taps bilinear(int64_t place, int64_t places, int64_t side)
{
    const float at = places > 1 ? float(place) * (float(side - 1) / float(places - 1)) : 0;
    const auto low = std::min(int64_t(at), side - 1);
    const float share = at - float(low);
    return {{low, std::min(low + 1, side - 1)}, {1 - share, share}};
}

// Keys's cubic of a distance (1981), with the factor that torch's grid_sample has.
float cubic(float distance)
{
    constexpr float a = -0.75f;
    const float x = std::abs(distance);
    if (x <= 1)
        return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

// Among four neighbours, between the middles of places; those beyond the edge are those at it.
Taps bicubic(int64_t place, int64_t places, int64_t side)
{
    const float at = (float(place) + 0.5f) / float(places) * float(side) - 0.5f;
    const auto low = int64_t(std::floor(at));
    Taps taps;
    for (int64_t i = 0; i < 4; ++i) {
        taps.places.push_back(std::clamp<int64_t>(low - 1 + i, 0, side - 1));
        taps.weights.push_back(cubic(at - float(low - 1 + i)));
    }
    return taps;
}

// A triangle around the middle of the place, as wide as two places of the grid or the table.
Taps smoothed(int64_t place, int64_t places, int64_t side)
{
    const double scale = double(side) / double(places), reach = std::max(1.0, scale);
    const double middle = (double(place) + 0.5) * scale;
    const auto first = std::max<int64_t>(0, int64_t(middle - reach + 0.5));
    const auto end = std::min(side, int64_t(middle + reach + 0.5));
    Taps taps;
    double sum = 0;
    for (int64_t at = first; at < end; ++at) {
        const double weight = std::max(0.0, 1 - std::abs((double(at) - middle + 0.5) / reach));
        taps.places.push_back(at);
        taps.weights.push_back(float(weight));
        sum += weight;
    }
    for (float& weight : taps.weights)
        weight = float(double(weight) / sum);
    return taps;
}

Taps (*between(TowerPlan::Places kind))(int64_t, int64_t, int64_t)
{
    if (kind == TowerPlan::Places::Smoothed)
        return smoothed;
    return kind == TowerPlan::Places::Bicubic ? bicubic : bilinear;
}

std::vector<Taps> tapsOf(TowerPlan::Places kind, int64_t places, int64_t side)
{
    std::vector<Taps> taps;
    for (int64_t place = 0; place < places; ++place)
        taps.push_back(between(kind)(place, places, side));
    return taps;
}

} // namespace

PlaceTable::PlaceTable(std::vector<float> numbers, int64_t side, TowerPlan::Places places)
    : m_numbers(std::move(numbers))
    , m_side(side)
    , m_hidden(int64_t(m_numbers.size()) / (side * side))
    , m_places(places)
{
}

void PlaceTable::append(std::vector<float>& out, const PatchGrid& grid) const
{
    const std::vector<Taps> rows = tapsOf(m_places, grid.height, m_side);
    const std::vector<Taps> columns = tapsOf(m_places, grid.width, m_side);
    for (int64_t patch = 0; patch < grid.count(); ++patch) {
        const Taps& row = rows[size_t(patch / grid.width % grid.height)];
        const Taps& column = columns[size_t(patch % grid.width)];
        out.resize(out.size() + size_t(m_hidden));
        float* sum = out.data() + out.size() - m_hidden;
        for (size_t y = 0; y < row.places.size(); ++y)
            for (size_t x = 0; x < column.places.size(); ++x) {
                const float weight = row.weights[y] * column.weights[x];
                const float* learned
                    = m_numbers.data() + (row.places[y] * m_side + column.places[x]) * m_hidden;
                for (int64_t i = 0; i < m_hidden; ++i)
                    sum[i] += weight * learned[i];
            }
    }
}

} // namespace vision
