#pragma once

#include "engine/files/safetensors_file.h"
#include "engine/files/weight_file.h"

#include <map>
#include <memory>
#include <unordered_map>

namespace engine {

/// Several safetensors files seen as one, as a model.safetensors.index.json lists them:
/// {"weight_map": {"model.norm.weight": "model-00002-of-00002.safetensors", …}}. The listed files
/// must be plain names (see isPlainFileName) in the folder of the index; any other name is
/// rejected, because an index may come from an untrusted source.
class ShardedWeights final : public ArrayFile {
public:
    /// `index` is the path of the JSON file. Throws Error{BadFile}.
    static std::shared_ptr<const ShardedWeights> open(const std::filesystem::path& index);

    /// All arrays of files that no index lists. Throws Error{BadFile}, also if a name occurs twice.
    static std::shared_ptr<const ShardedWeights> openAll(
        const std::filesystem::path& folder, std::span<const std::string> fileNames);

    const std::filesystem::path& path() const override { return m_path; }
    void requireWhole() const override;
    const std::vector<WeightTensor>& tensors() const override { return m_tensors; }
    const WeightTensor* find(std::string_view name) const override;
    const StoredArray* findArray(std::string_view name) const override;
    std::vector<const StoredArray*> allArrays() const override;

private:
    explicit ShardedWeights(const std::filesystem::path& path)
        : m_path(path)
    {
    }
    void readIndex();
    void addAll(const std::string& fileName);
    void listTensors();
    const SafetensorsFile& shard(const std::string& fileName);

    std::filesystem::path m_path;
    std::map<std::string, std::shared_ptr<const SafetensorsFile>> m_shards; // by file name
    std::map<std::string, const SafetensorsFile*, std::less<>> m_homes; // by tensor name
    std::vector<WeightTensor> m_tensors;
};

/// True if `name` cannot lead out of its folder: at most 200 characters, all of them letters,
/// digits, '.', '_' or '-', and no dot at the beginning.
bool isPlainFileName(std::string_view name);

/// Opens whatever contains the tensors of a model. `path` may be a GGUF file, a safetensors file,
/// or a
/// folder with model.safetensors or with model.safetensors.index.json and the files that it lists,
/// which are then seen as one file. Packed matrices of a folder are unpacked, see PackedWeights.
/// Throws Error{BadFile} if a file is missing or damaged and
/// Error{Unsupported} if this program cannot read its kind.
std::shared_ptr<const WeightFile> openWeights(const std::filesystem::path& path);

} // namespace engine
