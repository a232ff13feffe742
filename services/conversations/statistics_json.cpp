#include "services/conversations/statistics_json.h"

#include <iterator>

namespace services {

namespace {

constexpr const char* ends[] = {"complete", "limit", "stopped", "called"}; // by AnswerStatistics::End

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
    QJsonObject object{{"end", ends[int(statistics.end)]}, {"tokens", qint64(statistics.tokens)},
        {"promptTokens", qint64(statistics.promptTokens)},
        {"cachedTokens", qint64(statistics.cachedTokens)},
        {"firstTokenSeconds", statistics.firstTokenSeconds},
        {"tokensPerSecond", statistics.tokensPerSecond}};
    if (!statistics.isSure)
        object["sure"] = false;
    if (statistics.temperature > 0)
        object["temperature"] = statistics.temperature;
    if (statistics.seed) // as text, for a double does not hold all of them
        object["seed"] = QString::number(*statistics.seed);
    if (statistics.givenBytes > 0)
        object["givenBytes"] = qint64(statistics.givenBytes);
    return object;
}

AnswerStatistics statisticsFrom(const QJsonObject& object)
{
    AnswerStatistics statistics;
    statistics.end = endFrom(object["end"]);
    statistics.isSure = object["sure"].toBool(true);
    statistics.tokens = object["tokens"].toInteger();
    statistics.promptTokens = object["promptTokens"].toInteger();
    statistics.cachedTokens = object["cachedTokens"].toInteger();
    statistics.firstTokenSeconds = object["firstTokenSeconds"].toDouble();
    statistics.tokensPerSecond = object["tokensPerSecond"].toDouble();
    statistics.temperature = object["temperature"].toDouble();
    bool isNumber = false;
    const quint64 seed = object["seed"].toString().toULongLong(&isNumber);
    if (isNumber)
        statistics.seed = seed;
    statistics.givenBytes = qMax(qint64(0), object["givenBytes"].toInteger());
    return statistics;
}

} // namespace services
