// kernels/cuda/tensor_core.cuh on the host: the last lane to come does the work of its whole warp,
// on the fragments that the table in that header describes.
#include "kernels/cuda/tensor_core.cuh"

#include "tests/kernels/cuda_on_host/include/cuda_runtime.h"

#include <array>
#include <cstring>

namespace kernels::cuda {

namespace {

using cuda_on_host::Position;

constexpr uint32_t wholeWarp = 0xffffffff;

// floatFromHalf() without its branches, except for infinities and NaN.
float numberFromRank(__half, uint32_t bits)
{
    if ((bits & 0x7c00) == 0x7c00)
        return floatFromHalf(uint16_t(bits));
    const float magnitude = floatFromBits((bits & 0x7fff) << 13) * 0x1p112f;
    return bits & 0x8000 ? -magnitude : magnitude;
}

float numberFromRank(__nv_bfloat16, uint32_t bits)
{
    return floatFromBfloat(uint16_t(bits));
}

int numberFromRank(int8_t, uint32_t bits)
{
    return int8_t(bits);
}

/// What a lane hands over, and its part of the sums.
template <typename Sum>
struct Fragments {
    Sum (&sums)[4];
    const uint32_t (&a)[4];
    const uint32_t (&b)[2];
};

/// The product of fragments whose words hold 4 / sizeof(Number) numbers.
template <typename Number, typename Sum>
struct WarpProduct {
    static constexpr int inWord = int(4 / sizeof(Number));
    static constexpr int inner = 8 * inWord; ///< k
    Sum a[16][inner], b[inner][8];

    void unpack(uint32_t word, int first, auto position)
    {
        for (int i = 0; i < inWord; ++i)
            position(first + i) = numberFromRank(Number(), word >> (32 / inWord * i));
    }

    void gather(void* const* operands)
    {
        for (int lane = 0; lane < 32; ++lane) {
            const auto& own = *static_cast<const Fragments<Sum>*>(operands[lane]);
            const int group = lane / 4, k = lane % 4 * inWord;
            for (int word = 0; word < 4; ++word)
                unpack(own.a[word], k + word / 2 * inner / 2,
                    [&](int at) -> Sum& { return a[group + word % 2 * 8][at]; });
            for (int word = 0; word < 2; ++word)
                unpack(own.b[word], k + word * inner / 2,
                    [&](int at) -> Sum& { return b[at][group]; });
        }
    }

    // A sum takes its products in the order of k, eight sums of a row side by side.
    void addTo(Sum (&sums)[16][8]) const
    {
        for (int row = 0; row < 16; ++row)
            for (int k = 0; k < inner; ++k)
                for (int column = 0; column < 8; ++column)
                    sums[row][column] += a[row][k] * b[k][column];
    }

    static void work(void* const* operands, uint32_t)
    {
        const auto sumOf = [&](Sum(&sums)[16][8], int lane, int i) -> Sum& {
            return sums[lane / 4 + i / 2 * 8][lane % 4 * 2 + i % 2];
        };
        Sum sums[16][8];
        for (int lane = 0; lane < 32; ++lane)
            for (int i = 0; i < 4; ++i)
                sumOf(sums, lane, i) = static_cast<Fragments<Sum>*>(operands[lane])->sums[i];
        WarpProduct factors;
        factors.gather(operands);
        factors.addTo(sums);
        for (int lane = 0; lane < 32; ++lane)
            for (int i = 0; i < 4; ++i)
                static_cast<Fragments<Sum>*>(operands[lane])->sums[i] = sumOf(sums, lane, i);
    }
};

template <typename Number, typename Sum>
void multiply(Sum (&sums)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
{
    Fragments<Sum> own{sums, a, b};
    cuda_on_host::meet(wholeWarp, &own, WarpProduct<Number, Sum>::work, "multiplyAccumulate()",
        Position::current());
}

template <int count>
struct MatrixRow {
    uint32_t (&words)[count];
    const void* row;
};

void checkAligned(const void* position, const char* what)
{
    if (reinterpret_cast<uintptr_t>(position) % 16 != 0)
        cuda_on_host::failLaunch(cudaErrorMisalignedAddress,
            std::string(what) + " of an address that is no multiple of 16");
}

/// The 8 × 8 numbers of matrix i.
template <int count>
std::array<std::array<uint16_t, 8>, 8> matrixOf(void* const* operands, int matrix)
{
    std::array<std::array<uint16_t, 8>, 8> rows;
    for (int row = 0; row < 8; ++row) {
        const void* position
            = static_cast<const MatrixRow<count>*>(operands[8 * matrix + row])->row;
        checkAligned(position, "loadMatrix()");
        std::memcpy(rows[size_t(row)].data(), position, 16);
    }
    return rows;
}

template <int count, bool isTransposed>
void loadRows(void* const* operands, uint32_t)
{
    for (int matrix = 0; matrix < count; ++matrix) {
        const auto rows = matrixOf<count>(operands, matrix);
        for (size_t lane = 0; lane < 32; ++lane) {
            const size_t group = lane / 4, pair = lane % 4 * 2;
            const uint32_t low = isTransposed ? rows[pair][group] : rows[group][pair];
            const uint32_t high = isTransposed ? rows[pair + 1][group] : rows[group][pair + 1];
            static_cast<MatrixRow<count>*>(operands[lane])->words[matrix] = low | high << 16;
        }
    }
}

void transposeWords(void* const* operands, uint32_t)
{
    uint16_t numbers[8][8]; // [row][column]
    for (int lane = 0; lane < 32; ++lane)
        std::memcpy(&numbers[lane / 4][lane % 4 * 2], operands[lane], sizeof(uint32_t));
    for (int lane = 0; lane < 32; ++lane) {
        const int column = lane / 4, row = lane % 4 * 2;
        const uint32_t low = numbers[row][column], high = numbers[row + 1][column];
        *static_cast<uint32_t*>(operands[lane]) = low | high << 16;
    }
}

} // namespace

uint32_t permutedBytes(uint32_t low, uint32_t high, uint32_t selector)
{
    return __byte_perm(low, high, selector);
}

uint32_t transposedMatrix(uint32_t word)
{
    cuda_on_host::meet(wholeWarp, &word, transposeWords, "transposedMatrix()", Position::current());
    return word;
}

template <>
void multiplyAccumulate<__half>(float (&sums)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
{
    multiply<__half>(sums, a, b);
}

template <>
void multiplyAccumulate<__nv_bfloat16>(
    float (&sums)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
{
    multiply<__nv_bfloat16>(sums, a, b);
}

void multiplyAccumulate(int (&sums)[4], const uint32_t (&a)[4], const uint32_t (&b)[2])
{
    multiply<int8_t>(sums, a, b);
}

template <int count>
void loadMatrix(uint32_t (&words)[count], const void* row)
{
    MatrixRow<count> own{words, row};
    cuda_on_host::meet(
        wholeWarp, &own, loadRows<count, false>, "loadMatrix()", Position::current());
}

template <int count>
void loadMatrixTransposed(uint32_t (&words)[count], const void* row)
{
    MatrixRow<count> own{words, row};
    cuda_on_host::meet(
        wholeWarp, &own, loadRows<count, true>, "loadMatrixTransposed()", Position::current());
}

template void loadMatrix<1>(uint32_t (&)[1], const void*);
template void loadMatrix<2>(uint32_t (&)[2], const void*);
template void loadMatrix<4>(uint32_t (&)[4], const void*);
template void loadMatrixTransposed<1>(uint32_t (&)[1], const void*);
template void loadMatrixTransposed<2>(uint32_t (&)[2], const void*);
template void loadMatrixTransposed<4>(uint32_t (&)[4], const void*);

} // namespace kernels::cuda
