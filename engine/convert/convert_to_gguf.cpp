#include "engine/convert/convert_to_gguf.h"

#include "engine/config/read_config.h"
#include "engine/convert/text_part.h"
#include "engine/convert/vision_part.h"
#include "engine/files/open_weights.h"
#include "kernels/error.h"
#include "kernels/quantize.h"

namespace engine {

using kernels::DType;
using kernels::Error;
using kernels::ErrorKind;

namespace {

std::filesystem::path visionPath(const std::filesystem::path& output)
{
    return output.parent_path() / ("mmproj-" + output.filename().string());
}

// For people: "vignette-starter.gguf" is the model "Vignette Starter".
std::string titleOf(const std::filesystem::path& output)
{
    std::string title = output.stem().string();
    bool startsWord = true;
    for (char& letter : title) {
        if (letter == '-')
            letter = ' ';
        if (startsWord && letter >= 'a' && letter <= 'z')
            letter = char(letter - 'a' + 'A');
        startsWord = letter == ' ';
    }
    return title;
}

} // namespace

std::vector<std::filesystem::path> convertToGguf(const std::filesystem::path& folder,
    const std::filesystem::path& output, DType type, const ConvertProgress& progress)
{
    if (!kernels::canQuantize(type))
        throw Error(ErrorKind::Unsupported,
            std::string("weights cannot be converted to ") + kernels::name(type));
    const auto weights = openWeights(folder);
    ModelConfig config = readConfig(folder, weights.get());
    config.name = titleOf(output);
    ggufArchitecture(config.family); // refuses the families it does not know
    const TensorSource source(weights, FileLayout::HuggingFace);
    const auto vision = readVisionPart(folder);
    const auto textTensors = planTextTensors(config, source, type);
    const auto visionTensors
        = vision ? planVisionTensors(*vision, source, type) : std::vector<PlannedTensor>{};

    int64_t done = 0;
    const auto total = int64_t(textTensors.size() + visionTensors.size());
    const auto written = [&] {
        ++done;
        if (progress)
            progress(done, total);
    };

    GgufWriter text(output);
    setTextMetadata(text, config, folder, textTensors, type);
    writeTensors(text, textTensors, written);
    weights->requireWhole();
    if (!vision) {
        text.finish();
        return {output};
    }
    GgufWriter tower(visionPath(output));
    setVisionMetadata(tower, *vision, config.name, config.hidden, visionTensors, type);
    writeTensors(tower, visionTensors, written);
    weights->requireWhole();
    text.finish();
    tower.finish();
    return {output, visionPath(output)};
}

} // namespace engine
