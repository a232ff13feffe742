#include "services/text.h"

#include <QTextDocument>

namespace services {

QString plainToolTip(const QString& text)
{
    return Qt::mightBeRichText(text) ? plainToolTipInLines(text) : text;
}

// Converts to markup, because Qt breaks only that into lines.
QString plainToolTipInLines(const QString& text)
{
    return Qt::convertFromPlainText(text);
}

namespace {

bool isVisible(char32_t character)
{
    switch (QChar::category(character)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return false;
    default:
        return true;
    }
}

QString escaped(char32_t character)
{
    switch (character) {
    case U'\n':
        return QStringLiteral("\\n");
    case U'\r':
        return QStringLiteral("\\r");
    case U'\t':
        return QStringLiteral("\\t");
    default:
        return QStringLiteral("\\u{%1}").arg(
            QString::number(uint(character), 16).toUpper().rightJustified(4, u'0'));
    }
}

} // namespace

QString visibleText(const QString& text)
{
    QString visible;
    visible.reserve(text.size());
    for (qsizetype place = 0; place < text.size();) {
        char32_t character = text[place].unicode();
        if (text[place].isHighSurrogate() && place + 1 < text.size()
            && text[place + 1].isLowSurrogate())
            character = QChar::surrogateToUcs4(text[place], text[place + 1]);
        place += QChar::requiresSurrogates(character) ? 2 : 1;
        if (isVisible(character))
            visible += QString::fromUcs4(&character, 1);
        else
            visible += escaped(character);
    }
    return visible;
}

} // namespace services
