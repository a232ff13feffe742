#include "services/pictures/picture_text.h"

#include <algorithm>
#include <cmath>

namespace services {

namespace {

constexpr double parts = 10'000; // of an image's width or height, in JSON

} // namespace

QString spelled(PictureWord::After after)
{
    switch (after) {
    case PictureWord::After::Nothing:
        return {};
    case PictureWord::After::Space:
        return QStringLiteral(" ");
    case PictureWord::After::Line:
        return QStringLiteral("\n");
    case PictureWord::After::Paragraph:
        break;
    }
    return QStringLiteral("\n\n");
}

QString PictureText::text() const
{
    return text(0, words.size() - 1);
}

QString PictureText::text(qsizetype first, qsizetype last) const
{
    QString all;
    for (qsizetype word = first; word <= last; ++word) {
        all += words[word].text;
        if (word < last)
            all += spelled(words[word].after);
    }
    return all;
}

QJsonArray toJson(const PictureText& text)
{
    QJsonArray json;
    for (const PictureWord& word : text.words) {
        QJsonArray row{word.text};
        for (const double edge :
            {word.place.x(), word.place.y(), word.place.width(), word.place.height()})
            row << std::round(edge * parts);
        json << (row << int(word.after));
    }
    return json;
}

PictureText pictureTextFrom(const QJsonArray& json)
{
    PictureText text;
    for (const QJsonValue& value : json) {
        const QJsonArray row = value.toArray();
        const auto edge = [&row](int at) { return std::clamp(row[at].toDouble() / parts, 0., 1.); };
        const int after = row[5].toInt(-1);
        if (row[0].toString().isEmpty() || after < 0 || after > int(PictureWord::After::Paragraph))
            continue;
        text.words << PictureWord{
            row[0].toString(), {edge(1), edge(2), edge(3), edge(4)}, PictureWord::After(after)};
    }
    return text;
}

} // namespace services
