#include "services/server/answers/served_documents.h"

#include "services/documents/answers/answer_batch.h"
#include "services/documents/answers/citations.h"
#include "services/server/protocol/api_error.h"

#include <QFileInfo>

#include <algorithm>
#include <iterator>
#include <ranges>

namespace services::server {

namespace {

constexpr qsizetype maxQuestion = 1000; // characters that are searched for

std::vector<runtime::Passage> passagesOf(const std::vector<DocumentHit>& hits)
{
    std::vector<runtime::Passage> passages;
    std::ranges::transform(hits, std::back_inserter(passages), passageOf);
    return passages;
}

// Takes the texts out of a message.
std::string takeText(runtime::RequestMessage& message)
{
    std::string text;
    for (const runtime::Part& part : message.parts)
        if (const auto* words = std::get_if<std::string>(&part))
            text += (text.empty() ? "" : "\n") + *words;
    std::erase_if(message.parts,
        [](const runtime::Part& part) { return std::holds_alternative<std::string>(part); });
    return text;
}

} // namespace

Found findDocuments(const FindDocuments& find, const std::string& question, int count,
    const std::function<bool()>& isGone)
{
    if (!find)
        throw ApiError(400, "invalid_request_error",
            "This server doesn't offer documents. Start it with --documents, or switch them on in "
            "the settings.",
            "documents");
    Found found = find(QString::fromStdString(question).left(maxQuestion), count, isGone);
    if (isGone())
        throw ClientGone();
    if (!found.error.isEmpty())
        throw ApiError(500, "server_error", found.error.toStdString());
    return found;
}

Json sourceJson(const DocumentHit& hit, size_t number)
{
    const Passage& passage = hit.passage;
    return {{"number", number}, {"file", QFileInfo(hit.file).fileName().toStdString()},
        {"page", passage.page > 0 ? Json(passage.page) : Json()}, {"heading", passage.heading},
        {"text", passage.text}, {"score", hit.score}};
}

AnswerSources::AnswerSources(const FindDocuments& find, CheckAnswer check, int count,
    runtime::AnswerRequest& request, const ServedModel& model, const std::function<bool()>& isGone)
    : m_check(std::move(check))
{
    const auto asked = std::ranges::find(request.messages.rbegin(), request.messages.rend(),
        runtime::Role::User, &runtime::RequestMessage::role);
    const std::string question
        = asked == request.messages.rend() ? std::string() : takeText(*asked);
    if (question.empty())
        throw ApiError(400, "invalid_request_error",
            "The last message of the user needs a text to find documents for.", "messages");
    m_found = findDocuments(find, question, count, isGone);
    if (!m_found.isAnswered)
        return;
    const std::vector<runtime::RequestMessage> before(
        request.messages.begin(), std::prev(asked.base()));
    const auto mostTokens = request.settings.maxTokens.value_or(model.usual.maxTokens.value_or(0));
    const ModelRoom room(*model.engine, mostTokens, before);
    CitedQuestion cited
        = citedQuestion(question, passagesOf(m_found.hits), room.questionTokens(), room.count());
    m_found.hits.resize(std::min(m_found.hits.size(), cited.passages));
    asked->parts.insert(asked->parts.end(), std::make_move_iterator(cited.parts.begin()),
        std::make_move_iterator(cited.parts.end()));
}

Json AnswerSources::sources() const
{
    Json list = Json::array();
    for (const DocumentHit& hit : m_found.hits)
        list.push_back(sourceJson(hit, list.size() + 1));
    return list;
}

Json AnswerSources::citationsIn(const std::string& answer) const
{
    const std::vector<std::string> passages = citedTexts(m_found.hits);
    Json list = Json::array();
    for (const Citation& citation :
        m_check ? m_check(answer, passages) : services::citationsIn(answer, passages)) {
        const std::string problem = citationProblem(citation);
        list.push_back({{"number", citation.number},
            {"statement", answer.substr(citation.statement.from, citation.statement.size())},
            {"supported", citation.isSupported}, {"missing", citation.missing},
            {"reason", problem.empty() ? Json() : Json(problem)}, {"score", citation.score}});
    }
    return list;
}

} // namespace services::server
