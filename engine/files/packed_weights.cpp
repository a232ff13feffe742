#include "engine/files/packed_weights.h"

#include "base/error.h"
#include "base/utf8.h"
#include "engine/files/byte_reader.h"
#include "engine/files/json_text.h"
#include "kernels/host_memory.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <thread>
#include <unordered_set>

namespace engine {

using base::Error;
using base::ErrorKind;
using nlohmann::json;
using Kind = Packing::Kind;

namespace {

[[noreturn]] void refuse(const std::string& what)
{
    throw Error(ErrorKind::Unsupported,
        "The weights are packed as " + base::printable(what)
            + ", which this version doesn't support. Supported: GPTQ, AWQ (gemm), FP8 (e4m3), "
              "compressed-tensors (float-quantized, int-quantized, pack-quantized), EXL2, EXL3 "
              "and MXFP4.");
}

std::string text(const json& object, const char* key, const std::string& otherwise)
{
    const auto value = object.find(key);
    return value != object.end() && value->is_string() ? value->get<std::string>() : otherwise;
}

int64_t number(const json& object, const char* key, int64_t otherwise)
{
    const auto value = object.find(key);
    return value != object.end() && value->is_number_integer() ? value->get<int64_t>() : otherwise;
}

Packing gptq(const json& config)
{
    const std::string format = text(config, "checkpoint_format", text(config, "format", "gptq"));
    if (format != "gptq" && format != "gptq_v2")
        refuse("GPTQ in the form \"" + format + "\"");
    if (config.value("is_marlin_format", json()) == true)
        refuse("GPTQ in the form \"marlin\"");
    return {.kind = Kind::Gptq,
        .name = "GPTQ",
        .groupSize = number(config, "group_size", 0),
        .zerosLessOne = format == "gptq"};
}

Packing awq(const json& config)
{
    const std::string version = text(config, "version", "gemm");
    if (version != "gemm" && version != "GEMM")
        refuse("AWQ in the form \"" + version + "\"");
    if (const int64_t bits = number(config, "bits", number(config, "w_bit", 4)); bits != 4)
        refuse("AWQ with " + std::to_string(bits) + " bits");
    return {.kind = Kind::Awq, .name = "AWQ"};
}

void readBlocks(Packing& packing, const json& config, const char* key)
{
    const auto size = config.find(key);
    if (size == config.end() || size->is_null())
        return;
    if (!size->is_array() || size->size() != 2 || !(*size)[0].is_number_unsigned()
        || !(*size)[1].is_number_unsigned() || (*size)[0] == 0 || (*size)[1] == 0)
        throw Error(ErrorKind::BadFile,
            std::string("config.json must have two positive numbers as ") + key);
    packing.blockRows = (*size)[0].get<int32_t>();
    packing.blockColumns = (*size)[1].get<int32_t>();
}

Packing fp8(const json& config)
{
    if (const std::string format = text(config, "fmt", "e4m3"); format != "e4m3")
        refuse("FP8 in the form \"" + format + "\"");
    Packing packing{.kind = Kind::Fp8, .name = "FP8"};
    readBlocks(packing, config, "weight_block_size");
    return packing;
}

Packing modelopt(const json& config)
{
    if (const std::string kind = text(config, "quant_algo", ""); kind != "FP8")
        refuse("modelopt \"" + kind + "\"");
    return {.kind = Kind::Fp8, .name = "FP8"};
}

Packing compressedTensors(const json& config)
{
    const std::string format = text(config, "format", "");
    bool isKnown = false;
    for (const char* known :
        {"float-quantized", "int-quantized", "naive-quantized", "pack-quantized"})
        isKnown |= format == known;
    if (!isKnown)
        refuse("compressed-tensors in the form \"" + format + "\"");
    Packing packing{.kind = Kind::CompressedTensors, .name = "compressed-tensors"};
    const json groups = config.value("config_groups", json::object());
    if (!groups.is_object())
        return packing;
    for (const json& group : groups)
        if (group.is_object() && group.contains("weights") && group["weights"].is_object())
            readBlocks(packing, group["weights"], "block_structure");
    return packing;
}

Packing readConfigPacking(const json& config)
{
    const std::string method = text(config, "quant_method", "");
    if (method == "gptq")
        return gptq(config);
    if (method == "awq")
        return awq(config);
    if (method == "fp8" || method == "fbgemm_fp8")
        return fp8(config);
    if (method == "modelopt")
        return modelopt(config);
    if (method == "compressed-tensors")
        return compressedTensors(config);
    if (method == "exl2")
        return {.kind = Kind::Exl2, .name = "EXL2"};
    if (method == "exl3")
        return {.kind = Kind::Exl3, .name = "EXL3"};
    if (method == "mxfp4")
        return {.kind = Kind::Mxfp4, .name = "MXFP4"};
    refuse('"' + method + '"');
}

json readIfThere(const std::filesystem::path& path)
{
    std::error_code ignored;
    json values = std::filesystem::exists(path, ignored) ? readJsonFile(path) : json::object();
    return values.is_object() ? values : json::object(); // others reject non-objects
}

json quantizationConfig(const std::filesystem::path& folder)
{
    const json config = readIfThere(folder / "config.json");
    const json inDecoder = config.value("text_config", json::object());
    for (const json& holder : {config, inDecoder})
        for (const char* key : {"quantization_config", "compression_config"})
            if (holder.is_object() && holder.contains(key) && holder[key].is_object())
                return holder[key];
    json older = readIfThere(folder / "quantize_config.json");
    if (!older.empty() && !older.contains("quant_method"))
        older["quant_method"] = "gptq";
    return older;
}

} // namespace

std::optional<Packing> readPacking(const std::filesystem::path& folder)
{
    const json config = quantizationConfig(folder);
    if (config.empty())
        return std::nullopt;
    return readConfigPacking(config);
}

namespace {

constexpr int64_t rowsAtOnce = 128; // that a thread takes; EXL3 has its rows in such blocks

// The endings of the tensors that make up a packed matrix in place of its tensor ".weight".
constexpr std::string_view helpers[] = {".qweight", ".qzeros", ".scales", ".g_idx", ".q_weight",
    ".q_scale", ".q_scale_max", ".q_groups", ".q_invperm", ".q_perm", ".trellis", ".suh", ".svh",
    ".su", ".sv", ".mcg", ".mul1", ".weight", ".weight_packed", ".weight_scale",
    ".weight_scale_inv", ".weight_shape", ".weight_zero_point", ".weight_g_idx", ".input_scale",
    ".activation_scale", ".input_zero_point"};

std::vector<std::string> arrayNames(const PackedMatrix& matrix)
{
    constexpr std::string_view ending = ".weight";
    if (!matrix.name.ends_with(ending))
        return {matrix.name + "_blocks", matrix.name + "_scales"};
    const std::string prefix = matrix.name.substr(0, matrix.name.size() - ending.size());
    std::vector<std::string> names;
    for (const std::string_view helper : helpers)
        names.push_back(prefix + std::string(helper));
    return names;
}

WeightTensor makeTensor(const PackedMatrix& matrix)
{
    kernels::TensorView view;
    view.dtype = matrix.dtype;
    view.columns = matrix.columns();
    view.rows = 1;
    for (size_t i = 0; i + 1 < matrix.shape.size(); ++i)
        view.rows *= matrix.shape[i];
    return {matrix.name, matrix.shape, view};
}

void unpack(const PackedMatrix& matrix, const kernels::TensorView& to)
{
    const int64_t threads = std::clamp<int64_t>(
        to.rows / rowsAtOnce, 1, std::max(1u, std::thread::hardware_concurrency()));
    const int64_t pieces = (to.rows + rowsAtOnce - 1) / rowsAtOnce;
    const int64_t share = (pieces + threads - 1) / threads * rowsAtOnce;
    const auto unpackShare = [&](int64_t first) {
        for (int64_t row = first; row < std::min(first + share, to.rows); row += rowsAtOnce) {
            const int64_t rows = std::min({rowsAtOnce, first + share - row, to.rows - row});
            matrix.unpackRows(row, rows, to.data<std::byte>() + row * to.rowStride());
        }
    };
    std::vector<std::jthread> others;
    for (int64_t thread = 1; thread < threads; ++thread)
        others.emplace_back(unpackShare, thread * share);
    unpackShare(0);
}

} // namespace

// A matrix and, once somebody requested it, what it was unpacked to.
struct PackedWeights::Entry {
    explicit Entry(PackedMatrixPtr packed)
        : matrix(std::move(packed))
        , tensor(makeTensor(*matrix))
    {
    }
    ~Entry() { kernels::releaseHostMemory(tensor.view.bytes); }

    const WeightTensor& unpacked()
    {
        const std::lock_guard lock(mutex);
        if (!tensor.view.bytes) {
            kernels::TensorView view = tensor.view;
            view.bytes = kernels::allocateHostMemory(std::max<int64_t>(view.sizeInBytes(), 1));
            unpack(*matrix, view);
            tensor.view = view;
        }
        return tensor;
    }

    PackedMatrixPtr matrix;
    std::mutex mutex; // of what follows
    WeightTensor tensor;
};

PackedWeights::PackedWeights(std::shared_ptr<const ArrayFile> stored, const Packing& packing)
    : m_stored(std::move(stored))
    , m_packing(packing)
{
    for (const StoredArray* array : m_stored->allArrays())
        if (PackedMatrixPtr matrix = findMatrix(*array))
            addMatrix(std::move(matrix));
    if (m_entries.empty())
        throw Error(ErrorKind::BadFile,
            path().filename().string() + " has no matrix that is packed as " + m_packing.name
                + ", though config.json says so");
    listTensors();
}

PackedWeights::~PackedWeights() = default;

PackedMatrixPtr PackedWeights::findMatrix(const StoredArray& array) const
{
    switch (m_packing.kind) {
    case Kind::Gptq:
        return findGptqMatrix(*m_stored, array, m_packing.groupSize, m_packing.zerosLessOne);
    case Kind::Awq:
        return findAwqMatrix(*m_stored, array);
    case Kind::CompressedTensors:
        if (PackedMatrixPtr matrix = findPackedIntegers(*m_stored, array))
            return matrix;
        [[fallthrough]];
    case Kind::Fp8:
        return findScaledBytes(*m_stored, array, m_packing.blockRows, m_packing.blockColumns);
    case Kind::Exl2:
        return findExl2Matrix(*m_stored, array);
    case Kind::Exl3:
        return findExl3Matrix(*m_stored, array);
    case Kind::Mxfp4:
        return findMxfp4Matrix(*m_stored, array);
    }
    return nullptr;
}

void PackedWeights::addMatrix(PackedMatrixPtr matrix)
{
    const std::string name = matrix->name;
    const auto elements = checkedProduct(matrix->shape);
    if (!elements || !checkedProduct(*elements, 2)
        || !m_entries.emplace(name, std::make_unique<Entry>(std::move(matrix))).second)
        throw Error(ErrorKind::BadFile,
            path().filename().string() + " has the packed matrix " + base::printable(name)
                + " twice or with an invalid size");
}

// Unpacked matrices are at the end.
void PackedWeights::listTensors()
{
    std::unordered_set<std::string> packed;
    for (const auto& [name, entry] : m_entries)
        for (std::string& array : arrayNames(*entry->matrix))
            packed.insert(std::move(array));
    for (const WeightTensor& tensor : m_stored->tensors())
        if (!packed.contains(tensor.name))
            m_tensors.push_back(tensor);
    const size_t plain = m_tensors.size();
    for (const auto& [name, entry] : m_entries)
        m_tensors.push_back(entry->tensor);
    std::sort(m_tensors.begin() + std::ptrdiff_t(plain), m_tensors.end(),
        [](const WeightTensor& a, const WeightTensor& b) { return a.name < b.name; });
}

const PackedWeights::Entry* PackedWeights::findEntry(std::string_view name) const
{
    const auto entry = m_entries.find(std::string(name));
    return entry == m_entries.end() ? nullptr : entry->second.get();
}

const WeightTensor* PackedWeights::find(std::string_view name) const
{
    const auto entry = m_entries.find(std::string(name));
    return entry == m_entries.end() ? m_stored->find(name) : &entry->second->unpacked();
}

std::span<const std::byte> PackedWeights::storedBytes(const WeightTensor& tensor) const
{
    const Entry* entry = findEntry(tensor.name);
    return entry ? entry->matrix->bytes : WeightFile::storedBytes(tensor);
}

} // namespace engine
