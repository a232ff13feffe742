#pragma once

#include "engine/files/packed_matrix.h"
#include "engine/files/weight_file.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace engine {

/// How the matrices of a folder in Hugging Face layout are packed, as config.json says it under
/// "quantization_config".
struct Packing {
    enum class Kind { Gptq, Awq, Fp8, CompressedTensors, Exl2, Exl3, Mxfp4 };
    Kind kind = Kind::Gptq;
    std::string name; ///< to be shown to users: "GPTQ"
    int64_t groupSize = 0; ///< Gptq: inputs; 0: one group, or what g_idx says
    bool zerosLessOne = true; ///< Gptq: see findGptqMatrix()
    int64_t blockRows = 128,
            blockColumns = 128; ///< Fp8, CompressedTensors: of a block with one scale
};

/// Reads config.json, and quantize_config.json, in which older GPTQ folders say it. Nothing if the
/// weights are not packed. Throws Error{Unsupported} naming a kind that is not known, and
/// Error{BadFile} for a damaged file.
std::optional<Packing> readPacking(const std::filesystem::path& folder);

/// The weights of a folder whose matrices are packed (GPTQ, AWQ, FP8, EXL2, …), each as a tensor of
/// a type that kernels read. A matrix that means the same in blocks of GGUF keeps its size: GPTQ of
/// 4 or 8 bits with zero points in the middle and inputs in order becomes Q4_0 or Q8_0, MXFP4 its
/// own type. All others become F16 or BF16, 2 bytes a weight, whatever they took on the disk.
///
/// find() unpacks a matrix when it is first requested, on all cores, about 50 million weights a
/// second and core; the memory is the file's and lasts as long. Any thread may use it.
class PackedWeights final : public WeightFile {
public:
    /// Checks all packed matrices. Throws Error{BadFile} naming the one that does not fit, or if
    /// there is none.
    PackedWeights(std::shared_ptr<const ArrayFile> stored, const Packing& packing);
    ~PackedWeights() override;

    const std::filesystem::path& path() const override { return m_stored->path(); }
    void requireWhole() const override { m_stored->requireWhole(); }
    const std::vector<WeightTensor>& tensors() const override { return m_tensors; }
    const WeightTensor* find(std::string_view name) const override;
    std::span<const std::byte> storedBytes(const WeightTensor& tensor) const override;
    std::string packing() const override { return m_packing.name; }

private:
    struct Entry;

    PackedMatrixPtr findMatrix(const StoredArray& array) const;
    void addMatrix(PackedMatrixPtr matrix);
    void listTensors();
    const Entry* findEntry(std::string_view name) const;

    std::shared_ptr<const ArrayFile> m_stored;
    Packing m_packing;
    std::unordered_map<std::string, std::unique_ptr<Entry>> m_entries; // by name of the tensor
    std::vector<WeightTensor> m_tensors;
};

} // namespace engine
