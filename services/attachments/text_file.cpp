#include "services/attachments/text_file.h"

#include "services/documents/document_formats.h"
#include "services/pictures/picture.h"

#include <QFile>
#include <QFileInfo>
#include <QStringDecoder>

#include <algorithm>
#include <string_view>

namespace services {

namespace {

constexpr qint64 beginning = 4096; // bytes

// The end may be within a character.
bool isText(const QByteArray& head)
{
    for (qsizetype cut = 0; cut < 4 && cut < head.size(); ++cut)
        if (textIn(head.chopped(cut)))
            return true;
    return false;
}

} // namespace

bool isDocumentFile(const QString& path)
{
    const QFileInfo info(path);
    QFile file(path);
    if (!info.isFile() || !file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray head = file.read(beginning);
    const std::string_view bytes(head.constData(), size_t(head.size()));
    if (beginsLikePackage(bytes) || beginsLikeCompoundFile(bytes))
        return true; // the reader says which office file or book it is, or why it can't be read
    if (const DocumentFormat* binary = findFormatByMagic(bytes))
        return binary->use == FormatUse::Document;
    if (isPicture(head) || !isText(head))
        return false;
    const DocumentFormat* named = findFormatByName(info.fileName().toStdString());
    const bool isNamed = named && named->use == FormatUse::Document && !named->isBinary()
        && named->beginnings.empty();
    return isNamed || findFormatByBeginning(bytes) || file.size() > longestText;
}

QStringList documentNamePatterns()
{
    QStringList patterns;
    for (const DocumentFormat& format : documentFormats())
        if (format.use == FormatUse::Document || format.use == FormatUse::Text)
            forEachItem(format.suffixes, [&patterns](std::string_view suffix) {
                patterns.append(
                    "*." + QString::fromLatin1(suffix.data(), qsizetype(suffix.size())));
            });
    return patterns;
}

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
