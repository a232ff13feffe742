#pragma once

#include "runtime/answer_fields.h"

#include <filesystem>

namespace runtime {

/// What a model's makers recommend for its answers, as far as the generation_config.json of a folder
/// or the `general.sampling.…` of a GGUF file says so; everything else is absent. Numbers out of
/// range are put into it; values of another kind, and files that can't be read, say nothing. Any
/// thread; reads the head of the file.
AnswerSettings recommendedSettings(const std::filesystem::path& model);

} // namespace runtime
