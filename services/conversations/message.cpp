#include "services/conversations/message.h"

#include "runtime/answer_request.h"
#include "services/json_document.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLatin1String>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace services {

namespace {

constexpr int longestPart = 300; // characters; the rest is left out

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::Source)
};

QString shortened(const QString& text)
{
    const QString line = text.left(4 * longestPart).simplified();
    return line.size() <= longestPart ? line : line.left(longestPart - 1) + u'…';
}

} // namespace

QString sourceName(const Source& source)
{
    const QString title = shortened(source.title);
    const QString name = title.isEmpty() ? shortened(QFileInfo(source.address).fileName()) : title;
    QStringList parts{name.isEmpty() ? Text::tr("Untitled text") : name};
    if (source.page > 0)
        parts << Text::tr("page %1").arg(source.page);
    return parts.join(QStringLiteral(", "));
}

QString sourceLine(const Source& source)
{
    QStringList parts;
    if (!source.title.trimmed().isEmpty())
        parts << shortened(source.title);
    if (source.page > 0)
        parts << Text::tr("page %1").arg(source.page);
    if (!source.address.trimmed().isEmpty())
        parts << shortened(source.address);
    return parts.isEmpty() ? Text::tr("Untitled text") : parts.join(QStringLiteral(", "));
}

namespace {

// The stored names of ToolUse::State, in its order. Open uses are stored as rejected, because no
// file contains any.
constexpr const char* states[] = {"refused", "refused", "done", "failed", "refused"};

ToolUse::State stateFrom(const QString& name)
{
    if (name == u"done")
        return ToolUse::State::Done;
    return name == u"failed" ? ToolUse::State::Failed : ToolUse::State::Denied;
}

} // namespace

void denyOpen(QList<ToolUse>& uses)
{
    for (ToolUse& use : uses)
        if (use.isOpen())
            use.state = ToolUse::State::Denied;
}

std::optional<QJsonObject> parseArguments(const QString& json)
{
    using runtime::ToolCall;
    const QJsonDocument document = parseJsonDocument(
        json.toUtf8(), nullptr, {.depth = ToolCall::maxDepth, .values = ToolCall::maxValues});
    return document.isObject() ? std::optional(document.object()) : std::nullopt;
}

QString readableArguments(const ToolUse& use)
{
    QStringList lines;
    for (const ShownArgument& argument : shownArguments(use))
        lines << (argument.name.isEmpty()
                ? argument.value
                : QStringLiteral("%1: %2").arg(argument.name, argument.value));
    return lines.join(u'\n');
}

QString toolName(const ToolUse& use)
{
    const QString name = visibleText(use.title.isEmpty() ? use.name : use.title);
    return use.server.isEmpty() ? name
                                : QStringLiteral("%1 (%2)").arg(name, visibleText(use.server));
}

QJsonArray toJson(const QList<ToolUse>& uses)
{
    QJsonArray array;
    for (const ToolUse& use : uses) {
        QJsonObject object{{"call", use.call}, {"name", use.name}, {"arguments", use.arguments},
            {"result", use.result}, {"state", states[int(use.state)]}, {"round", use.round},
            {"place", use.place}};
        if (!use.title.isEmpty())
            object["title"] = use.title;
        if (!use.server.isEmpty())
            object["server"] = use.server;
        if (use.pictures > 0) {
            object["firstPicture"] = use.firstPicture;
            object["pictures"] = use.pictures;
        }
        array << object;
    }
    return array;
}

QList<ToolUse> toolUsesFrom(const QJsonArray& array, qsizetype textLength)
{
    QList<ToolUse> uses;
    qsizetype place = 0;
    for (const QJsonValue& value : array) {
        const QJsonObject object = value.toObject();
        if (object["name"].toString().isEmpty())
            continue;
        const QString arguments = object["arguments"].toString();
        const bool isObject = parseArguments(arguments).has_value(); // for templates
        place = std::clamp<qsizetype>(
            object["place"].toInteger(), place, std::max(place, textLength));
        uses << ToolUse{object["call"].toString(), object["name"].toString(),
            object["title"].toString(), object["server"].toString(),
            isObject ? arguments : QStringLiteral("{}"), object["result"].toString(),
            stateFrom(object["state"].toString()), std::max(1, object["round"].toInt(1)), place,
            std::max(0, object["firstPicture"].toInt()), std::max(0, object["pictures"].toInt())};
    }
    return uses;
}

namespace {

QString toText(const QJsonValue& value)
{
    if (value.isString())
        return value.toString();
    const QByteArray json = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(json.mid(1, json.size() - 2));
}

// A name that isn't a word is in quotation marks, so that it cannot look like a name and a value.
QString shownName(const QString& name)
{
    const bool isWord = !name.isEmpty() && std::ranges::all_of(name, [](QChar character) {
        return character.isLetterOrNumber() || character == u'_' || character == u'-';
    });
    return isWord ? name : QStringLiteral("\"%1\"").arg(visibleText(name));
}

} // namespace

QList<ShownArgument> shownArguments(const ToolUse& use)
{
    const std::optional<QJsonObject> object = parseArguments(use.arguments);
    if (!object)
        return {{QString(), visibleText(use.arguments)}};
    QList<ShownArgument> arguments;
    for (auto field = object->begin(); field != object->end(); ++field)
        arguments << ShownArgument{shownName(field.key()), visibleText(toText(field.value()))};
    return arguments;
}

namespace {

// The index may come from a file of anyone's.
template <typename File>
void insertAt(QList<File>& files, int place, const File& file)
{
    files.insert(qBound(0, place, int(files.size())), file);
}

int placeIn(const QList<AwaitedFile>& awaited, qsizetype index)
{
    return awaited[index].pictures + awaited[index].texts + int(index);
}

// `owner` is a message or a draft.
template <typename Owner>
void take(Owner& owner, int place, const LoadedFile& file)
{
    qsizetype index = 0;
    while (index < owner.awaited.size() && placeIn(owner.awaited, index) != place)
        ++index;
    if (index == owner.awaited.size())
        return;
    const AwaitedFile taken = owner.awaited.takeAt(index);
    const auto* picture = std::get_if<Picture>(&file);
    if (picture)
        insertAt(owner.pictures, taken.pictures, *picture);
    else
        insertAt(owner.attachments, taken.texts, std::get<TextAttachment>(file));
    for (; index < owner.awaited.size(); ++index)
        ++(picture ? owner.awaited[index].pictures : owner.awaited[index].texts);
}

} // namespace

int placeOfAwaited(const Message& message, qsizetype awaited)
{
    return placeIn(message.awaited, awaited);
}

int placeOfAwaited(const Draft& draft, qsizetype awaited)
{
    return placeIn(draft.awaited, awaited);
}

void takeFile(Message& message, int place, const LoadedFile& file)
{
    take(message, place, file);
}

void takeFile(Draft& draft, int place, const LoadedFile& file)
{
    take(draft, place, file);
}

bool haveSameFiles(const Draft& left, const Draft& right)
{
    const auto isSame = [](const Picture& a, const Picture& b) {
        return a.name == b.name && a.image.cacheKey() == b.image.cacheKey();
    };
    return left.attachments == right.attachments
        && std::ranges::equal(left.pictures, right.pictures, isSame);
}

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
