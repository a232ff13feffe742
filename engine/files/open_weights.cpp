#include "engine/files/open_weights.h"

#include "base/utf8.h"
#include "engine/files/gguf_file.h"
#include "engine/files/json_text.h"
#include "engine/files/packed_weights.h"
#include "engine/files/safetensors_file.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

constexpr uintmax_t maxIndexBytes = uintmax_t(64) << 20;
constexpr size_t maxShards = 1024;

[[noreturn]] void refuse(const std::filesystem::path& index, const std::string& why)
{
    throw Error(ErrorKind::BadFile, index.filename().string() + " " + why);
}

nlohmann::json weightMap(const std::filesystem::path& index)
{
    nlohmann::json json = readJsonFile(index, maxIndexBytes);
    if (!json.is_object() || !json.contains("weight_map") || !json["weight_map"].is_object())
        refuse(index, "has no object weight_map");
    return std::move(json["weight_map"]);
}

bool isPlainLetter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')
        || (letter >= '0' && letter <= '9') || letter == '.' || letter == '_' || letter == '-';
}

} // namespace

bool isPlainFileName(std::string_view name)
{
    return !name.empty() && name.size() <= 200 && name.front() != '.'
        && name.find("..") == std::string_view::npos
        && std::all_of(name.begin(), name.end(), isPlainLetter);
}

std::shared_ptr<const ShardedWeights> ShardedWeights::open(const std::filesystem::path& index)
{
    std::shared_ptr<ShardedWeights> weights(new ShardedWeights(index));
    weights->readIndex();
    weights->listTensors();
    return weights;
}

std::shared_ptr<const ShardedWeights> ShardedWeights::openAll(
    const std::filesystem::path& folder, std::span<const std::string> fileNames)
{
    std::shared_ptr<ShardedWeights> weights(new ShardedWeights(folder / fileNames.front()));
    for (const std::string& fileName : fileNames)
        weights->addAll(fileName);
    weights->listTensors();
    return weights;
}

void ShardedWeights::readIndex()
{
    const nlohmann::json map = weightMap(m_path);
    for (const auto& [name, fileName] : map.items()) {
        if (!fileName.is_string() || !isPlainFileName(fileName.get_ref<const std::string&>()))
            refuse(m_path, "places " + base::printable(name) + " in a file with an invalid name");
        const SafetensorsFile& home = shard(fileName.get<std::string>());
        if (!home.findArray(name))
            refuse(m_path,
                "places " + base::printable(name) + " in " + home.path().filename().string()
                    + ", which doesn't contain it");
        m_homes.emplace(name, &home);
    }
}

void ShardedWeights::addAll(const std::string& fileName)
{
    const SafetensorsFile& home = shard(fileName);
    for (const StoredArray* array : home.allArrays())
        if (!m_homes.emplace(array->name, &home).second)
            refuse(home.path(),
                "contains " + base::printable(array->name) + ", which is already in another file");
}

void ShardedWeights::listTensors()
{
    for (const auto& [fileName, file] : m_shards)
        for (const WeightTensor& tensor : file->tensors())
            if (const auto home = m_homes.find(tensor.name);
                home != m_homes.end() && home->second == file.get())
                m_tensors.push_back(tensor);
}

const SafetensorsFile& ShardedWeights::shard(const std::string& fileName)
{
    auto& file = m_shards[fileName];
    if (!file) {
        if (m_shards.size() > maxShards)
            refuse(m_path, "names more than 1024 files");
        file = SafetensorsFile::open(m_path.parent_path() / fileName);
    }
    return *file;
}

void ShardedWeights::requireWhole() const
{
    for (const auto& [name, shard] : m_shards)
        shard->requireWhole();
}

const WeightTensor* ShardedWeights::find(std::string_view name) const
{
    const auto home = m_homes.find(name);
    return home == m_homes.end() ? nullptr : home->second->find(name);
}

const StoredArray* ShardedWeights::findArray(std::string_view name) const
{
    const auto home = m_homes.find(name);
    return home == m_homes.end() ? nullptr : home->second->findArray(name);
}

std::vector<const StoredArray*> ShardedWeights::allArrays() const
{
    std::vector<const StoredArray*> all;
    for (const auto& [name, home] : m_homes)
        all.push_back(home->findArray(name));
    return all;
}

namespace {

bool isGguf(const std::filesystem::path& path)
{
    if (path.extension() == ".gguf")
        return true;
    std::array<char, 4> first{};
    std::ifstream(path, std::ios::binary).read(first.data(), first.size());
    return std::string_view(first.data(), first.size()) == "GGUF";
}

// The safetensors files of a folder without the usual names, sorted: EXL2 and older GPTQ folders name
// theirs otherwise.
std::vector<std::string> otherSafetensors(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    std::error_code failed;
    for (std::filesystem::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed))
        if (entry->path().extension() == ".safetensors")
            names.push_back(entry->path().filename().string());
    std::ranges::sort(names);
    return names;
}

std::shared_ptr<const ArrayFile> openArrays(const std::filesystem::path& folder)
{
    std::error_code ignored;
    const auto single = folder / "model.safetensors";
    const auto index = folder / "model.safetensors.index.json";
    if (std::filesystem::exists(single, ignored))
        return SafetensorsFile::open(single);
    if (std::filesystem::exists(index, ignored))
        return ShardedWeights::open(index);
    const auto others = otherSafetensors(folder);
    if (others.size() == 1)
        return SafetensorsFile::open(folder / others.front());
    if (!others.empty() && readPacking(folder))
        return ShardedWeights::openAll(folder, others);
    throw base::Error(base::ErrorKind::BadFile,
        "the folder " + folder.string()
            + " has neither model.safetensors nor model.safetensors.index.json");
}

std::shared_ptr<const WeightFile> openFolder(const std::filesystem::path& folder)
{
    const auto packing = readPacking(folder); // rejects unknown packings before a weight is read
    auto stored = openArrays(folder);
    if (!packing)
        return stored;
    return std::make_shared<PackedWeights>(std::move(stored), *packing);
}

} // namespace

std::shared_ptr<const WeightFile> openWeights(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return openFolder(path);
    if (std::filesystem::is_regular_file(path, ignored) && isGguf(path))
        return GgufFile::open(path);
    return SafetensorsFile::open(path);
}

} // namespace engine
