#include "services/tools/builtin_tools.h"

#include "base/error.h"
#include "services/documents/library/document_library.h"
#include "services/tools/calculator/calculate.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLocale>
#include <QObject>
#include <QTimeZone>

#include <algorithm>

namespace services {

ToolDescription CalculatorTool::description() const
{
    return {QStringLiteral("calculator"), QStringLiteral("calculator"),
        QCoreApplication::translate("services::Tool", "Calculator"),
        QStringLiteral(
            "Computes an arithmetic expression exactly. Knows + - * / % ^ ! brackets, "
            "sqrt, abs, round(x, digits), floor, ceil, min, max, sum, mean, gcd, lcm, exp, "
            "ln, log, sin, cos, tan, pi and e."),
        R"({"type": "object", "properties": {"expression": {"type": "string",
            "description": "for example (17.5 + 2)^2 / 7"}}, "required": ["expression"]})"};
}

std::unique_ptr<ToolRun> CalculatorTool::call(const QJsonObject& arguments, Done done)
{
    const auto work = [expression = arguments["expression"].toString().toStdString()] {
        return QString::fromStdString(calculate(expression));
    };
    return std::make_unique<BackgroundRun>(work, std::move(done));
}

ToolDescription ClockTool::description() const
{
    return {QStringLiteral("current_time"), QStringLiteral("current_time"),
        QCoreApplication::translate("services::Tool", "Date and time"),
        QStringLiteral("Tells the date, the day of the week and the time, where the user is or in "
                       "another time zone."),
        R"({"type": "object", "properties": {"zone": {"type": "string",
            "description": "a zone such as Asia/Tokyo; left out: the user's"}}})"};
}

std::unique_ptr<ToolRun> ClockTool::call(const QJsonObject& arguments, Done done)
{
    const auto work = [zone = arguments["zone"].toString()] {
        return timeText(QDateTime::currentDateTimeUtc(), zone);
    };
    return std::make_unique<BackgroundRun>(work, std::move(done));
}

QString timeText(const QDateTime& now, const QString& zone)
{
    const QTimeZone place
        = zone.isEmpty() ? QTimeZone::systemTimeZone() : QTimeZone(zone.left(100).toUtf8());
    if (!place.isValid())
        throw base::Error(base::ErrorKind::BadRequest,
            "Unknown time zone \"" + zone.left(100).toStdString() + "\". Example: Europe/Berlin.");
    const QDateTime there = now.toTimeZone(place);
    return QStringLiteral("%1 (%2, %3)")
        .arg(QLocale::c().toString(there, QStringLiteral("dddd, yyyy-MM-dd, HH:mm:ss")),
            QTimeZone(place.offsetFromUtc(there)).displayName(there, QTimeZone::OffsetName),
            QString::fromUtf8(place.id()));
}

namespace {

constexpr int defaultCount = 5, maxCount = 10; // passages
constexpr qsizetype maxQuestion = 1000; // characters

class SearchRun : public QObject, public ToolRun { };

QString formatHit(const DocumentHit& hit, int number)
{
    QString head = QStringLiteral("[%1] %2").arg(number).arg(QFileInfo(hit.file).fileName());
    if (hit.passage.page > 0)
        head += QStringLiteral(", page %1").arg(hit.passage.page);
    if (!hit.passage.heading.empty())
        head += QStringLiteral(", ") + QString::fromStdString(hit.passage.heading);
    return head + u'\n' + QString::fromStdString(hit.passage.text) + u'\n';
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
    const QString question = arguments["question"].toString().left(maxQuestion);
    m_documents.find(question, std::clamp(arguments["count"].toInt(defaultCount), 1, maxCount),
        run.get(), [done = std::move(done)](const Found& found) { done(toOutcome(found)); });
    return run;
}

} // namespace services
