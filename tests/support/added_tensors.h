#pragma once

#include "tests/support/fixtures.h"

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tests {

/// A tensor to be added to a file. All its bits are ones: numbers that are NaN in every type, so that
/// whatever is computed with it is NaN, too.
struct AddedTensor {
    std::string name;
    std::vector<int64_t> shape; ///< outermost first
    std::string dtype = "F32"; ///< as safetensors files call it; or F8_E4M3
};

/// Writes a safetensors file again, with more tensors behind its own, whose names begin with
/// `prefix` in place of "model.".
inline void addTensors(const std::filesystem::path& path, const std::vector<AddedTensor>& added,
    const std::string& prefix = "model.")
{
    const std::string whole = readBytes(path);
    uint64_t length = 0;
    std::memcpy(&length, whole.data(), sizeof length);
    const auto header = nlohmann::json::parse(whole.substr(sizeof length, length));
    std::string data = whole.substr(sizeof length + length);

    nlohmann::json written = nlohmann::json::object();
    for (const auto& [name, array] : header.items())
        written[name.starts_with("model.") ? prefix + name.substr(6) : name] = array;
    for (const AddedTensor& tensor : added) {
        size_t bytes = tensor.dtype == "F32" ? 4 : 1;
        for (const int64_t extent : tensor.shape)
            bytes *= size_t(extent);
        written[tensor.name] = {{"dtype", tensor.dtype}, {"shape", tensor.shape},
            {"data_offsets", {data.size(), data.size() + bytes}}};
        data.append(bytes, '\xff');
    }
    std::string text = written.dump();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    length = text.size();
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(&length), sizeof length);
    file << text << data;
}

/// The tensors of a multi-token-prediction head of a dense model `hidden` wide, whose names in a
/// checkpoint begin with `ofHead` and, where they are of its block, with `ofBlock`.
inline std::vector<AddedTensor> mtpHead(
    const std::string& ofHead, const std::string& ofBlock, int64_t hidden)
{
    std::vector<AddedTensor> tensors{{ofHead + "eh_proj.weight", {hidden, 2 * hidden}},
        {ofHead + "enorm.weight", {hidden}}, {ofHead + "hnorm.weight", {hidden}}};
    for (const char* norm : {"input_layernorm.weight", "post_attention_layernorm.weight"})
        tensors.push_back({ofBlock + norm, {hidden}});
    for (const char* matrix : {"self_attn.q_proj.weight", "self_attn.k_proj.weight",
             "self_attn.v_proj.weight", "self_attn.o_proj.weight", "mlp.gate_proj.weight",
             "mlp.up_proj.weight", "mlp.down_proj.weight"})
        tensors.push_back({ofBlock + matrix, {hidden, hidden}});
    return tensors;
}

} // namespace tests
