#include "services/documents/index/passage_reranker.h"

#include "base/error.h"
#include "kernels/devices/backends.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace services {

namespace {

constexpr size_t passagesAtOnce = 4; // between which it can be interrupted
constexpr int manyHits = 30, fewHits = 20;
constexpr std::chrono::milliseconds maxTimeForMany{20}; // a pair

// Makes a text as long as most passages are.
std::string makeProbe()
{
    std::string text;
    for (int sentence = 0; sentence < 14; ++sentence)
        text += "The keeper of the lighthouse writes down which ships pass at night. ";
    return text;
}

} // namespace

PassageReranker::PassageReranker(const QString& model)
    : m_processor(kernels::openBackend("cpu", 0, kernels::Products::Fast))
    , m_encoder(engine::Encoder::load(model.toStdU16String(), *m_processor))
{
    const auto label = engine::findRelevanceLabel(m_encoder->config());
    if (!label)
        throw base::Error(base::ErrorKind::Unsupported, model.toStdString() + " isn't a reranker.");
    m_label = *label;
    const std::vector<PassageText> probe{{0, {}, makeProbe()}};
    score("Which ships pass?", probe); // the first one also touches the weights
    const auto begin = std::chrono::steady_clock::now();
    score("Which ships pass?", probe);
    m_hits = std::chrono::steady_clock::now() - begin < maxTimeForMany ? manyHits : fewHits;
}

// The log-odds of the label if the labels exclude each other.
double PassageReranker::logitOf(const engine::PairScores& scores) const
{
    if (scores.logits.size() == 1 || !m_encoder->config().labelsExclude)
        return double(scores.logits[m_label]);
    double others = 0;
    for (size_t label = 0; label < scores.logits.size(); ++label)
        if (label != m_label)
            others += std::exp(double(scores.logits[label]) - double(scores.logits[m_label]));
    return -std::log(std::max(others, 1e-12));
}

std::vector<double> PassageReranker::score(const std::string& question,
    const std::vector<PassageText>& passages, const std::function<bool()>& isInterrupted)
{
    std::vector<double> logits;
    for (size_t first = 0; first < passages.size(); first += passagesAtOnce) {
        if (isInterrupted && isInterrupted())
            throw base::Error(base::ErrorKind::Cancelled, "The search was stopped.");
        std::vector<engine::TextPair> pairs;
        for (size_t each = first; each < std::min(first + passagesAtOnce, passages.size()); ++each)
            pairs.push_back({question, toText(passages[each])});
        for (const engine::PairScores& scores : m_encoder->score(pairs))
            logits.push_back(logitOf(scores));
    }
    return logits;
}

} // namespace services
