#include "ui/chat/prompt_history.h"

namespace ui {

namespace {

constexpr qsizetype mostTexts = 200;
constexpr qsizetype longestText = 20'000; // characters

} // namespace

void PromptHistory::add(const QString& text)
{
    if (!text.isEmpty() && text.size() <= longestText
        && (m_texts.isEmpty() || m_texts.last() != text))
        m_texts << text;
    if (m_texts.size() > mostTexts)
        m_texts.removeFirst();
    leave();
}

QString PromptHistory::previous(const QString& current)
{
    if (m_place == 0)
        return {};
    if (m_place == m_texts.size())
        m_written = current.isNull() ? QStringLiteral("") : current; // null means none
    return m_texts[--m_place];
}

QString PromptHistory::next()
{
    if (m_place >= m_texts.size())
        return {};
    ++m_place;
    return m_place < m_texts.size() ? m_texts[m_place] : m_written;
}

void PromptHistory::leave()
{
    m_place = m_texts.size();
}

} // namespace ui
