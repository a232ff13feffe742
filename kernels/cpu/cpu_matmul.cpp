#include "kernels/check_ops.h"
#include "kernels/cpu/cpu_ops.h"
#include "kernels/interleaved.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

// Weight rows are divided among the threads. A few tokens are multiplied with the rows as they are
// stored; for more, some rows are decoded once and all tokens are taken past it.

namespace kernels::cpu {

namespace {

constexpr int64_t minBytesPerTask = 64 * 1024,
                  maxBytesPerTask = 256 * 1024; // bytes, for few tokens
constexpr int64_t tasksPerThread = 4; // at least, where they are not too small for it
constexpr int64_t decodedBytes = 256 * 1024; // of decoded rows: stays in the second-level cache

int64_t clampedToFours(int64_t rows, int64_t max)
{
    return std::clamp<int64_t>(rows / 4 * 4, 4, max);
}

} // namespace

void CpuOps::matmul(TensorView out, TensorView x, TensorView weight)
{
    const Product product{out, weight};
    matmulEach({&product, 1}, x);
}

void CpuOps::matmulStored(TensorView out, TensorView x, TensorView weight)
{
    if (out.isEmpty())
        return;
    const int64_t perTask = rowsPerTask(x.rows, weight);
    reserveDecoded(x.rows, weight);
    m_pool.run((weight.rows + perTask - 1) / perTask, [&](int64_t task, int thread) {
        const int64_t first = task * perTask;
        const int64_t rows = std::min(perTask, weight.rows - first);
        multiplyRows(out, first, x, weight.rowRange(first, rows), thread);
    });
}

bool CpuOps::takesStored(int64_t tokens, DType type) const
{
    return tokens <= m_table.storedTokens && weightKernels(type);
}

int64_t CpuOps::rowsPerTask(int64_t tokens, TensorView weight) const
{
    if (takesStored(tokens, weight.dtype)) {
        const int64_t share = weight.sizeInBytes() / (tasksPerThread * m_pool.threads());
        const int64_t bytes = std::clamp(share, minBytesPerTask, maxBytesPerTask);
        return clampedToFours(bytes / std::max<int64_t>(1, weight.rowStride()), 1024);
    }
    const int64_t rowBytes = std::max<int64_t>(1, weight.columns * int64_t(sizeof(float)));
    return clampedToFours(decodedBytes / rowBytes, 32);
}

// The scratch memory of multiplyRows().
void CpuOps::reserveDecoded(int64_t tokens, TensorView weight)
{
    if (!takesStored(tokens, weight.dtype))
        reserveScratch(rowsPerTask(tokens, weight) * weight.columns);
}

// The columns of `out` from `first` on, of at most rowsPerTask() rows of a weight.
void CpuOps::multiplyRows(
    TensorView out, int64_t first, TensorView x, TensorView weightRows, int thread)
{
    const int64_t n = x.columns;
    float* to = out.data<float>() + first;
    if (takesStored(x.rows, weightRows.dtype))
        return weightKernels(weightRows.dtype)
            ->multiply(to, out.columns, weightRows.bytes, weightRows.rowStride(),
                int(weightRows.rows), x.data<float>(), int(x.rows), n);
    const bool isInterleavedByFour
        = weightRows.rows % 4 == 0 && n % m_table.width == 0 && weightKernels(weightRows.dtype);
    float* decoded = scratch(thread, weightRows.rows * n);
    decodeRows(decoded, weightRows, isInterleavedByFour);
    (isInterleavedByFour ? m_table.multiplyInterleavedFloats
                         : m_table.weights[int(DType::F32)].multiply)(to, out.columns, decoded,
        n * int64_t(sizeof(float)), int(weightRows.rows), x.data<float>(), int(x.rows), n);
}

// Rows as floats. Four at a time are interleaved, a vector of each in turn, so that a tile of the
// product reads memory in its order.
void CpuOps::decodeRows(float* decoded, TensorView rows, bool isInterleavedByFour) const
{
    const int64_t n = rows.columns;
    for (int64_t r = 0; r < rows.rows; ++r) {
        const int64_t position
            = isInterleavedByFour ? r / 4 * 4 * n + r % 4 * m_table.width : r * n;
        decodeRow(rows.rowRange(r, 1), decoded + position, isInterleavedByFour ? 4 : 1);
    }
}

} // namespace kernels::cpu

// The rows that one expert takes are one product, whatever tokens they belong to: they are moved
// together first, which rounding does for panels, and their results back. If every expert takes a
// single row, as when one token is decoded, nothing is moved.

namespace kernels::cpu {

namespace {

// The rows of `out` that belong to one expert: positions [first, first + count) of the order.
struct ExpertGroup {
    int32_t expert;
    int64_t first, count;
};

struct GroupedRows {
    std::vector<int64_t> order; // the row of `out` at each position, expert by expert
    std::vector<ExpertGroup> groups; // of the experts that are chosen, each once
    bool areAlone = true; // every group has one row

    GroupedRows(int64_t rows, TensorView chosen, int64_t experts)
        : order(size_t(rows))
    {
        const auto expertOf = [&](int64_t row) {
            return size_t(chosen.isEmpty() ? row % experts : chosen.data<int32_t>()[row]);
        };
        std::vector<int64_t> next(size_t(experts), 0); // counts, then positions
        for (int64_t row = 0; row < rows; ++row)
            ++next[expertOf(row)];
        int64_t position = 0;
        for (int32_t expert = 0; expert < experts; ++expert) {
            const int64_t count = std::exchange(next[size_t(expert)], position);
            if (count > 0)
                groups.push_back({expert, position, count});
            areAlone = areAlone && count <= 1;
            position += count;
        }
        for (int64_t row = 0; row < rows; ++row)
            order[size_t(next[expertOf(row)]++)] = row;
    }
};

// Some rows of an expert's weight.
struct ExpertTask {
    ExpertGroup group;
    int64_t firstRow, rows;
};

void copyRow(TensorView to, int64_t toRow, TensorView from, int64_t fromRow)
{
    std::memcpy(
        to.rowRange(toRow, 1).bytes, from.rowRange(fromRow, 1).bytes, size_t(to.rowStride()));
}

} // namespace

void CpuOps::matmulExperts(
    TensorView out, TensorView x, std::span<const TensorView> experts, TensorView chosen)
{
    checkMatmulExperts(out, x, experts, chosen);
    checkChosen(chosen, int64_t(experts.size()));
    if (out.isEmpty())
        return;
    const DType type = experts.front().dtype;
    const bool isInterleavedType = isInterleaved(type);
    const GroupedRows rows(out.rows, chosen, int64_t(experts.size()));
    const int64_t share = out.rows / x.rows; // rows of out that read one
    const auto rowOfX = [&](int64_t position) {
        return rows.areAlone ? position : rows.order[size_t(position)] / share;
    };
    TensorView in = x, products = out;
    if (!rows.areAlone) {
        reserve(m_grouped, out.rows * (out.columns + (isInterleavedType ? 0 : x.columns)));
        products = {m_grouped.data(), DType::F32, out.rows, out.columns};
        in = {products.data<float>() + products.elements(), DType::F32, out.rows, x.columns};
    }
    RoundedRows roundedIn;
    if (isInterleavedType)
        roundedIn = rounded(x, type, in.rows, rowOfX);
    else if (!rows.areAlone)
        forRows(in, [&](int64_t position) { copyRow(in, position, x, rowOfX(position)); });

    std::vector<ExpertTask> tasks;
    for (const ExpertGroup& group : rows.groups) {
        const TensorView weight = experts[size_t(group.expert)];
        const int64_t perTask = isInterleavedType ? panelRowsPerTask(group.count, weight)
                                                  : rowsPerTask(group.count, weight);
        if (!isInterleavedType)
            reserveDecoded(group.count, weight);
        for (int64_t first = 0; first < weight.rows; first += perTask)
            tasks.push_back({group, first, std::min(perTask, weight.rows - first)});
    }
    m_pool.run(int64_t(tasks.size()), [&](int64_t index, int thread) {
        const auto& [group, firstRow, count] = tasks[size_t(index)];
        const int64_t row = rows.areAlone ? rows.order[size_t(group.first)] : group.first;
        const int64_t inRow = rows.areAlone ? row / share : row;
        const TensorView own = products.rowRange(row, group.count);
        const TensorView weight = experts[size_t(group.expert)].rowRange(firstRow, count);
        if (isInterleavedType)
            multiplyPanels(own, firstRow, weight, roundedIn, inRow);
        else
            multiplyRows(own, firstRow, in.rowRange(inRow, group.count), weight, thread);
    });
    if (!rows.areAlone)
        forRows(out, [&](int64_t position) {
            copyRow(out, rows.order[size_t(position)], products, position);
        });
}

namespace {

using Scoring = ExpertWeighting::Scoring;

// The sum of the highest ranks of a group, one or two.
float scoreOfGroup(const float* ranks, int64_t size, int count)
{
    float first = -std::numeric_limits<float>::infinity(), second = first;
    for (int64_t i = 0; i < size; ++i) {
        second = std::max(second, std::min(first, ranks[i]));
        first = std::max(first, ranks[i]);
    }
    return count == 1 ? first : first + second;
}

// Makes −∞ of the ranks in all but the best groups, of equal ones the first.
void dropGroups(float* ranks, int64_t experts, const ExpertWeighting& weighting)
{
    const int64_t size = experts / weighting.groups;
    std::vector<float> scores;
    for (int64_t first = 0; first < experts; first += size)
        scores.push_back(scoreOfGroup(ranks + first, size, weighting.groupScore));
    for (size_t group = 0; group < scores.size(); ++group) {
        int better = 0;
        for (size_t other = 0; other < scores.size(); ++other)
            better += scores[other] > scores[group]
                || (scores[other] == scores[group] && other < group);
        if (better >= weighting.groupsUsed)
            std::fill_n(
                ranks + int64_t(group) * size, size, -std::numeric_limits<float>::infinity());
    }
}

} // namespace

void CpuOps::rankExperts(TensorView ranks, TensorView scores, const ExpertWeighting& weighting)
{
    checkRankExperts(ranks, scores, weighting);
    const int64_t experts = scores.columns;
    forRows(scores, [&](int64_t token) {
        const float* from = scores.rowRange(token, 1).data<float>();
        float* own = ranks.rowRange(token, 1).data<float>();
        if (weighting.scoring == Scoring::Sigmoid) {
            std::copy_n(from, experts, own);
            m_table.activate[size_t(Activation::Sigmoid)](own, experts);
        } else {
            const float largest = *std::max_element(from, from + experts);
            float total = 0;
            for (int64_t i = 0; i < experts; ++i)
                total += own[i] = std::exp(from[i] - largest);
            m_table.scale(own, 1 / total, experts);
        }
        if (!weighting.choiceBias.isEmpty())
            m_table.add(own, weighting.choiceBias.data<float>(), experts);
        if (weighting.groups > 1)
            dropGroups(own, experts, weighting);
    });
}

void CpuOps::weighExperts(
    TensorView weights, TensorView scores, TensorView chosen, const ExpertWeighting& weighting)
{
    checkWeighExperts(weights, scores, chosen, weighting);
    checkChosen(chosen, scores.columns);
    const int64_t used = chosen.columns;
    forRows(scores, [&](int64_t token) {
        const float* row = scores.rowRange(token, 1).data<float>();
        const int32_t* own = chosen.data<int32_t>() + token * used;
        float* shares = weights.data<float>() + token * used;
        float total = weighting.epsilon;
        if (weighting.scoring == Scoring::Sigmoid) {
            for (int64_t i = 0; i < used; ++i)
                total += shares[i] = 1 / (1 + std::exp(-row[own[i]]));
            if (!weighting.sumsToOne)
                total = 1;
        } else { // all that softmaxes over the chosen experts and over all differ in is the sum
            const int64_t summed = weighting.sumsToOne ? used : scores.columns;
            const auto score = [&](int64_t i) { return row[weighting.sumsToOne ? own[i] : i]; };
            float largest = std::numeric_limits<float>::lowest();
            for (int64_t i = 0; i < summed; ++i)
                largest = std::max(largest, score(i));
            total = 0;
            for (int64_t i = 0; i < summed; ++i)
                total += std::exp(score(i) - largest);
            for (int64_t i = 0; i < used; ++i)
                shares[i] = std::exp(row[own[i]] - largest);
        }
        for (int64_t i = 0; i < used; ++i) {
            shares[i] = weighting.factor * shares[i] / total;
            if (!weighting.scales.isEmpty())
                shares[i] *= weighting.scales.data<float>()[own[i]];
        }
    });
}

void CpuOps::sumExperts(TensorView out, TensorView x, TensorView weights)
{
    checkSumExperts(out, x, weights);
    const int64_t used = weights.columns;
    forRows(out, [&](int64_t token) {
        float* sum = out.rowRange(token, 1).data<float>();
        std::fill(sum, sum + out.columns, 0.0f);
        for (int64_t i = token * used; i < (token + 1) * used; ++i)
            m_table.addScaled(
                sum, x.rowRange(i, 1).data<float>(), weights.data<float>()[i], out.columns);
    });
}

} // namespace kernels::cpu
