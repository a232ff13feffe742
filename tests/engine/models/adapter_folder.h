#pragma once

#include <QTemporaryDir>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tests {

/// An adapter's folder as PEFT writes it, to be bent in tests: set `config` and add tensors, then
/// write().
class AdapterFolder {
public:
    nlohmann::json config = {{"peft_type", "LORA"}, {"r", 2}, {"lora_alpha", 2}};

    /// A tensor of that type whose bytes are those of f32 numbers that follow a formula.
    void add(const std::string& name, std::vector<int64_t> shape, const std::string& type = "F32")
    {
        m_tensors[name] = {std::move(shape), type};
    }

    /// Both sides of a module's pair.
    void addPair(const std::string& module, int64_t outputs, int64_t inputs, int64_t rank = 2)
    {
        add("base_model.model." + module + ".lora_A.weight", {rank, inputs});
        add("base_model.model." + module + ".lora_B.weight", {outputs, rank});
    }

    std::filesystem::path write() const
    {
        const std::filesystem::path folder = m_folder.path().toStdString();
        std::ofstream(folder / "adapter_config.json") << config.dump();
        writeTensors(folder / "adapter_model.safetensors");
        return folder;
    }

private:
    struct Stored {
        std::vector<int64_t> shape;
        std::string type;
    };

    void writeTensors(const std::filesystem::path& path) const
    {
        nlohmann::json header = nlohmann::json::object();
        std::string data;
        for (const auto& [name, tensor] : m_tensors) {
            const size_t begin = data.size();
            int64_t count = 1;
            for (const int64_t extent : tensor.shape)
                count *= extent;
            for (int64_t i = 0; i < count; ++i) {
                const float value = 0.3f * std::sin(float(name.size() + size_t(i)) * 0.37f);
                data.append(reinterpret_cast<const char*>(&value), sizeof value);
            }
            header[name] = {{"dtype", tensor.type}, {"shape", tensor.shape},
                {"data_offsets", {begin, data.size()}}};
        }
        const std::string text = header.dump();
        const uint64_t length = text.size();
        std::ofstream(path, std::ios::binary)
            << std::string(reinterpret_cast<const char*>(&length), sizeof length) << text << data;
    }

    QTemporaryDir m_folder;
    std::map<std::string, Stored> m_tensors;
};

} // namespace tests
