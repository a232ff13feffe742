#include "engine/files/packed_matrix.h"
#include "kernels/half.h"

// EXL2, after the layout that exllamav2 publishes in its sources (conversion/adaptivegptq.py,
// exllamav2_ext/cuda/q_matrix.cu). Inputs are sorted by importance, q_invperm says where each went,
// and cut into groups of 2 to 8 bits each, in this order:
//
//     q_groups     [2 · groups]          bits of a group and the row of q_weight where it begins
//     q_weight     [words, outputs]      down each column a stream of the group's levels
//     q_scale      [groups, outputs / 8] four bits a scale, the lowest first
//     q_scale_max  [groups]              f16
//
//     value = (level − 2^(bits − 1)) · (q_scale + 1)² · q_scale_max / 256
//
// Each of the three products is rounded to f16, as the reference implementation rounds them.

namespace engine {

namespace {

float roundedToHalf(float value)
{
    return kernels::floatFromHalf(kernels::halfFromFloat(value));
}

// A group of inputs, in their sorted order.
struct Group {
    int64_t firstInput = 0, inputs = 0;
    int64_t firstWord = 0; // row of q_weight
    int bits = 0;
};

class Exl2Matrix final : public PackedMatrix {
public:
    Exl2Matrix(const PackedArrays& arrays)
        : m_levels(arrays.require(".q_weight", {"I32"}, 2))
        , m_scales(arrays.require(".q_scale", {"I32"}, 2))
        , m_largest(arrays.require(".q_scale_max", {"F16"}, 1))
    {
        name = arrays.prefix() + ".weight";
        bytes = m_levels.bytes;
        readOrder(arrays);
        shape = {m_levels.shape[1], int64_t(m_inputAt.size())};
        readGroups(arrays);
        arrays.requireThat(m_scales.shape[0] == int64_t(m_groups.size())
                && m_largest.shape[0] == int64_t(m_groups.size())
                && m_scales.shape[1] * 8 == shape.front(),
            "does not have a scale of each group");
    }

    void unpackRows(int64_t first, int64_t count, std::byte* out) const override
    {
        auto* to = reinterpret_cast<uint16_t*>(out);
        for (size_t group = 0; group < m_groups.size(); ++group)
            for (int64_t row = 0; row < count; ++row)
                unpackGroup(int64_t(group), first + row, to + row * columns());
    }

private:
    void unpackGroup(int64_t index, int64_t output, uint16_t* row) const
    {
        const Group& group = m_groups[size_t(index)];
        const int64_t outputs = shape.front();
        const uint32_t step
            = (wordAt(m_scales, index * (outputs / 8) + output / 8) >> (output % 8 * 4) & 15) + 1;
        const float largest = roundedToHalf(numberAt(m_largest, index) / 256);
        const float scale = roundedToHalf(float(step * step) * largest);
        for (int64_t i = 0; i < group.inputs; ++i) {
            const int level = int(bitsAt(
                m_levels, group.firstWord * outputs + output, outputs, i * group.bits, group.bits));
            row[m_inputAt[size_t(group.firstInput + i)]]
                = kernels::halfFromFloat(float(level - (1 << (group.bits - 1))) * scale);
        }
    }

    // q_invperm[input] is its place in the sorted order. Short numbers occur, too.
    void readOrder(const PackedArrays& arrays)
    {
        const StoredArray& places = arrays.require(".q_invperm", {"I32", "I16"}, 1);
        const int64_t inputs = places.shape[0];
        m_inputAt.assign(size_t(inputs), -1);
        for (int64_t input = 0; input < inputs; ++input) {
            const uint32_t place
                = places.dtype == "I32" ? wordAt(places, input) : shortAt(places, input);
            arrays.requireThat(place < inputs && m_inputAt[place] < 0, "does not order its inputs");
            m_inputAt[place] = int32_t(input);
        }
    }

    void readGroups(const PackedArrays& arrays)
    {
        const StoredArray& stored = arrays.require(".q_groups", {"I16"}, 1);
        const int64_t groups = stored.shape[0] / 2, words = m_levels.shape[0];
        arrays.requireThat(groups > 0 && stored.shape[0] % 2 == 0, "has no groups");
        int64_t input = 0;
        for (int64_t index = 0; index < groups; ++index) {
            Group group{.firstInput = input,
                .firstWord = shortAt(stored, index * 2 + 1),
                .bits = int(shortAt(stored, index * 2))};
            const bool isLast = index + 1 == groups;
            const int64_t end = isLast ? words : shortAt(stored, index * 2 + 3);
            arrays.requireThat((group.bits >= 2 && group.bits <= 6) || group.bits == 8,
                "has a group of an unknown number of bits");
            arrays.requireThat(
                group.firstWord <= end && end <= words, "has groups that are not in order");
            const int64_t room = (end - group.firstWord) * 32 / group.bits;
            group.inputs = isLast ? columns() - input : room;
            arrays.requireThat(
                group.inputs >= 0 && group.inputs <= room && input + group.inputs <= columns(),
                "has groups that do not fit its inputs");
            input += group.inputs;
            m_groups.push_back(group);
        }
        arrays.requireThat(input == columns(), "has inputs without a group");
    }

    static uint32_t shortAt(const StoredArray& array, int64_t index)
    {
        uint16_t value;
        __builtin_memcpy(&value, array.bytes.data() + index * 2, sizeof value);
        return value;
    }

    const StoredArray& m_levels;
    const StoredArray& m_scales;
    const StoredArray& m_largest;
    std::vector<int32_t> m_inputAt; // by place in the sorted order
    std::vector<Group> m_groups;
};

} // namespace

PackedMatrixPtr findExl2Matrix(const ArrayFile& file, const StoredArray& numbers)
{
    constexpr std::string_view ending = ".q_weight";
    if (!numbers.name.ends_with(ending))
        return nullptr;
    return std::make_unique<Exl2Matrix>(
        PackedArrays(file, numbers.name.substr(0, numbers.name.size() - ending.size())));
}

} // namespace engine
