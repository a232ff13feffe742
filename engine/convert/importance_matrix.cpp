#include "engine/convert/importance_matrix.h"

#include "engine/files/byte_reader.h"
#include "engine/files/gguf_file.h"
#include "engine/files/mapped_file.h"

#include <cmath>
#include <cstring>

namespace engine {

using kernels::DType;
using kernels::Error;
using kernels::ErrorKind;

namespace {

using Values = std::unordered_map<std::string, std::vector<float>>;

constexpr int32_t mostMatrices = 1 << 20, longestName = 256;

bool isGguf(std::span<const std::byte> bytes)
{
    return bytes.size() >= 4 && std::memcmp(bytes.data(), "GGUF", 4) == 0;
}

// What the text never came to matters as everything else does.
void addSums(Values& values, const std::string& name, const WeightTensor& sums,
    const WeightTensor& counts, const std::string& fileName)
{
    const int64_t experts = counts.view.elements(), total = sums.view.elements();
    if (sums.view.dtype != DType::F32 || counts.view.dtype != DType::F32 || total % experts != 0)
        throw Error(ErrorKind::BadFile,
            fileName + " has sums and counts of " + printable(name)
                + " that do not fit each other");
    const int64_t columns = total / experts;
    std::vector<float>& means = values[name];
    means.reserve(size_t(total));
    for (int64_t i = 0; i < total; ++i) {
        const float count = counts.view.data<float>()[i / columns];
        means.push_back(count > 0 ? sums.view.data<float>()[i] / count : 1);
    }
}

Values readGguf(const std::filesystem::path& path)
{
    const auto file = GgufFile::open(path);
    Values values;
    constexpr std::string_view ending = ".in_sum2";
    for (const WeightTensor& sums : file->tensors()) {
        if (!sums.name.ends_with(ending))
            continue;
        const std::string name = sums.name.substr(0, sums.name.size() - ending.size());
        const WeightTensor* counts = file->find(name + ".counts");
        if (!counts)
            throw Error(ErrorKind::BadFile,
                path.filename().string() + " has no counts for " + printable(name));
        addSums(values, name, sums, *counts, path.filename().string());
    }
    file->requireWhole();
    return values;
}

void readEntry(Values& values, ByteReader& reader)
{
    const auto length = reader.number<int32_t>("the length of a name");
    if (length < 1 || length > longestName)
        reader.fail("is no importance matrix: a name in it would have " + std::to_string(length)
            + " letters");
    const auto name = reader.take(uint64_t(length), "a name");
    const auto calls = reader.number<int32_t>("a number of calls");
    const auto count = reader.number<int32_t>("a number of values");
    if (count < 1)
        reader.fail("has a matrix without values");
    const auto bytes = reader.take(uint64_t(count) * sizeof(float), "values");
    std::vector<float> sums(size_t(count), 0.f);
    std::memcpy(sums.data(), bytes.data(), bytes.size());
    if (calls > 0)
        for (float& sum : sums)
            sum /= float(calls);
    values[std::string(reinterpret_cast<const char*>(name.data()), name.size())] = std::move(sums);
}

Values readOld(const MappedFile& file)
{
    ByteReader reader(file.bytes(), file.path().filename().string());
    const auto count = reader.number<int32_t>("the number of matrices");
    if (count < 1 || count > mostMatrices)
        reader.fail("is no importance matrix");
    Values values;
    for (int32_t i = 0; i < count; ++i)
        readEntry(values, reader);
    return values;
}

} // namespace

ImportanceMatrix ImportanceMatrix::load(const std::filesystem::path& path)
{
    const MappedFile file(path);
    ImportanceMatrix matrix;
    matrix.m_values = isGguf(file.bytes()) ? readGguf(path) : readOld(file);
    file.requireWhole();
    if (matrix.m_values.empty())
        throw Error(
            ErrorKind::BadFile, path.filename().string() + " holds no importance of any matrix");
    for (const auto& [name, values] : matrix.m_values)
        for (const float value : values)
            if (!(value >= 0) || std::isinf(value))
                throw Error(ErrorKind::BadFile,
                    path.filename().string() + " has an importance of " + printable(name)
                        + " that is no positive number");
    return matrix;
}

const std::vector<float>& ImportanceMatrix::of(std::string_view name) const
{
    static const std::vector<float> none;
    const auto values = m_values.find(std::string(name));
    return values == m_values.end() ? none : values->second;
}

} // namespace engine
