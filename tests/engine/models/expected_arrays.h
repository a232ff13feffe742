#pragma once

#include "base/error.h"
#include "engine/files/safetensors_file.h"
#include "engine/tokenizers/tokenizer.h"

#include <cstring>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tests {

/// The f32 arrays next to a JSON file of expected values.
class ExpectedArrays {
public:
    explicit ExpectedArrays(const std::filesystem::path& path)
        : m_file(engine::SafetensorsFile::open(path))
    {
    }

    bool has(const std::string& key) const { return m_file->find(key) != nullptr; }

    std::vector<float> read(const std::string& key) const
    {
        const engine::WeightTensor* tensor = m_file->find(key);
        if (!tensor || tensor->view.dtype != kernels::DType::F32)
            throw base::Error(
                base::ErrorKind::BadFile, m_file->path().string() + " holds no f32 array " + key);
        std::vector<float> values(size_t(tensor->view.elements()));
        std::memcpy(values.data(), tensor->view.bytes, values.size() * sizeof(float));
        return values;
    }

private:
    std::shared_ptr<const engine::SafetensorsFile> m_file;
};

/// The model_type of a folder's text model.
inline std::string textFamily(const nlohmann::json& config)
{
    const nlohmann::json& text = config.contains("text_config") ? config["text_config"] : config;
    std::string type = text.value("model_type", config.value("model_type", std::string()));
    if (type.ends_with("_vl_text"))
        type.resize(type.size() - std::string_view("_text").size());
    return type;
}

} // namespace tests
