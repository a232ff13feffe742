#include "services/attachments/text_file.h"

#include <QStringDecoder>

#include <algorithm>

namespace services {

namespace {

// Control characters that texts do have: tab, line feed, vertical tab, form feed, carriage return,
// escape.
bool isTextCharacter(char16_t character)
{
    return character >= 0x20 || (character >= 0x09 && character <= 0x0D) || character == 0x1B;
}

std::optional<QString> decoded(const QByteArray& file, QStringConverter::Encoding encoding)
{
    QStringDecoder decoder(encoding, QStringDecoder::Flag::Stateless);
    QString text = decoder.decode(file);
    if (decoder.hasError())
        return std::nullopt;
    return text;
}

QString withPlainLineEnds(QString text)
{
    if (text.contains(u'\r')) {
        text.replace(QLatin1String("\r\n"), QLatin1String("\n"));
        text.replace(u'\r', u'\n');
    }
    return text;
}

} // namespace

std::optional<QString> textIn(const QByteArray& file)
{
    const auto marked = QStringConverter::encodingForData(file);
    std::optional<QString> text = decoded(file, marked.value_or(QStringConverter::Utf8));
    if (!text && !marked)
        text = decoded(file, QStringConverter::Latin1);
    const auto isText = [](QChar each) { return isTextCharacter(each.unicode()); };
    if (!text || !std::all_of(text->cbegin(), text->cend(), isText))
        return std::nullopt;
    return withPlainLineEnds(*std::move(text));
}

} // namespace services
