#pragma once

#include "runtime/answer_request.h"
#include "services/documents/answers/citations.h"
#include "services/documents/library/document_questions.h"
#include "services/server/answers/served_models.h"
#include "services/server/protocol/fields.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace services::server {

/// Finds at most `count` passages in the documents that a server offers, the best first. Any thread
/// may call it; it blocks, and ends early once `isGone` returns true.
using FindDocuments
    = std::function<Found(const QString& question, int count, const std::function<bool()>& isGone)>;

/// Checks the citations of an answer, of which [1] is the first passage, as services::citationsIn() does.
/// Any thread may call it; it blocks.
using CheckAnswer = std::function<std::vector<Citation>(
    const std::string& answer, std::span<const std::string> passages)>;

/// Finds passages. Throws ApiError(400) if the server offers no documents, ApiError(500) if they
/// can't be searched, and ClientGone.
Found findDocuments(const FindDocuments& find, const std::string& question, int count,
    const std::function<bool()>& isGone);

/// A passage as clients get it: {"number", "file", "page", "heading", "text", "score"}. The file is
/// named without its folder.
Json sourceJson(const DocumentHit& hit, size_t number);

/// The passages that an answer is written from.
class AnswerSources {
public:
    /// Finds passages for the last text of the user in `request` and puts them, numbered, before it, as
    /// many as the model has room for. The model must be in memory. Throws as findDocuments() does,
    /// and ApiError(400) if the user's last message has no text. Without `check`, facts are compared
    /// alone.
    AnswerSources(const FindDocuments& find, CheckAnswer check, int count,
        runtime::AnswerRequest& request, const ServedModel& model,
        const std::function<bool()>& isGone);

    bool isAnswered() const { return m_found.isAnswered; } ///< false: no passage answers
    Json sources() const;

    /// The citations of an answer: [{"number", "statement", "supported", "missing", "reason",
    /// "score"}, …].
    Json citationsIn(const std::string& answer) const;

    /// What is said where no passage answers.
    static constexpr const char* noAnswer
        = "Your documents don't contain an answer to this question.";

private:
    CheckAnswer m_check;
    Found m_found;
};

} // namespace services::server
