#include "engine/models/lora_adapter.h"

#include "engine/files/printable.h"
#include "engine/models/lora_settings.h"
#include "kernels/error.h"

#include <algorithm>
#include <map>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;
using kernels::TensorView;

namespace {

constexpr const char* fileName = "adapter_model.safetensors";

std::string named(const std::string& tensor)
{
    return std::string(fileName) + ": the tensor " + printable(tensor);
}

// What PEFT's tensors are, by the ends of their names.
struct Part {
    std::string_view ending;
    TensorView LoraAdapter::Pair::*place;
    bool isForEmbedding;
};

constexpr Part parts[] = {
    {".lora_A.weight", &LoraAdapter::Pair::down, false},
    {".lora_B.weight", &LoraAdapter::Pair::up, false},
    {".lora_embedding_A", &LoraAdapter::Pair::down, true},
    {".lora_embedding_B", &LoraAdapter::Pair::up, true},
    {".base_layer.weight", &LoraAdapter::Pair::original, false},
};

const Part& partOf(const std::string& tensor)
{
    const auto part = std::ranges::find_if(
        parts, [&](const Part& candidate) { return tensor.ends_with(candidate.ending); });
    if (part != std::end(parts))
        return *part;
    if (tensor.find("lora_magnitude_vector") != std::string::npos)
        throw Error(ErrorKind::Unsupported,
            named(tensor) + " belongs to DoRA, which this version cannot apply.");
    if (tensor.find("lora_") != std::string::npos)
        throw Error(ErrorKind::Unsupported,
            named(tensor) + " is no half of a low-rank pair; this version applies those only.");
    throw Error(ErrorKind::Unsupported,
        named(tensor)
            + " replaces one of the model's own (modules_to_save or bias); this version applies "
              "low-rank pairs only.");
}

// "base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight" names the module
// "model.layers.0.self_attn.q_proj".
std::string moduleOf(const std::string& tensor, const Part& part)
{
    constexpr std::string_view wrapping = "base_model.model.";
    std::string_view module(tensor);
    module.remove_suffix(part.ending.size());
    if (module.starts_with(wrapping))
        module.remove_prefix(wrapping.size());
    return std::string(module);
}

void checkTensor(const std::string& name, const WeightTensor* tensor)
{
    CHECK(tensor); // SafetensorsFile::find throws for types it cannot view
    if (tensor->view.dtype == kernels::DType::I32)
        throw Error(ErrorKind::BadFile, named(name) + " holds whole numbers.");
    if (tensor->shape.size() != 2)
        throw Error(ErrorKind::BadFile,
            named(name) + " has " + std::to_string(tensor->shape.size())
                + " dimensions; a matrix has 2.");
    if (tensor->view.isEmpty())
        throw Error(ErrorKind::BadFile, named(name) + " is empty.");
}

void checkPair(const LoraAdapter::Pair& pair)
{
    const bool hasDown = pair.down.bytes, hasUp = pair.up.bytes;
    if (!hasDown || !hasUp)
        throw Error(ErrorKind::BadFile,
            std::string(fileName) + " lacks " + (hasDown ? "lora_B" : "lora_A") + " of the module "
                + printable(pair.module) + ".");
    if (pair.down.rows != pair.up.columns)
        throw Error(ErrorKind::BadFile,
            std::string(fileName) + ": lora_A of the module " + printable(pair.module) + " has "
                + std::to_string(pair.down.rows) + " rows, but lora_B has "
                + std::to_string(pair.up.columns) + " columns; both must be the rank.");
}

std::span<const std::byte> bytesOf(TensorView view)
{
    return {view.data<const std::byte>(), size_t(view.sizeInBytes())};
}

void addTo(FingerprintMaker& maker, TensorView view)
{
    maker.add(std::string_view(kernels::name(view.dtype)));
    maker.add(view.rows);
    maker.add(view.columns);
    maker.add(bytesOf(view));
}

Fingerprint identify(const std::vector<LoraAdapter::Pair>& pairs)
{
    FingerprintMaker maker;
    for (const LoraAdapter::Pair& pair : pairs) {
        maker.add(std::string_view(pair.module));
        maker.add(double(pair.factor));
        addTo(maker, pair.down);
        addTo(maker, pair.up);
    }
    return maker.value();
}

std::vector<LoraAdapter::Pair> readPairs(const SafetensorsFile& file)
{
    std::map<std::string, LoraAdapter::Pair> pairs;
    for (const StoredArray& array : file.arrays()) {
        const Part& part = partOf(array.name);
        const WeightTensor* tensor = file.find(array.name);
        checkTensor(array.name, tensor);

        LoraAdapter::Pair& pair = pairs[moduleOf(array.name, part)];
        if ((pair.*part.place).bytes)
            throw Error(ErrorKind::BadFile, named(array.name) + " comes a second time.");
        pair.*part.place = tensor->view;
        pair.isEmbedding = pair.isEmbedding || part.isForEmbedding;
    }

    std::vector<LoraAdapter::Pair> list;
    for (auto& [module, pair] : pairs) {
        pair.module = module;
        checkPair(pair);
        list.push_back(pair);
    }
    return list;
}

} // namespace

std::shared_ptr<const LoraAdapter> LoraAdapter::load(const std::filesystem::path& folder)
{
    const LoraSettings settings = readLoraSettings(folder);
    const std::shared_ptr<LoraAdapter> adapter(new LoraAdapter);
    adapter->m_path = folder;
    adapter->m_file = SafetensorsFile::open(folder / fileName);
    adapter->m_pairs = readPairs(*adapter->m_file);
    if (adapter->m_pairs.empty())
        throw Error(ErrorKind::BadFile, std::string(fileName) + " holds no low-rank pair.");
    for (Pair& pair : adapter->m_pairs)
        pair.factor = settings.factorOf(pair.module, pair.down.rows);
    adapter->m_identity = identify(adapter->m_pairs);
    return adapter;
}

const LoraAdapter::Pair* LoraAdapter::find(std::string_view module) const
{
    const auto place = std::ranges::lower_bound(m_pairs, module, {}, &Pair::module);
    return place != m_pairs.end() && place->module == module ? &*place : nullptr;
}

} // namespace engine
