#pragma once

#include "engine/generate/generator.h"
#include "runtime/models/loaded_model.h"
#include "vision/images/image.h"

#include <cstdint>
#include <fstream>
#include <string>

namespace tests {

/// A line of /proc/self/status in bytes: "VmRSS", "VmHWM".
inline int64_t memoryNow(const std::string& key)
{
    std::ifstream file("/proc/self/status");
    std::string word;
    for (int64_t kibibytes = 0; file >> word;)
        if (word == key + ":" && file >> kibibytes)
            return kibibytes * 1024;
    return 0;
}

/// Makes VmHWM the peak since this call.
inline void forgetPeak()
{
    std::ofstream("/proc/self/clear_refs") << 5;
}

/// How much memory the process takes more, at the peak, for loading a model, looking at an image if
/// it can, reading as long a prompt as it can and answering a few tokens. Bytes.
inline int64_t measuredMemory(const runtime::LoadOptions& options)
{
    forgetPeak();
    const int64_t before = memoryNow("VmRSS");
    const auto model = runtime::LoadedModel::load(options);
    if (model->canSee()) {
        vision::Image picture{640, 480, {}};
        picture.rgb.assign(size_t(3) * 640 * 480, uint8_t(90));
        model->embed(picture);
    }
    const int64_t context = model->contextTokens();
    engine::Generator generator(
        model->model(), model->cache(), model->tokenizer(), {.maxSeqLen = context});
    engine::Job job;
    for (int64_t token = 0; token < context - 8; ++token)
        job.ids.push_back(engine::TokenId(1 + token * 7919 % (model->config().vocabulary - 1)));
    job.maxNewTokens = 7;
    job.sampling = {.temperature = 1, .topK = 40};
    generator.enqueue(job);
    while (generator.numRemainingJobs() > 0)
        generator.iterate();
    return memoryNow("VmHWM") - before;
}

} // namespace tests
