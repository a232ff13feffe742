#pragma once

#include "runtime/answer_engine.h"
#include "services/documents/index/document_search.h"
#include "services/documents/index/index_documents.h"

#include <cstdint>
#include <stop_token>

namespace services {

/// Asks a language model of each passage whether it answers, and takes how likely a "Yes" is. All
/// are asked at once; the text before the passages is read once.
class ModelJudge : public PassageJudge {
public:
    /// Smaller models say yes to what is near: they are no help (docs/documents.md tells by how much).
    static constexpr int64_t minParameters = 1'000'000'000;

    /// The engine must outlive it.
    explicit ModelJudge(runtime::AnswerEngine& engine, std::stop_token stop = {});

    /// How the engine is asked: with fields that few engines elsewhere have.
    static runtime::AnswerSettings settings();

    /// Blocks. Throws what answerBatch() throws.
    std::vector<double> judge(
        const std::string& question, std::span<const PassageText> passages) override;

private:
    runtime::AnswerEngine& m_engine;
    std::stop_token m_stop;
};

/// Asks a vision model what an image shows. A model that says it is not sure gives no caption.
class ModelCaptioner : public PictureCaptioner {
public:
    /// The engine must outlive it.
    explicit ModelCaptioner(runtime::AnswerEngine& engine, std::stop_token stop = {});

    /// Blocks. Throws what answerTexts() throws.
    std::string describe(const Picture& picture) override;

private:
    runtime::AnswerEngine& m_engine;
    std::stop_token m_stop;
};

} // namespace services
