#pragma once

#include "base/error.h"
#include "engine/files/weight_file.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <list>
#include <random>
#include <string>
#include <vector>

namespace tests {

/// Tensors of f32 that no file holds: random numbers, the same for a name each time.
class MemoryWeights final : public engine::WeightFile {
public:
    /// Normally distributed around `mean`; `shape` is outermost first.
    void add(
        const std::string& name, std::vector<int64_t> shape, float mean = 0, float deviation = 0.2f)
    {
        engine::WeightTensor tensor{name, shape, {nullptr, kernels::DType::F32, 1, shape.back()}};
        for (size_t i = 0; i + 1 < shape.size(); ++i)
            tensor.view.rows *= shape[i];
        std::seed_seq seed(name.begin(), name.end());
        std::mt19937 random(seed);
        std::normal_distribution<float> normal(mean, deviation);
        std::vector<float>& numbers = m_numbers.emplace_back(size_t(tensor.view.elements()));
        std::ranges::generate(numbers, [&] { return normal(random); });
        tensor.view.bytes = numbers.data();
        m_tensors.push_back(std::move(tensor));
    }

    /// A tensor of any type, whose bytes must outlive this object.
    void addStored(const std::string& name, std::vector<int64_t> shape, kernels::TensorView stored)
    {
        m_tensors.push_back({name, std::move(shape), stored});
    }

    /// The numbers of several tensors of one width, one below the other.
    void addJoined(const std::string& name, const std::vector<const engine::WeightTensor*>& parts)
    {
        std::vector<float>& numbers = m_numbers.emplace_back();
        std::vector<int64_t> shape = parts.front()->shape;
        shape.front() = 0;
        for (const engine::WeightTensor* part : parts) {
            const auto* first = part->view.data<float>();
            numbers.insert(numbers.end(), first, first + part->view.elements());
            shape.front() += part->shape.front();
        }
        const int64_t rows = int64_t(numbers.size()) / shape.back();
        m_tensors.push_back(
            {name, shape, {numbers.data(), kernels::DType::F32, rows, shape.back()}});
    }

    /// The tensors `name`.weight and `name`.bias of a linear map.
    void addLinear(const std::string& name, int64_t outputs, int64_t inputs, bool hasBias = true)
    {
        add(name + ".weight", {outputs, inputs});
        if (hasBias)
            add(name + ".bias", {outputs});
    }

    /// Those of a norm; RMS norms have no bias.
    void addNorm(const std::string& name, int64_t columns, bool hasBias = false)
    {
        add(name + ".weight", {columns}, 1);
        if (hasBias)
            add(name + ".bias", {columns});
    }

    const std::filesystem::path& path() const override { return m_path; }
    const std::vector<engine::WeightTensor>& tensors() const override { return m_tensors; }
    const engine::WeightTensor* find(std::string_view name) const override
    {
        const auto found = std::ranges::find(m_tensors, name, &engine::WeightTensor::name);
        return found == m_tensors.end() ? nullptr : &*found;
    }

    /// A tensor's numbers, row by row; one of no elements if there is none.
    kernels::TensorView view(const std::string& name) const
    {
        const engine::WeightTensor* tensor = find(name);
        return tensor ? tensor->view : kernels::TensorView{};
    }

private:
    std::filesystem::path m_path = "memory";
    std::list<std::vector<float>> m_numbers; // one for each tensor
    std::vector<engine::WeightTensor> m_tensors;
};

} // namespace tests
