#include "services/tools/document_tool.h"

#include "services/documents/library/document_library.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QObject>

#include <algorithm>

namespace services {

namespace {

constexpr int usualCount = 5, mostCount = 10; // passages
constexpr qsizetype longestQuestion = 1000; // characters

class SearchRun : public QObject, public ToolRun { };

QString formatHit(const DocumentHit& hit, int number)
{
    const FoundPassage& found = hit.found;
    QString head = QStringLiteral("[%1] %2").arg(number).arg(QFileInfo(found.file).fileName());
    if (found.passage.page > 0)
        head += QStringLiteral(", page %1").arg(found.passage.page);
    if (!found.passage.heading.empty())
        head += QStringLiteral(", ") + QString::fromStdString(found.passage.heading);
    return head + u'\n' + QString::fromStdString(found.passage.text) + u'\n';
}

ToolOutcome toOutcome(const Found& found)
{
    if (!found.error.isEmpty())
        return {found.error, true};
    if (found.hits.empty())
        return {QStringLiteral("Nothing was found in the user's documents.")};
    QString text;
    if (!found.isAnswered)
        text = QStringLiteral(
            "These passages are the nearest, but may not answer the question.\n\n");
    for (const DocumentHit& hit : found.hits)
        text += formatHit(hit, int(&hit - found.hits.data()) + 1) + u'\n';
    return {text.trimmed()};
}

} // namespace

DocumentTool::DocumentTool(DocumentLibrary& documents)
    : m_documents(documents)
{
}

ToolDescription DocumentTool::description() const
{
    return {QStringLiteral("search_documents"), QStringLiteral("search_documents"),
        QCoreApplication::translate("services::Tool", "Document search"),
        QStringLiteral("Finds passages in the documents that the user has given to the program. "
                       "Returns each with its file and page, which you should name."),
        R"({"type": "object", "properties": {"question": {"type": "string",
            "description": "what to look for, as a question or in key words"},
            "count": {"type": "integer", "description": "how many passages, at most 10"}},
            "required": ["question"]})"};
}

std::unique_ptr<ToolRun> DocumentTool::call(const QJsonObject& arguments, Done done)
{
    auto run = std::make_unique<SearchRun>();
    const QString question = arguments["question"].toString().left(longestQuestion);
    m_documents.find(question, std::clamp(arguments["count"].toInt(usualCount), 1, mostCount),
        run.get(), [done = std::move(done)](const Found& found) { done(toOutcome(found)); });
    return run;
}

} // namespace services
