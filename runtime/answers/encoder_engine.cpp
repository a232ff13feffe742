#include "runtime/answers/encoder_engine.h"

#include "engine/encoders/encoder.h"
#include "kernels/devices/backends.h"
#include "runtime/models/model_facts.h"

namespace runtime {

namespace {

std::string displayName(std::filesystem::path path)
{
    if (!path.has_filename()) // "folder/"
        path = path.parent_path();
    return (path.extension() == ".gguf" ? path.stem() : path.filename()).string();
}

} // namespace

bool isEncoderModel(const std::filesystem::path& path)
{
    return !path.empty() && engine::isEncoderFamily(readModelFacts(path).family);
}

EncoderEngine::EncoderEngine(const std::filesystem::path& path)
    : m_name(displayName(path))
    , m_processor(kernels::openBackend("cpu"))
    , m_encoder(engine::Encoder::load(path, *m_processor))
{
}

ModelState EncoderEngine::describe() const
{
    ModelState state{.stage = ModelState::Stage::Ready, .share = 1};
    state.summary.name = m_name;
    state.summary.embeds = true;
    state.summary.contextTokens = m_encoder->config().maxTokens;
    return state;
}

EngineUse EncoderEngine::use() const
{
    const std::lock_guard lock(m_mutex);
    return m_use;
}

Answer EncoderEngine::submit(AnswerRequest, std::shared_ptr<AnswerSink> sink)
{
    sink->onFailed({base::ErrorKind::Unsupported,
        "The model " + m_name + " is an embedding model and doesn't write answers."});
    return {};
}

// The tokenizer of an encoder knows whole texts only.
std::optional<engine::TokenIds> EncoderEngine::tokenize(const std::string& text, TextKind) const
{
    return m_encoder->tokenize(text);
}

std::vector<std::vector<float>> EncoderEngine::embed(std::span<const std::string> texts)
{
    const std::lock_guard lock(m_mutex);
    m_use.last = std::chrono::steady_clock::now();
    return engine::encodeUnitVectors(*m_encoder, texts);
}

} // namespace runtime
