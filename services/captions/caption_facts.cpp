#include "services/captions/caption_facts.h"

#include "services/json_document.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>

namespace services {

namespace {

using Kind = PictureClaim::Kind;

// The end of a JSON string that begins at an index: that of its last quotation mark.
qsizetype endOfString(const QString& json, qsizetype begin)
{
    qsizetype end = begin + 1;
    while (end < json.size() && json[end] != u'"')
        end += json[end] == u'\\' ? 2 : 1;
    return std::min(end, json.size() - 1);
}

bool isName(const QString& json, qsizetype end)
{
    const auto isSpace = [](QChar sign) { return sign.isSpace(); };
    const auto next = std::find_if_not(json.begin() + end + 1, json.end(), isSpace);
    return next != json.end() && *next == u':';
}

// Names of properties are no facts, but words next to which their values stand.
void blankName(QString& text, qsizetype begin, qsizetype end)
{
    for (qsizetype index = begin; index <= end; ++index)
        text[index] = text[index].isLetter() ? text[index].toLower() : QChar(u' ');
}

void blankEscapes(QString& text, qsizetype begin, qsizetype end)
{
    for (qsizetype index = begin; index < end; ++index)
        if (text[index] == u'\\') {
            text[index] = u' ';
            ++index;
            const bool isCode = text[index] == u'u'; // "\u00e9"
            for (qsizetype last = std::min(isCode ? index + 4 : index, end - 1); index < last; ++index)
                text[index] = u' ';
            if (text[index].isLetterOrNumber()) // "\n"
                text[index] = u' ';
        }
}

std::optional<Kind> parseKind(const QString& name)
{
    for (const Kind kind : {Kind::Number, Kind::Date, Kind::Time, Kind::Code, Kind::Name, Kind::Quote,
             Kind::Sum})
        if (name.toStdString() == toString(kind))
            return kind;
    return std::nullopt;
}

std::optional<QRectF> parsePlace(const QJsonArray& values)
{
    if (values.isEmpty())
        return QRectF();
    const QRectF place(
        values[0].toDouble(), values[1].toDouble(), values[2].toDouble(), values[3].toDouble());
    return values.size() == 4 && QRectF(-0.1, -0.1, 1.2, 1.2).contains(place) ? std::optional(place)
                                                                             : std::nullopt;
}

} // namespace

QString textOfFacts(const QString& caption)
{
    if (!caption.startsWith(u'{') || !parseJsonDocument(caption.toUtf8()).isObject())
        return caption;
    QString text = caption;
    for (qsizetype index = 0; index < caption.size(); ++index) {
        if (caption[index] != u'"') {
            if (QStringLiteral("{}[],").contains(caption[index]))
                text[index] = u'\n';
            else if (caption[index] == u':')
                text[index] = u' ';
            continue;
        }
        const qsizetype end = endOfString(caption, index);
        if (isName(caption, end))
            blankName(text, index, end);
        else
            blankEscapes(text, index + 1, end);
        text[index] = text[end] = u' ';
        index = end;
    }
    return text;
}

QString toJson(const QList<PictureFact>& facts)
{
    QJsonArray list;
    for (const PictureFact& fact : facts) {
        QJsonArray place;
        if (!fact.place.isNull())
            place = {fact.place.x(), fact.place.y(), fact.place.width(), fact.place.height()};
        list << QJsonObject{{"begin", fact.begin}, {"end", fact.end},
            {"kind", QString::fromUtf8(toString(fact.kind))}, {"supported", fact.isSupported},
            {"place", place}, {"line", fact.line}};
    }
    return QString::fromUtf8(QJsonDocument(list).toJson(QJsonDocument::Compact));
}

std::optional<QList<PictureFact>> parseFacts(const QString& json, const QString& caption)
{
    const QJsonDocument document = parseJsonDocument(json.toUtf8());
    if (!document.isArray())
        return std::nullopt;
    QList<PictureFact> facts;
    for (const QJsonValue& value : document.array()) {
        const qint64 begin = value["begin"].toInteger(-1), end = value["end"].toInteger(-1);
        const qint64 before = facts.isEmpty() ? 0 : facts.last().end;
        const auto kind = parseKind(value["kind"].toString());
        const auto place = parsePlace(value["place"].toArray());
        if (begin < before || end <= begin || end > caption.size() || !kind || !place)
            return std::nullopt;
        facts << PictureFact{begin, end, caption.mid(begin, end - begin), *kind,
            value["supported"].toBool(), 0, *place, value["line"].toInt()};
    }
    return facts;
}

} // namespace services
