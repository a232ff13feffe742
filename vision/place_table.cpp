#include "vision/place_table.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vision {

namespace {

// What a place of an axis takes from the places of the table.
struct Taps {
    std::array<int64_t, 4> places{};
    std::array<float, 4> weights{};
    size_t count = 0;
};

// Between two neighbours; the first and the last place are those of the table.
Taps bilinear(int64_t place, int64_t places, int64_t side)
{
    const float at = places > 1 ? float(place) * (float(side - 1) / float(places - 1)) : 0;
    const auto low = std::min(int64_t(at), side - 1);
    const float share = at - float(low);
    return {{low, std::min(low + 1, side - 1)}, {1 - share, share}, 2};
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
    Taps taps{{}, {}, 4};
    for (int64_t i = 0; i < 4; ++i) {
        taps.places[size_t(i)] = std::clamp<int64_t>(low - 1 + i, 0, side - 1);
        taps.weights[size_t(i)] = cubic(at - float(low - 1 + i));
    }
    return taps;
}

std::vector<Taps> tapsOf(TowerPlan::Places kind, int64_t places, int64_t side)
{
    const auto between = kind == TowerPlan::Places::Bicubic ? bicubic : bilinear;
    std::vector<Taps> taps;
    for (int64_t place = 0; place < places; ++place)
        taps.push_back(between(place, places, side));
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
        for (size_t y = 0; y < row.count; ++y)
            for (size_t x = 0; x < column.count; ++x) {
                const float weight = row.weights[y] * column.weights[x];
                const float* learned
                    = m_numbers.data() + (row.places[y] * m_side + column.places[x]) * m_hidden;
                for (int64_t i = 0; i < m_hidden; ++i)
                    sum[i] += weight * learned[i];
            }
    }
}

} // namespace vision
