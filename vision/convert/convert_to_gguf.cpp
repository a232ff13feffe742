#include "vision/convert/convert_to_gguf.h"

#include "engine/convert/decoder_file.h"
#include "vision/convert/tower_file.h"
#include "vision/towers/read_vision_config.h"

namespace vision {

std::vector<std::filesystem::path> convertToGguf(const std::filesystem::path& folder,
    const std::filesystem::path& output, const engine::ConvertOptions& options,
    const engine::ConvertProgress& progress)
{
    std::vector<engine::PlannedFile> files{engine::planDecoderFile(folder, output, options)};
    if (hasVisionTower(folder))
        files.push_back(planTowerFile(
            folder, output.parent_path() / ("mmproj-" + output.filename().string()), options.type));
    engine::writeFiles(files, progress);

    std::vector<std::filesystem::path> written;
    for (const engine::PlannedFile& file : files)
        written.push_back(file.path);
    return written;
}

} // namespace vision
