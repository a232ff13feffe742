#include "services/attachments/text_file.h"

#include "services/pictures/picture.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStringDecoder>

#include <algorithm>

namespace services {

namespace {

constexpr qint64 beginning = 4096; // bytes
constexpr qsizetype farthestPdf = 1024; // junk before the head of a PDF is usual

bool beginsLikePage(const QByteArray& head)
{
    QByteArray begin = head.left(512).toLower();
    if (begin.startsWith("\xEF\xBB\xBF"))
        begin.remove(0, 3);
    begin = begin.trimmed();
    return begin.startsWith("<!doctype html") || begin.startsWith("<html");
}

// An archive, which an office file and a book are, and office files of before 2007: what is in it is
// for the reader to say.
bool beginsLikePackage(const QByteArray& head)
{
    return head.startsWith("PK\x03\x04") || head.startsWith("PK\x05\x06")
        || head.startsWith("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1");
}

bool isMailName(const QString& name)
{
    return QDir::match(QStringList{"*.eml", "*.mht", "*.mhtml"}, name);
}

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
    if (head.left(farthestPdf).contains("%PDF-") || beginsLikePackage(head))
        return true;
    if (isPicture(head) || !isText(head))
        return false;
    return beginsLikePage(head) || isMailName(info.fileName()) || file.size() > longestText;
}

QStringList documentNamePatterns()
{
    return {"*.pdf", "*.docx", "*.odt", "*.pptx", "*.odp", "*.xlsx", "*.ods", "*.epub", "*.html",
        "*.htm", "*.eml"};
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
