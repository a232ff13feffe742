#pragma once

#include "engine/encoders/encoder.h"
#include "kernels/backend.h"
#include "services/documents/index/document_index.h"

#include <QString>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace services {

/// A model that reads a question together with each passage and scores how well it answers: a
/// cross-encoder or a Qwen3-Reranker. Belongs to one thread.
class PassageReranker {
public:
    /// Loads a folder or a GGUF file onto the CPU. Throws what engine::Encoder::load throws, and
    /// Error{Unsupported} if the model ranks nothing.
    explicit PassageReranker(const QString& model);

    /// How many hits it should be given: 30 if it reads a pair in less than 20 ms, otherwise 20.
    int hits() const { return m_hits; }

    /// The logit of each passage. Throws Error{Cancelled} once `isInterrupted` returns true, which is
    /// asked between a few passages; null: never.
    std::vector<double> score(const std::string& question, const std::vector<PassageText>& passages,
        const std::function<bool()>& isInterrupted = {});

private:
    double logitOf(const engine::PairScores& scores) const;

    std::unique_ptr<kernels::Backend> m_processor;
    std::unique_ptr<engine::Encoder> m_encoder;
    size_t m_label = 0;
    int m_hits = 0;
};

} // namespace services
