#pragma once

#include "engine/encoders/encoder.h"
#include "kernels/backend.h"
#include "runtime/answer_engine.h"

#include <filesystem>
#include <memory>
#include <mutex>

namespace runtime {

/// True if a file or folder contains a model that makes vectors or scores of texts and writes none.
/// Reads its head.
bool isEncoderModel(const std::filesystem::path& path);

/// An engine that makes vectors of texts, or ranks them, on the CPU of this machine, and answers
/// nothing.
class EncoderEngine : public AnswerEngine {
public:
    /// Loads the model, which takes a while. Throws what engine::Encoder::load throws.
    explicit EncoderEngine(const std::filesystem::path& path);

    void load() override { }
    void unload(Unloading) override { }
    ModelState describe() const override;
    EngineUse use() const override;
    Answer submit(AnswerRequest request, std::shared_ptr<AnswerSink> sink) override;
    std::optional<TokenCount> count(const AnswerRequest&, const IsCancelled&) const override
    {
        return std::nullopt;
    }
    std::optional<engine::TokenIds> tokenize(
        const std::string& text, TextKind kind = TextKind::Plain) const override;

    /// Vectors of unit length. A text that is longer than the model reads is cut at its end.
    std::vector<std::vector<float>> embed(std::span<const std::string> texts) override;
    std::string embeddingPrompt(const std::string& kind) override;
    Relevance rank(const std::string& query, std::span<const std::string> documents) override;

private:
    const std::string m_name;
    const std::unique_ptr<kernels::Backend> m_processor;
    mutable std::mutex m_mutex; // guards what follows
    const std::unique_ptr<engine::Encoder> m_encoder;
    EngineUse m_use;
};

} // namespace runtime
