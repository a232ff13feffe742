#pragma once

#include "runtime/shelf/model_shelf.h"

namespace runtime {

/// A model of a shelf as an engine, for work that asks an engine many things. The shelf decides what is
/// in memory: a model that was unloaded is loaded again by the next question.
class ShelfEngine : public AnswerEngine {
public:
    ShelfEngine(std::shared_ptr<ModelShelf> shelf, ModelId model);

    void load() override; ///< may be called again, once the model was unloaded
    void unload(Unloading) override { } ///< does nothing: others may use it
    ModelState describe() const override;
    EngineUse use() const override;
    Answer submit(AnswerRequest request, std::shared_ptr<AnswerSink> sink) override;
    std::optional<TokenCount> count(
        const AnswerRequest& request, const IsCancelled& isCancelled) const override;
    std::optional<engine::TokenIds> tokenize(
        const std::string& text, TextKind kind = TextKind::Plain) const override;
    std::optional<std::string> detokenize(const engine::TokenIds& tokens) const override;
    std::vector<std::vector<float>> embed(std::span<const std::string> texts) override;

private:
    const std::shared_ptr<ModelShelf> m_shelf;
    const ModelId m_model;
};

} // namespace runtime
