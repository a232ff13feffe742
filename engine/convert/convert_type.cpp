#include "engine/convert/convert_type.h"

#include "base/error.h"
#include "base/mapped_file.h"
#include "engine/files/byte_reader.h"
#include "engine/files/gguf_file.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>

namespace engine {

using kernels::DType;

namespace {

constexpr ConvertType table[] = {
    {"F32", DType::F32, DType::F32, 0},
    {"BF16", DType::BF16, DType::BF16, 32},
    {"F16", DType::F16, DType::F16, 1},
    {"Q8_0", DType::Q8_0, DType::Q8_0, 7},
    {"Q6_K", DType::Q6_K, DType::Q8_0, 18},
    {"Q5_K_M", DType::Q5_K, DType::Q8_0, 17, true},
    {"Q4_K_M", DType::Q4_K, DType::Q8_0, 15, true},
    {"Q4_0", DType::Q4_0, DType::Q8_0, 2},
};

bool isQuantized(DType type)
{
    return kernels::isBlockType(type);
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

// Small tensors, and those that small errors of change much.
bool staysExact(const PlannedTensor& tensor)
{
    if (tensor.shape.size() < 2 || !tensor.name.ends_with(".weight")
        || tensor.name.ends_with("_norm.weight"))
        return true;
    for (const char* part : {"ffn_gate_inp", "ssm_conv1d", "shortconv.conv", "position_embd",
             "token_types", "rope_freqs"})
        if (contains(tensor.name, part))
            return true;
    return false;
}

// MXFP4 was trained as it is; no other type contains it as well in as little.
bool staysAsItIs(const PlannedTensor& tensor)
{
    return !tensor.sources.empty() && tensor.sources.front().dtype == DType::MXFP4;
}

bool isEmbedding(std::string_view name)
{
    return name == "token_embd.weight" || name == "per_layer_token_embd.weight";
}

bool isValueLike(std::string_view name)
{
    return contains(name, "attn_v.weight") || contains(name, "attn_qkv.weight");
}

// The number in "blk.3.ffn_down.weight".
int64_t layerIndex(std::string_view name)
{
    int64_t layer = 0;
    for (size_t i = std::string_view("blk.").size(); i < name.size() && isdigit(name[i]); ++i)
        layer = layer * 10 + (name[i] - '0');
    return layer;
}

// The ends of a model, and every third layer between.
bool getsMoreBits(int64_t position, int64_t count)
{
    return position < count / 8 || position >= 7 * count / 8 || (position - count / 8) % 3 == 2;
}

DType dividing(const PlannedTensor& tensor, DType wanted)
{
    const auto fits
        = [&](DType type) { return tensor.shape.back() % kernels::info(type).blockSize == 0; };
    if (fits(wanted))
        return wanted;
    const DType finer = wanted == DType::Q4_K ? DType::Q5_0
        : wanted == DType::Q5_K               ? DType::Q5_1
        : wanted == DType::Q6_K               ? DType::Q8_0
                                              : wanted;
    return fits(finer) ? finer : DType::F16;
}

// Eight experts share the attention of a layer, which is small compared with them.
constexpr int64_t expertsAroundFineAttention = 8;
constexpr int64_t layersOfModelsWithSmallValues = 80;

// The experts of a block are in one tensor, one behind the other; 0 if there are none.
int64_t expertsIn(const std::vector<PlannedTensor>& tensors)
{
    for (const PlannedTensor& tensor : tensors)
        if (tensor.name.ends_with("_exps.weight"))
            return tensor.shape.front();
    return 0;
}

class Mix {
public:
    Mix(const ConvertType& type, const MixFacts& facts, const std::vector<PlannedTensor>& tensors)
        : m_type(type)
        , m_facts(facts)
        , m_experts(expertsIn(tensors))
        , m_values(std::ranges::count_if(
              tensors, [](const PlannedTensor& tensor) { return isValueLike(tensor.name); }))
        , m_hasHead(std::ranges::any_of(
              tensors, [](const PlannedTensor& tensor) { return tensor.name == "output.weight"; }))
    {
    }

    // Returns the type of the next tensor. Must be called once for each tensor, in their order.
    DType chooseType(const PlannedTensor& tensor)
    {
        const std::string& name = tensor.name;
        if (name == "output.weight" || (!m_hasHead && isEmbedding(name)))
            return headType(tensor);
        if (isValueLike(name))
            return valueType(m_valuesSeen++);
        if (contains(name, "attn_k.weight") && hasEightExperts())
            return DType::Q8_0;
        if (contains(name, "attn_output.weight") && hasEightExperts() && usesFourBits())
            return DType::Q5_K;
        if (contains(name, "per_layer_model_proj"))
            return DType::F16;
        if (contains(name, "ffn_down"))
            return downType(layerIndex(name));
        return m_type.matrices;
    }

private:
    bool hasEightExperts() const { return m_experts == expertsAroundFineAttention; }
    bool usesFourBits() const { return m_type.matrices == DType::Q4_K; }

    DType headType(const PlannedTensor& tensor) const
    {
        const bool divides = tensor.shape.back() % kernels::info(m_type.matrices).blockSize == 0;
        return divides && m_type.matrices != DType::Q8_0 ? DType::Q6_K : DType::Q8_0;
    }

    DType valueType(int64_t position) const
    {
        if (hasEightExperts())
            return DType::Q8_0;
        if (m_type.mixesMoreBits && getsMoreBits(position, m_values))
            return DType::Q6_K;
        const bool areSmall
            = m_facts.layers == layersOfModelsWithSmallValues && m_facts.sharesHeads;
        return usesFourBits() && areSmall ? DType::Q5_K : m_type.matrices;
    }

    DType downType(int64_t layer) const
    {
        if (m_type.mixesMoreBits && getsMoreBits(layer, m_facts.layers))
            return DType::Q6_K;
        const bool isFirst = layer < m_facts.layers / 8;
        return m_type.matrices == DType::Q4_0 && m_facts.hasImportance && isFirst ? DType::Q4_1
                                                                                  : m_type.matrices;
    }

    const ConvertType& m_type;
    const MixFacts& m_facts;
    int64_t m_experts; // of a block
    int64_t m_values; // tensors like attn_v
    int64_t m_valuesSeen = 0;
    bool m_hasHead;
};

} // namespace

std::span<const ConvertType> convertTypes()
{
    return table;
}

const ConvertType* findConvertType(std::string_view name)
{
    for (const ConvertType& type : table)
        if (std::ranges::equal(name, std::string_view(type.name),
                [](char a, char b) { return std::toupper((unsigned char)(a)) == b; }))
            return &type;
    return nullptr;
}

uint32_t toFileType(DType matrices)
{
    const auto* type = std::ranges::find(table, matrices, &ConvertType::matrices);
    CHECK(type != std::end(table));
    return type->fileType;
}

std::string convertTypeNames()
{
    std::string names;
    for (const ConvertType& type : table)
        names += std::string(&type == std::begin(table) ? ""
                         : &type + 1 == std::end(table) ? " or "
                                                        : ", ")
            + type.name;
    return names;
}

void chooseTypes(
    std::vector<PlannedTensor>& tensors, const ConvertType& type, const MixFacts& facts)
{
    Mix mix(type, facts, tensors);
    for (PlannedTensor& tensor : tensors) {
        if (staysAsItIs(tensor))
            tensor.dtype = DType::MXFP4;
        else if (staysExact(tensor))
            tensor.dtype = DType::F32;
        else
            tensor.dtype = dividing(
                tensor, isQuantized(type.matrices) ? mix.chooseType(tensor) : type.matrices);
    }
}

using base::Error;
using base::ErrorKind;

namespace {

using Values = std::unordered_map<std::string, std::vector<float>>;

constexpr int32_t maxMatrices = 1 << 20, maxNameLength = 256;

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
            fileName + " has sums and counts of " + base::printable(name) + " that don't match");
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
                path.filename().string() + " has no counts for " + base::printable(name));
        addSums(values, name, sums, *counts, path.filename().string());
    }
    file->requireWhole();
    return values;
}

void readEntry(Values& values, ByteReader& reader)
{
    const auto length = reader.number<int32_t>("the length of a name");
    if (length < 1 || length > maxNameLength)
        reader.fail("isn't an importance matrix: a name in it would have " + std::to_string(length)
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

Values readOld(const base::MappedFile& file)
{
    ByteReader reader(file.bytes(), file.path().filename().string());
    const auto count = reader.number<int32_t>("the number of matrices");
    if (count < 1 || count > maxMatrices)
        reader.fail("isn't an importance matrix");
    Values values;
    for (int32_t i = 0; i < count; ++i)
        readEntry(values, reader);
    return values;
}

} // namespace

ImportanceMatrix ImportanceMatrix::load(const std::filesystem::path& path)
{
    const base::MappedFile file(path);
    ImportanceMatrix matrix;
    matrix.m_values = isGguf(file.bytes()) ? readGguf(path) : readOld(file);
    file.requireWhole();
    if (matrix.m_values.empty())
        throw Error(
            ErrorKind::BadFile, path.filename().string() + " contains no importance values");
    for (const auto& [name, values] : matrix.m_values)
        for (const float value : values)
            if (!(value >= 0) || std::isinf(value))
                throw Error(ErrorKind::BadFile,
                    path.filename().string() + " has an importance of " + base::printable(name)
                        + " that isn't a positive number");
    return matrix;
}

const std::vector<float>& ImportanceMatrix::of(std::string_view name) const
{
    static const std::vector<float> none;
    const auto values = m_values.find(std::string(name));
    return values == m_values.end() ? none : values->second;
}

} // namespace engine
