#include "services/conversations/statistics_json.h"

#include <iterator>

namespace services {

namespace {

constexpr const char* ends[] = {"complete", "limit", "stopped"}; // by AnswerStatistics::End

// Earlier versions wrote the number of the end into the database.
AnswerStatistics::End endFrom(const QJsonValue& value)
{
    for (int end = 0; end < int(std::size(ends)); ++end)
        if (value.toString() == QLatin1String(ends[end]) || value.toInt(-1) == end)
            return AnswerStatistics::End(end);
    return AnswerStatistics().end;
}

} // namespace

QJsonObject toJson(const AnswerStatistics& statistics)
{
    return {{"end", ends[int(statistics.end)]}, {"tokens", qint64(statistics.tokens)},
        {"promptTokens", qint64(statistics.promptTokens)},
        {"cachedTokens", qint64(statistics.cachedTokens)},
        {"firstTokenSeconds", statistics.firstTokenSeconds},
        {"tokensPerSecond", statistics.tokensPerSecond}};
}

AnswerStatistics statisticsFrom(const QJsonObject& object)
{
    AnswerStatistics statistics;
    statistics.end = endFrom(object["end"]);
    statistics.tokens = object["tokens"].toInteger();
    statistics.promptTokens = object["promptTokens"].toInteger();
    statistics.cachedTokens = object["cachedTokens"].toInteger();
    statistics.firstTokenSeconds = object["firstTokenSeconds"].toDouble();
    statistics.tokensPerSecond = object["tokensPerSecond"].toDouble();
    return statistics;
}

} // namespace services
