#include "services/documents/answers/model_judge.h"

#include "services/documents/answers/answer_batch.h"

#include <QString>

#include <algorithm>

namespace services {

namespace {

constexpr int mostChoices = 8; // beginnings of "Yes" and "No"

// The text that all passages share is first.
std::string makeIntroduction(const std::string& question)
{
    return "Does a passage answer the question? To be about the same thing is not enough: what is "
           "asked for must be said in it.\n\nQuestion: "
        + question + "\n\n";
}

runtime::AnswerRequest makeRequest(const std::string& introduction, const PassageText& passage)
{
    runtime::AnswerRequest request;
    request.messages.push_back({runtime::Role::User,
        {introduction, runtime::Passage{{"Passage", passage.heading}, passage.text},
            std::string("Does this passage say what the question asks for? Answer Yes or No.")}});
    request.settings = ModelJudge::settings();
    request.likeliestTokens = mostChoices;
    return request;
}

// The share of "Yes" among the choices for the first token.
double shareOfYes(const BatchAnswer& answer)
{
    if (answer.tokens.empty())
        return 0.5;
    double yes = 0, all = 0;
    for (const auto& [text, probability] : answer.tokens.front().likeliest) {
        yes += text.starts_with('Y') ? double(probability) : 0;
        all += double(probability);
    }
    return all > 0 ? yes / all : 0.5;
}

} // namespace

ModelJudge::ModelJudge(runtime::AnswerEngine& engine, std::stop_token stop)
    : m_engine(engine)
    , m_stop(std::move(stop))
{
}

runtime::AnswerSettings ModelJudge::settings()
{
    runtime::AnswerSettings settings;
    settings.maxTokens = 1;
    settings.temperature = 1; // as likely as the model thinks
    settings.seed = 1;
    settings.thinks = false;
    settings.regex = "Yes|No";
    return settings;
}

std::vector<double> ModelJudge::judge(
    const std::string& question, std::span<const PassageText> passages)
{
    const std::string introduction = makeIntroduction(question);
    std::vector<runtime::AnswerRequest> requests;
    for (const PassageText& passage : passages)
        requests.push_back(makeRequest(introduction, passage));
    std::vector<double> shares;
    for (const BatchAnswer& answer : answerBatch(m_engine, std::move(requests), {}, m_stop))
        shares.push_back(shareOfYes(answer));
    return shares;
}

namespace {

constexpr int mostTokens = 160; // a passage, which is all that is compared with a question

runtime::AnswerRequest requestFor(const Picture& picture)
{
    runtime::AnswerRequest request;
    request.messages.push_back(
        {runtime::Role::User, {picture.pixels, std::string("Describe the image.")}});
    request.settings.maxTokens = mostTokens;
    request.settings.temperature = 0;
    request.settings.thinks = false;
    return request;
}

} // namespace

ModelCaptioner::ModelCaptioner(runtime::AnswerEngine& engine, std::stop_token stop)
    : m_engine(engine)
    , m_stop(std::move(stop))
{
}

std::string ModelCaptioner::describe(const Picture& picture)
{
    const BatchAnswer answer = answerBatch(m_engine, {requestFor(picture)}, {}, m_stop).front();
    return answer.isSure ? QString::fromStdString(answer.text).trimmed().toStdString() : "";
}

} // namespace services
