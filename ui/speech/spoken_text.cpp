#include "ui/speech/spoken_text.h"

#include "services/conversations/thinking.h"
#include "services/documents/index/search_terms.h"
#include "ui/markdown/markdown_reader.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <utility>

namespace ui {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(ui::spokenParts)
};

constexpr qsizetype maxPart = 1000; // characters that are said at once, so that it can be stopped

QString spoken(const InlineText& text)
{
    static const QRegularExpression citation(QStringLiteral("\\s*\\[\\d+(?:,\\s*\\d+)*\\]"));
    QString said;
    for (const InlineRun& run : text) {
        if (run.is(InlineRun::Formula))
            said += Text::tr("formula");
        else if (!run.is(InlineRun::Raised))
            said += run.text;
    }
    return said.remove(citation).simplified();
}

QString spoken(const MarkdownBlock& block)
{
    switch (block.kind) {
    case MarkdownBlock::Kind::Code:
        return block.continues ? QString() : Text::tr("code");
    case MarkdownBlock::Kind::Formula:
        return Text::tr("formula");
    case MarkdownBlock::Kind::Rule:
        return {};
    case MarkdownBlock::Kind::Table: {
        QStringList rows;
        for (const std::vector<InlineText>& row : block.rows) {
            QStringList cells;
            for (const InlineText& cell : row)
                cells << spoken(cell);
            rows << cells.join(QStringLiteral(", "));
        }
        return rows.join(QStringLiteral(". "));
    }
    default:
        return spoken(block.text);
    }
}

// At the end of a sentence or of a word, if there is one.
qsizetype cutAt(const QString& text)
{
    for (const QLatin1String mark : {QLatin1String(". "), QLatin1String(" ")})
        if (const qsizetype at = text.lastIndexOf(mark, maxPart); at > 0)
            return at + mark.size();
    return text[maxPart].isLowSurrogate() ? maxPart - 1 : maxPart;
}

} // namespace

QStringList spokenParts(const QString& markdown)
{
    QStringList paragraphs;
    bool endsWithSpace = false;
    for (const MarkdownBlock& block :
        readMarkdown(services::splitThinking(markdown).answer).blocks) {
        const QString text = spoken(block);
        if (block.inLine && !paragraphs.isEmpty()) // a long paragraph is several blocks
            paragraphs.last() += (endsWithSpace ? QStringLiteral(" ") : QString()) + text;
        else
            paragraphs << text;
        endsWithSpace = !block.text.empty() && block.text.back().text.endsWith(u' ');
    }
    QStringList parts;
    for (QString text : std::as_const(paragraphs)) {
        while (text.size() > maxPart) {
            const qsizetype length = cutAt(text);
            parts << text.left(length).trimmed();
            text = text.mid(length);
        }
        if (!text.isEmpty())
            parts << text;
    }
    return parts;
}

QLocale::Language spokenLanguage(const QString& text)
{
    constexpr qsizetype enough = 2000; // characters
    const QString beginning = text.left(enough);
    using Script = std::pair<QChar::Script, QLocale::Language>;
    // Japanese also has characters of Chinese.
    constexpr std::array scripts = {Script{QChar::Script_Hiragana, QLocale::Japanese},
        Script{QChar::Script_Katakana, QLocale::Japanese},
        Script{QChar::Script_Hangul, QLocale::Korean}, Script{QChar::Script_Han, QLocale::Chinese},
        Script{QChar::Script_Cyrillic, QLocale::Russian},
        Script{QChar::Script_Greek, QLocale::Greek}, Script{QChar::Script_Arabic, QLocale::Arabic},
        Script{QChar::Script_Hebrew, QLocale::Hebrew}};
    const auto letters = [&beginning](QChar::Script script) {
        return std::ranges::count(beginning, script, [](QChar c) { return c.script(); });
    };
    const auto latin = letters(QChar::Script_Latin);
    for (const auto& [script, language] : scripts)
        if (letters(script) > latin / 2)
            return language;
    using services::Language;
    switch (services::detectLanguage(beginning.toStdString())) {
    case Language::English:
        return QLocale::English;
    case Language::German:
        return QLocale::German;
    case Language::French:
        return QLocale::French;
    case Language::Spanish:
        return QLocale::Spanish;
    case Language::Italian:
        return QLocale::Italian;
    case Language::Portuguese:
        return QLocale::Portuguese;
    case Language::Dutch:
        return QLocale::Dutch;
    case Language::Swedish:
        return QLocale::Swedish;
    case Language::Unknown:
        break;
    }
    return QLocale().language();
}

} // namespace ui
