#include "engine/files/open_weights.h"

#include "engine/files/gguf_file.h"
#include "engine/files/packed_weights.h"
#include "engine/files/safetensors_file.h"
#include "engine/files/sharded_weights.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <vector>

namespace engine {

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
    throw kernels::Error(kernels::ErrorKind::BadFile,
        "the folder " + folder.string()
            + " has neither model.safetensors nor model.safetensors.index.json");
}

std::shared_ptr<const WeightFile> openFolder(const std::filesystem::path& folder)
{
    const auto packing = readPacking(folder); // refuses what is not known before a weight is read
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
