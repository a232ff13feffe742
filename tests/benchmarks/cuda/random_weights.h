#pragma once

#include "engine/files/weight_file.h"
#include "kernels/dtype.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace bench {

/// Weights that are right for speed and for nothing else: all tensors of a type view the same
/// random numbers, so that the largest model needs little memory of the host. Small enough that no
/// pass over them leaves what a half can hold.
class RandomWeights final : public engine::WeightFile {
public:
    /// `shape` is outermost first.
    struct Wanted {
        std::string name;
        std::vector<int64_t> shape;
        kernels::DType type;
    };

    RandomWeights(const std::string& name, const std::vector<Wanted>& tensors);

    const std::filesystem::path& path() const override { return m_path; }
    const std::vector<engine::WeightTensor>& tensors() const override { return m_tensors; }
    const engine::WeightTensor* find(std::string_view name) const override;

    int64_t bytes() const; ///< of all tensors

private:
    std::filesystem::path m_path;
    std::map<kernels::DType, std::vector<std::byte>>
        m_numbers; // by type, as many as the largest has
    std::vector<engine::WeightTensor> m_tensors;
};

} // namespace bench
