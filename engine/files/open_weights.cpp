#include "engine/files/open_weights.h"

#include "engine/files/gguf_file.h"
#include "engine/files/safetensors_file.h"
#include "engine/files/sharded_weights.h"

#include <array>
#include <fstream>

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

std::shared_ptr<const WeightFile> openFolder(const std::filesystem::path& folder)
{
    std::error_code ignored;
    const auto single = folder / "model.safetensors";
    const auto index = folder / "model.safetensors.index.json";
    if (std::filesystem::exists(single, ignored))
        return SafetensorsFile::open(single);
    if (std::filesystem::exists(index, ignored))
        return ShardedWeights::open(index);
    throw kernels::Error(kernels::ErrorKind::BadFile,
        "the folder " + folder.string()
            + " has neither model.safetensors nor model.safetensors.index.json");
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
