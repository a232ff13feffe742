#pragma once

#include "engine/files/safetensors_file.h"

#include <map>
#include <unordered_map>

namespace engine {

/// Several safetensors files seen as one, as model.safetensors.index.json lists them:
/// {"weight_map": {"model.norm.weight": "model-00002-of-00002.safetensors", …}}. The files are
/// plain names in the folder of the index; anything else is refused, for an index may come from
/// anywhere.
class ShardedWeights final : public WeightFile {
public:
    /// `index` is the JSON file. Throws Error{BadFile}.
    static std::shared_ptr<const ShardedWeights> open(const std::filesystem::path& index);

    const std::filesystem::path& path() const override { return m_path; }
    void requireWhole() const override;
    const std::vector<WeightTensor>& tensors() const override { return m_tensors; }
    const WeightTensor* find(std::string_view name) const override;

private:
    explicit ShardedWeights(const std::filesystem::path& index);
    const SafetensorsFile& shard(const std::string& fileName);

    std::filesystem::path m_path;
    std::map<std::string, std::shared_ptr<const SafetensorsFile>> m_shards; // by file name
    std::map<std::string, const SafetensorsFile*, std::less<>> m_homes; // by tensor name
    std::vector<WeightTensor> m_tensors;
};

/// True for a name that cannot leave its folder: letters, digits, '.', '_' and '-', at most 200,
/// not beginning with a dot.
bool isPlainFileName(std::string_view name);

} // namespace engine
