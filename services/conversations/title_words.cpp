#include "services/conversations/title_words.h"

#include <QRegularExpression>

namespace services {

namespace {

constexpr int titleCharacters = 48;
constexpr qsizetype longestQuestion = 200; // that fits any picture

using Option = QRegularExpression::PatternOption;

// Only what surely is a mark: an asterisk alone may be a product.
QString withoutMarkdown(QString text)
{
    static const QRegularExpression fences(
        QStringLiteral("^\\s*(```|~~~).*$"), Option::MultilineOption);
    static const QRegularExpression beginnings(
        QStringLiteral("^[ \\t]*(#{1,6}|>|[-*+]|\\d{1,3}[.)])[ \\t]+"), Option::MultilineOption);
    static const QRegularExpression links(QStringLiteral("!?\\[([^\\]\\n]*)\\]\\([^)\\s]*\\)"));
    static const QRegularExpression bold(QStringLiteral("\\*\\*([^*\\n]+)\\*\\*"));
    static const QRegularExpression italic(
        QStringLiteral("(?<![\\w*])\\*([^*\\s][^*\\n]*[^*\\s]|[^*\\s])\\*(?![\\w*])"));
    static const QRegularExpression code(QStringLiteral("`([^`\\n]+)`"));
    text.remove(fences).remove(beginnings).remove(beginnings); // a heading in a quotation
    for (const QRegularExpression& pair : {links, bold, italic, code})
        text.replace(pair, QStringLiteral("\\1"));
    return text.simplified();
}

QString shortened(const QString& line)
{
    if (line.size() <= titleCharacters)
        return line;
    const qsizetype space = line.lastIndexOf(u' ', titleCharacters);
    return line.left(space > titleCharacters / 2 ? space : titleCharacters) + u'…';
}

} // namespace

QString firstWords(const QString& text)
{
    const QString begin = text.left(8 * titleCharacters);
    const QString plain = withoutMarkdown(begin);
    return shortened(plain.isEmpty() ? begin.simplified() : plain);
}

QString firstWordsOfCaption(const QString& caption)
{
    static const QRegularExpression common(
        QStringLiteral("^(this|the|an|a)?\\s*(picture|image|photo|photograph|drawing)\\s+"
                       "(is\\s+)?(of|shows|depicts|features|contains)\\s+"),
        Option::CaseInsensitiveOption);
    static const QRegularExpression commonSentence(
        QStringLiteral("^(this|it) is an? (picture|image|photo|photograph|drawing) of\\s+"),
        Option::CaseInsensitiveOption);
    QString words = withoutMarkdown(caption.left(8 * titleCharacters));
    const QString whole = words;
    words.remove(commonSentence).remove(common);
    if (words.endsWith(u'.') && words.count(u'.') == 1)
        words.chop(1);
    if (words.isEmpty())
        return firstWords(whole);
    words[0] = words[0].toUpper();
    return shortened(words);
}

// In the languages that the program speaks.
bool asksWhatIsSeen(const QString& question)
{
    if (question.size() > longestQuestion)
        return false; // without a look at it, for titles are asked for often
    static const QRegularExpression english(
        QStringLiteral(
            "^\\W*(describe|caption|explain)\\W+(this|the|it)\\b[^.?!\\n]{0,40}[.?!]?\\s*$"
            "|^\\W*what(\\W?s| is| are| do you see| can you see)\\b[^.?!\\n]{0,12}"
            "\\b(picture|image|photo|photograph|drawing|this|here)[^.?!\\n]{0,12}[.?!]?\\s*$"
            "|^\\W*(write down|read|transcribe)\\b[^.?!\\n]{0,12}"
            "\\btext\\b[^.?!\\n]{0,40}[.?!]?\\s*$"),
        Option::CaseInsensitiveOption);
    static const QRegularExpression german(
        QStringLiteral(
            "^\\W*(beschreib|erklär)e?( bitte| mir)* (das|dies|dieses|es)"
            "\\b[^.?!\\n]{0,20}[.?!]?\\s*$"
            "|^\\W*was (ist|sieht|siehst|zeigt|erkennst)\\b[^.?!\\n]{0,20}"
            "\\b(bild|bilde|foto|zeichnung|hier|das)\\b[^.?!\\n]{0,12}[.?!]?\\s*$"
            "|^\\W*(schreib|lies)e?\\b[^.?!\\n]{0,12}\\btext\\b[^.?!\\n]{0,40}[.?!]?\\s*$"),
        Option::CaseInsensitiveOption | Option::UseUnicodePropertiesOption);
    static const QRegularExpression chinese(QStringLiteral(
        "^\\s*请?(描述|说明|介绍)[^。？\\n]{0,10}(图|图片|照片|画)[^。？\\n]{0,4}[。？]?\\s*$"
        "|^\\s*(这|图)[^。？\\n]{0,10}什么[^。？\\n]{0,4}[。？]?\\s*$"
        "|^\\s*请?(写出|读出|抄写)[^。？\\n]{0,14}文字[^。？\\n]{0,4}[。？]?\\s*$"));
    return english.match(question).hasMatch() || german.match(question).hasMatch()
        || chinese.match(question).hasMatch();
}

} // namespace services
