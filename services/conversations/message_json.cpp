#include "services/conversations/message_json.h"

#include <QJsonObject>
#include <QLatin1String>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace services {

namespace {

constexpr qsizetype mostRectangles = 1000; // of a passage: no page has so many lines
constexpr double farthest = 1e6; // points

QLatin1String toString(Source::Reading reading)
{
    return QLatin1String(reading == Source::Reading::Earlier ? "earlier" : "never");
}

Source::Reading readingFrom(const QString& name)
{
    for (const Source::Reading each : {Source::Reading::Earlier, Source::Reading::Never})
        if (name == toString(each))
            return each;
    return Source::Reading::WithQuestion;
}

bool isPlace(const QRectF& rectangle)
{
    const double values[] = {rectangle.x(), rectangle.y(), rectangle.width(), rectangle.height()};
    return rectangle.width() >= 0 && rectangle.height() >= 0
        && std::ranges::all_of(values, [](double each) { return std::abs(each) < farthest; });
}

} // namespace

QJsonArray toJson(const QList<QRectF>& rectangles)
{
    QJsonArray array;
    for (const QRectF& each : rectangles)
        if (isPlace(each))
            array << QJsonArray{each.x(), each.y(), each.width(), each.height()};
    return array;
}

QList<QRectF> rectanglesFrom(const QJsonArray& array)
{
    QList<QRectF> rectangles;
    for (const QJsonValue& value : array) {
        const QJsonArray numbers = value.toArray();
        const auto isNumber = [](const QJsonValue& each) { return each.isDouble(); };
        if (numbers.size() != 4 || !std::all_of(numbers.begin(), numbers.end(), isNumber))
            continue;
        const QRectF rectangle(numbers[0].toDouble(), numbers[1].toDouble(), numbers[2].toDouble(),
            numbers[3].toDouble());
        if (isPlace(rectangle) && rectangles.size() < mostRectangles)
            rectangles << rectangle;
    }
    return rectangles;
}

QJsonArray toJson(const QList<Source>& sources)
{
    QJsonArray array;
    for (const Source& source : sources) {
        QJsonObject object{{"title", source.title}, {"passage", source.passage}};
        if (!source.address.isEmpty())
            object["address"] = source.address;
        if (source.page > 0)
            object["page"] = source.page;
        if (source.begin >= 0)
            object["begin"] = source.begin;
        if (source.end >= 0)
            object["end"] = source.end;
        if (!source.heading.isEmpty())
            object["heading"] = source.heading;
        if (!source.rectangles.isEmpty())
            object["rectangles"] = toJson(source.rectangles);
        if (source.reading != Source::Reading::WithQuestion)
            object["reading"] = toString(source.reading);
        if (!source.notes.isEmpty())
            object["notes"] = source.notes;
        array << object;
    }
    return array;
}

QList<Source> sourcesFrom(const QJsonArray& array)
{
    QList<Source> sources;
    for (const QJsonValue& value : array) {
        if (!value.isObject())
            continue;
        const QJsonObject object = value.toObject();
        sources << Source{object["title"].toString(), object["address"].toString(),
            qMax(0, object["page"].toInt()), object["passage"].toString(),
            qMax<qint64>(-1, object["begin"].toInteger(-1)),
            qMax<qint64>(-1, object["end"].toInteger(-1)), object["heading"].toString(),
            rectanglesFrom(object["rectangles"].toArray()),
            readingFrom(object["reading"].toString()), object["notes"].toString()};
    }
    return sources;
}

namespace {

constexpr const char* ends[]
    = {"complete", "limit", "stopped", "called"}; // by AnswerStatistics::End

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
