#include "services/documents/answers/statement_support.h"

#include "base/ascii.h"
#include "base/error.h"
#include "kernels/devices/backends.h"
#include "services/documents/answers/answer_batch.h"
#include "services/documents/answers/fact_check.h"
#include "services/documents/passages/split_document.h"

#include <algorithm>

namespace services {

std::string supportProblem(const Support& support)
{
    std::string facts;
    for (size_t fact = 0; fact < support.missing.size(); ++fact) {
        const bool isLast = fact + 1 == support.missing.size();
        facts += (fact == 0 ? "" : isLast ? " and " : ", ") + support.missing[fact];
    }
    if (!facts.empty())
        return facts + (support.missing.size() > 1 ? " aren't" : " isn't") + " in the passage";
    if (support.verdict == Verdict::Contradicted)
        return "the passage says otherwise";
    return support.verdict == Verdict::NotStated ? "the passage doesn't say so" : "";
}

Support checkSupport(std::string_view statement, std::span<const std::string_view> passages,
    StatementChecker* checker)
{
    Support support{.missing = missingFacts(statement, passages)};
    support.score = support.missing.empty() ? 1 : 0;
    if (!checker)
        return support;
    std::string together;
    for (const std::string_view passage : passages)
        together.append(together.empty() ? "" : "\n\n").append(passage);
    const auto [verdict, score] = checker->check(together, std::string(statement));
    support.verdict = verdict;
    support.score = score;
    return support;
}

namespace {

constexpr size_t tokensAround = 4; // at most, of special tokens around a pair
constexpr size_t maxParts = 16; // of a passage

} // namespace

EntailmentChecker::EntailmentChecker(const std::string& model, int threads)
    : m_processor(kernels::openBackend("cpu", threads, kernels::Products::Fast))
    , m_encoder(engine::Encoder::load(model, *m_processor))
{
    if (const auto labels = engine::findEntailmentLabels(m_encoder->config())) {
        m_labels = *labels;
        return;
    }
    std::string names;
    for (const std::string& label : m_encoder->config().labels)
        names += (names.empty() ? "" : ", ") + label;
    throw base::Error(base::ErrorKind::Unsupported,
        model
            + " can't check answers: its labels must be entailment, neutral and contradiction, or "
              "entailment and not_entailment, not "
            + (names.empty() ? "none" : names) + ".");
}

StatementChecker::Result EntailmentChecker::readLabels(std::span<const float> scores) const
{
    const auto best = size_t(std::ranges::max_element(scores) - scores.begin());
    const Verdict verdict = best == m_labels.entailment ? Verdict::Supported
        : best == m_labels.contradiction                ? Verdict::Contradicted
                                                        : Verdict::NotStated;
    return {verdict, double(scores[m_labels.entailment])};
}

StatementChecker::Result EntailmentChecker::check(
    const std::string& passage, const std::string& statement)
{
    if (passage.empty())
        return {Verdict::NotStated, 0};
    const auto count = [this](std::string_view text) { return m_encoder->tokenize(text).size(); };
    const auto most = size_t(m_encoder->config().maxTokens);
    const size_t taken = std::min(count(statement) + tokensAround, most / 2);
    std::vector<engine::TextPair> pairs;
    for (const MeasuredRange& part : cutText(passage, {0, passage.size()}, most - taken, count))
        if (pairs.size() < maxParts)
            pairs.push_back({passage.substr(part.bytes.from, part.bytes.size()), statement});

    Result best{Verdict::NotStated, -1};
    double contradiction = 0;
    for (const engine::PairScores& each : m_encoder->score(pairs)) {
        const Result result = readLabels(each.scores);
        if (result.score > best.score)
            best = result;
        if (result.verdict == Verdict::Contradicted)
            contradiction = std::max(contradiction, double(each.scores[*m_labels.contradiction]));
    }
    if (contradiction > best.score)
        best.verdict = Verdict::Contradicted;
    return best;
}

namespace {

// Servers that don't know regular expressions let models write "**yes**." as well.
StatementChecker::Result readVerdict(std::string_view answer)
{
    const auto isLetter
        = [](char byte) { return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z'); };
    const auto from = std::ranges::find_if(answer, isLetter);
    const auto to = std::find_if_not(from, answer.end(), isLetter);
    const std::string word = base::toLowerAscii(std::string_view(from, to));
    if (word == "yes")
        return {Verdict::Supported, 1};
    if (word == "no" || word == "not") // "Not stated."
        return {Verdict::NotStated, 0};
    constexpr size_t minLetters = 3; // of a word that the limit of tokens cut
    if (word.starts_with("contradict")
        || (word.size() >= minLetters && std::string_view("contradict").starts_with(word)))
        return {Verdict::Contradicted, 0};
    throw base::Error(base::ErrorKind::Unsupported,
        "The model can't check statements: it answers neither Yes, No nor Contradicts.");
}

} // namespace

ModelChecker::ModelChecker(runtime::AnswerEngine& engine, std::stop_token stop)
    : m_engine(engine)
    , m_stop(std::move(stop))
{
}

runtime::AnswerSettings ModelChecker::settings()
{
    runtime::AnswerSettings settings;
    settings.maxTokens = 8;
    settings.temperature = 0;
    settings.thinks = false;
    settings.regex = "Yes|No|Contradicts";
    return settings;
}

StatementChecker::Result ModelChecker::check(
    const std::string& passage, const std::string& statement)
{
    if (passage.empty())
        return {Verdict::NotStated, 0};
    runtime::AnswerRequest request;
    request.messages.push_back({runtime::Role::User,
        {runtime::Passage{{"Passage", {}}, passage},
            "Statement: " + statement
                + "\n\nDoes the passage say that the statement is true? Answer Yes if it says so, "
                  "in "
                  "whatever words, Contradicts if it says otherwise, and No if it doesn't say."}});
    request.settings = settings();
    return readVerdict(answerTexts(m_engine, {std::move(request)}, {}, m_stop).front());
}

} // namespace services
