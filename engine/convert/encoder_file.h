#pragma once

#include "engine/convert/convert_type.h"
#include "engine/convert/planned_file.h"
#include "engine/encoders/families/encoder_config.h"
#include "engine/files/gguf_writer.h"

#include <filesystem>
#include <string>
#include <vector>

namespace engine {

/// Plans the GGUF file of an encoder that is no decoder, as llama.cpp's converter writes it. Throws
/// Error{BadFile} naming what is missing, and Error{Unsupported} for what such files can't hold: a
/// family, a head, or dense layers.
PlannedFile planEncoderFile(const std::filesystem::path& folder, const EncoderConfig& config,
    const std::filesystem::path& output, const ConvertOptions& options);

/// general.architecture of a decoder that is used as an encoder. Throws Error{Unsupported} for what
/// GGUF files can't hold.
std::string encoderArchitecture(const EncoderConfig& config);

/// Plans the tensors that follow those of a decoder: dense layers, and the rows of its head for the
/// labels of a reranker. What has mapped their files is added to `weights`.
std::vector<PlannedTensor> planEncoderHead(const std::filesystem::path& folder,
    const EncoderConfig& config, std::shared_ptr<const WeightFile> decoder,
    std::vector<std::shared_ptr<const WeightFile>>& weights);

/// Sets how the rows of a text become its vector or its scores.
void setPoolingMetadata(
    GgufWriter& writer, const std::string& architecture, const EncoderConfig& config);

} // namespace engine
