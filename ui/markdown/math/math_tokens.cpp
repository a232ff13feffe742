#include "ui/markdown/math/math_tokens.h"

#include <algorithm>

namespace ui {

namespace {

bool isCommandLetter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

} // namespace

void MathTokens::skipSpace()
{
    while (!isAtEnd() && (m_text[m_place].isSpace() || m_text[m_place] == u'%')) {
        if (m_text[m_place] == u'%') {
            const qsizetype end = m_text.indexOf(u'\n', m_place);
            m_place = end < 0 ? m_text.size() : end;
        } else {
            ++m_place;
        }
    }
}

QString MathTokens::peek()
{
    skipSpace();
    if (isAtEnd())
        return {};
    qsizetype end = m_place + 1;
    if (m_text[m_place] == u'\\' && end < m_text.size()) {
        if (isCommandLetter(m_text[end]))
            while (end < m_text.size() && isCommandLetter(m_text[end]))
                ++end;
        else
            ++end;
    } else if (m_text[m_place].isHighSurrogate() && end < m_text.size()) {
        ++end;
    }
    return m_text.mid(m_place, end - m_place);
}

QString MathTokens::take()
{
    const QString token = peek();
    m_place += token.size();
    return token;
}

bool MathTokens::take(QStringView token)
{
    if (peek() != token)
        return false;
    m_place += token.size();
    return true;
}

QString MathTokens::takeBraces()
{
    if (!take(u"{"))
        return take();
    const qsizetype begin = m_place;
    int depth = 1;
    for (; m_place < m_text.size(); ++m_place) {
        const QChar c = m_text[m_place];
        if (c == u'\\')
            ++m_place;
        else if (c == u'{')
            ++depth;
        else if (c == u'}' && --depth == 0)
            break;
    }
    const qsizetype end = std::min(m_place, m_text.size());
    m_place = std::min(end + 1, m_text.size());
    return m_text.mid(begin, end - begin);
}

QString MathTokens::takeBrackets()
{
    if (!take(u"["))
        return {};
    const qsizetype begin = m_place, end = m_text.indexOf(u']', m_place);
    m_place = end < 0 ? m_text.size() : end + 1;
    return m_text.mid(begin, end < 0 ? -1 : end - begin);
}

} // namespace ui
