#include "engine/files/sharded_weights.h"

#include "engine/files/json_text.h"
#include "engine/files/printable.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;

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
            refuse(m_path, "places " + printable(name) + " in a file that is no plain name");
        const SafetensorsFile& home = shard(fileName.get<std::string>());
        if (!home.findArray(name))
            refuse(m_path,
                "places " + printable(name) + " in " + home.path().filename().string()
                    + ", which does not hold it");
        m_homes.emplace(name, &home);
    }
}

void ShardedWeights::addAll(const std::string& fileName)
{
    const SafetensorsFile& home = shard(fileName);
    for (const StoredArray* array : home.allArrays())
        if (!m_homes.emplace(array->name, &home).second)
            refuse(home.path(), "holds " + printable(array->name) + ", as another file does");
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

} // namespace engine
