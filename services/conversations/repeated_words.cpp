#include "services/conversations/repeated_words.h"

#include "services/text.h"

#include <QRegularExpression>
#include <QSet>
#include <QUrl>

#include <algorithm>

namespace services {

namespace {

constexpr qsizetype shortestWord = 6; // characters, or digits of a number
constexpr qsizetype shortestWithoutSpaces = 3;
constexpr qsizetype enoughInPath = 3; // different words
constexpr int mostEncodings = 3; // of percent signs, one in the other
constexpr qsizetype readCharacters = 4000; // of an address; a longer one is asked about anyway

bool isPartOfWord(QChar character)
{
    return character.isLetterOrNumber() || character.isMark();
}

bool hasNoSpaces(QChar character)
{
    return isWrittenWithoutSpaces(character.unicode());
}

// Calls `take` with the words from `begin` to `end`, which are letters and digits: with the whole
// or, where words are not separated, with each three characters in a row.
template <typename Take>
void splitRun(QStringView run, const Take& take)
{
    if (std::ranges::none_of(run, hasNoSpaces)) {
        if (run.size() >= shortestWord)
            take(run);
        return;
    }
    for (qsizetype begin = 0; begin + shortestWithoutSpaces <= run.size(); ++begin)
        take(run.mid(begin, shortestWithoutSpaces));
}

template <typename Take>
void forEachRun(QStringView text, const Take& take)
{
    for (qsizetype begin = 0; begin < text.size();) {
        qsizetype end = begin;
        while (end < text.size() && isPartOfWord(text[end]))
            ++end;
        if (end > begin)
            take(text.mid(begin, end - begin));
        begin = end + 1;
    }
}

// Numbers whose digits may be in groups: 4111 1111 1111 1111.
template <typename Take>
void forEachNumber(QStringView text, const Take& take)
{
    QString digits;
    const auto end = [&] {
        if (digits.size() >= shortestWord)
            take(digits);
        digits.clear();
    };
    for (qsizetype place = 0; place < text.size(); ++place) {
        const QChar character = text[place];
        const bool separates = !digits.isEmpty() && QStringView(u" -./,").contains(character)
            && place + 1 < text.size() && text[place + 1].isDigit();
        if (character.isDigit())
            digits += character;
        else if (!separates)
            end();
    }
    end();
}

template <typename Take>
void forEachWord(QStringView text, const Take& take)
{
    forEachRun(text, [&take](QStringView run) { splitRun(run, take); });
    forEachNumber(text, take);
}

QString toKey(QStringView word)
{
    return word.toString().toCaseFolded();
}

QString withoutPercentSigns(QString text)
{
    for (int encoding = 0; encoding < mostEncodings; ++encoding)
        text = QUrl::fromPercentEncoding(text.toUtf8());
    return text;
}

// What the bytes say, if they are a text.
QString textIn(const QByteArray& bytes)
{
    const QString text = QString::fromUtf8(bytes);
    const bool isText = std::ranges::all_of(text, [](QChar character) {
        return character != QChar::ReplacementCharacter
            && (character.isPrint() || character.isSpace() || character.isSurrogate());
    });
    return isText ? text : QString();
}

// All texts that are in this one as Base64, of both kinds, or as hexadecimal digits. A "/" may
// belong to Base64 of the one kind or are between the parts of a path.
QString hiddenTextsIn(const QString& text)
{
    static const QRegularExpression mayBeBase64Url(QStringLiteral("[A-Za-z0-9_-]{8,}"));
    static const QRegularExpression mayBeBase64Part(QStringLiteral("[A-Za-z0-9+]{8,}"));
    static const QRegularExpression mayBeBase64(
        QStringLiteral("(?<![A-Za-z0-9+])(?=([A-Za-z0-9+/]{8,}))")); // from each "/" on
    static const QRegularExpression mayBeHex(QStringLiteral("(?:[0-9A-Fa-f]{2}){6,}"));
    QStringList texts;
    for (auto match = mayBeBase64Url.globalMatch(text); match.hasNext();)
        texts << textIn(QByteArray::fromBase64(
            match.next().captured().toLatin1(), QByteArray::Base64UrlEncoding));
    for (auto match = mayBeBase64Part.globalMatch(text); match.hasNext();)
        texts << textIn(QByteArray::fromBase64(match.next().captured().toLatin1()));
    for (auto match = mayBeBase64.globalMatch(text); match.hasNext();)
        texts << textIn(QByteArray::fromBase64(match.next().captured(1).toLatin1()));
    for (auto match = mayBeHex.globalMatch(text); match.hasNext();)
        texts << textIn(QByteArray::fromHex(match.next().captured().toLatin1()));
    return texts.join(u' ');
}

// What an address says: words of which one is enough, and words of which several are needed.
struct AddressWords {
    QSet<QString> one, several;

    explicit AddressWords(const QUrl& url)
    {
        const QString data = withoutPercentSigns(url.userInfo(QUrl::FullyEncoded) + u' '
            + url.query(QUrl::FullyEncoded) + u' ' + url.fragment(QUrl::FullyEncoded));
        const QString subject
            = withoutPercentSigns(url.host() + u' ' + url.path(QUrl::FullyEncoded));
        forEachWord(
            QString(data).replace(u'+', u' '), [this](QStringView word) { one << toKey(word); });
        forEachWord(hiddenTextsIn(data) + u' ' + hiddenTextsIn(subject),
            [this](QStringView word) { one << toKey(word); });
        forEachWord(subject, [this](QStringView word) {
            const bool hasDigit
                = std::ranges::any_of(word, [](QChar character) { return character.isDigit(); });
            (hasDigit ? one : several) << toKey(word);
        });
    }
};

// Everything that a model may have read, except for what models themselves wrote. A search finds
// pages and tells their addresses, so an address isn't a secret of the result that it is in.
QStringList textsRead(const QString& address, const QList<Message>& messages)
{
    QStringList texts;
    for (const Message& message : messages) {
        if (message.author == Author::User)
            texts << message.text;
        for (const Picture& picture : message.pictures) {
            texts << picture.name;
            if (picture.text)
                texts << picture.text->text();
        }
        for (const TextAttachment& attachment : message.attachments)
            texts << attachment.name << attachment.text;
        for (const Source& source : message.sources)
            texts << source.title << source.heading << source.passage << source.notes;
        for (const ToolUse& use : message.toolUses)
            texts << QString(use.result).remove(address);
    }
    return texts;
}

} // namespace

QStringList repeatedWords(
    const QString& address, const QList<Message>& messages, const QString& systemPrompt)
{
    const bool isUsers = std::ranges::any_of(messages, [&address](const Message& message) {
        return message.author == Author::User && message.text.contains(address);
    });
    if (isUsers)
        return {};
    const AddressWords inAddress{QUrl(address.left(readCharacters))};
    QStringList words, few;
    QSet<QString> known;
    for (const QString& text : QStringList{systemPrompt} + textsRead(address, messages))
        forEachWord(text, [&](QStringView word) {
            const QString key = toKey(word);
            const bool isOne = inAddress.one.contains(key);
            if ((!isOne && !inAddress.several.contains(key)) || known.contains(key))
                return;
            known << key;
            (isOne ? words : few) << word.toString();
        });
    return few.size() >= enoughInPath ? words + few : words;
}

} // namespace services
