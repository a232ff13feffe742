#include "runtime/answers/encoder_engine.h"

#include "engine/encoders/encoder.h"
#include "kernels/devices/backends.h"

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
    return !path.empty() && engine::isEncoderModel(path);
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
    state.summary.embeds = m_encoder->config().task == engine::EncoderConfig::Task::Embed;
    state.summary.ranks = engine::findRelevanceLabel(m_encoder->config()).has_value();
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
        "The model " + m_name + " is an embedding model or a reranker and doesn't write answers."});
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

std::string EncoderEngine::embeddingPrompt(const std::string& kind)
{
    const engine::EncoderConfig& config = m_encoder->config();
    for (const std::string& name : {kind.empty() ? config.defaultPrompt : kind,
             std::string(kind == "document" ? "passage" : "")})
        if (const auto found = config.prompts.find(name); found != config.prompts.end())
            return found->second;
    return {};
}

Relevance EncoderEngine::rank(const std::string& query, std::span<const std::string> documents)
{
    const auto label = engine::findRelevanceLabel(m_encoder->config());
    if (!label)
        throw base::Error(
            base::ErrorKind::Unsupported, "The model " + m_name + " doesn't rank documents.");
    std::vector<engine::TextPair> pairs;
    for (const std::string& document : documents)
        pairs.push_back({query, document});
    const std::lock_guard lock(m_mutex);
    m_use.last = std::chrono::steady_clock::now();
    Relevance relevance;
    for (const engine::PairScores& scores : m_encoder->score(pairs))
        relevance.scores.push_back(scores.scores[*label]);
    for (const engine::TextPair& pair : pairs)
        relevance.tokens += int64_t(m_encoder->tokenizePair(pair).ids.size());
    return relevance;
}

} // namespace runtime
