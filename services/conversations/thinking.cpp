#include "services/conversations/thinking.h"

#include <array>
#include <optional>

namespace services {

namespace {

struct Marks {
    QStringView open, close;
};

constexpr std::array marks = {
    Marks{u"<think>", u"</think>"},
    Marks{u"<thinking>", u"</thinking>"},
    Marks{u"<thought>", u"</thought>"},
    Marks{u"<reasoning>", u"</reasoning>"},
    Marks{u"<seed:think>", u"</seed:think>"},
    Marks{u"[THINK]", u"[/THINK]"},
    Marks{u"<|channel|>analysis<|message|>", u"<|end|>"},
};

// The mark before an answer that comes through a channel of its own.
constexpr QStringView answerMark = u"<|channel|>final<|message|>";
constexpr QStringView roleMark = u"<|start|>assistant";

constexpr qsizetype longestBackticks = 8; // around code within a line; more are just backticks

/// Walks over a text line by line and knows what of it is code.
class Splitter {
public:
    explicit Splitter(QStringView text)
        : m_text(text)
    {
    }

    Thinking split()
    {
        while (m_place < m_text.size())
            m_marks ? readThought() : readAnswer();
        m_parts.isOpen = m_marks.has_value();
        m_parts.thought = m_parts.thought.trimmed();
        if (m_hasMarks)
            m_parts.answer = withoutLeadingSpace(m_parts.answer);
        return std::move(m_parts);
    }

private:
    QStringView rest() const { return m_text.mid(m_place); }

    QStringView line() const
    {
        const qsizetype end = m_text.indexOf(u'\n', m_place);
        return end < 0 ? rest() : m_text.mid(m_place, end + 1 - m_place);
    }

    static QString withoutLeadingSpace(const QString& text)
    {
        qsizetype begin = 0;
        while (begin < text.size() && text[begin].isSpace())
            ++begin;
        return text.mid(begin);
    }

    // Three or more backticks or tildes at the beginning of a line turn code on and off.
    void followFence(QStringView line)
    {
        line = line.trimmed();
        if (line.isEmpty() || (line[0] != u'`' && line[0] != u'~'))
            return;
        qsizetype length = 0;
        while (length < line.size() && line[length] == line[0])
            ++length;
        if (length < 3)
            return;
        if (m_fence == 0) {
            m_fence = length;
            m_fenceMark = line[0];
        } else if (line[0] == m_fenceMark && length >= m_fence && length == line.size()) {
            m_fence = 0;
        }
    }

    void readAnswer()
    {
        const QStringView whole = line();
        const QStringView bare = whole.trimmed();
        if (m_fence == 0 && startThought(whole, bare))
            return;
        if (m_fence == 0)
            if (const qsizetype end = strayClosing(whole); end >= 0) {
                m_parts.thought.append(m_parts.answer).append(whole.left(end));
                m_parts.answer.clear();
                return;
            }
        followFence(whole);
        m_parts.answer += whole;
        m_place += whole.size();
    }

    bool startThought(QStringView whole, QStringView bare)
    {
        if (bare.isEmpty() || (bare[0] != u'<' && bare[0] != u'['))
            return false;
        const qsizetype indent = whole.indexOf(bare);
        for (const QStringView skipped : {roleMark, answerMark})
            if (bare.startsWith(skipped)) {
                m_place += indent + skipped.size();
                return m_hasMarks = true;
            }
        for (const Marks& each : marks) {
            if (!bare.startsWith(each.open)) {
                if (isCutMark(bare, each.open)) { // more of it is to come
                    m_place = m_text.size();
                    m_hasMarks = true;
                    return true;
                }
                continue;
            }
            m_place += indent + each.open.size();
            m_marks = each;
            if (!m_parts.thought.isEmpty())
                m_parts.thought += QStringLiteral("\n\n");
            return m_hasMarks = true;
        }
        return false;
    }

    bool isCutMark(QStringView bare, QStringView mark) const
    {
        const qsizetype least = m_parts.answer.isEmpty() ? 1 : 2;
        return bare.size() >= least && bare.size() < mark.size() && mark.startsWith(bare)
            && m_place + line().size() == m_text.size() && !line().endsWith(u'\n');
    }

    // Returns the index in this line where a thought ends that began with the text; −1 if none
    // does. Advances behind it.
    qsizetype strayClosing(QStringView whole)
    {
        if (m_hasMarks || !whole.contains(u'<'))
            return -1;
        for (const Marks& each : {marks[0], marks[1]}) {
            const qsizetype end = indexOutsideCode(whole, each.close);
            if (end < 0)
                continue;
            m_place += end + each.close.size();
            m_hasMarks = true;
            return end;
        }
        return -1;
    }

    void readThought()
    {
        const QStringView whole = line();
        const qsizetype end = m_fence == 0               ? indexOutsideCode(whole, m_marks->close)
            : whole.trimmed().startsWith(m_marks->close) ? whole.indexOf(m_marks->close)
                                                         : -1;
        if (end < 0) {
            followFence(whole);
            m_parts.thought += whole.left(whole.size() - cutClosing(whole));
            m_place += whole.size();
            return;
        }
        m_parts.thought += whole.left(end);
        m_place += end + m_marks->close.size();
        m_marks.reset();
        m_fence = 0; // a fence that a thought left open ends with it
    }

    // How much of a closing mark the text breaks off with.
    qsizetype cutClosing(QStringView whole) const
    {
        if (m_place + whole.size() < m_text.size())
            return 0;
        for (qsizetype length = m_marks->close.size() - 1; length > 0; --length)
            if (whole.endsWith(m_marks->close.left(length)))
                return length;
        return 0;
    }

    // Backticks come in pairs of equal length; what is between them is code.
    static qsizetype indexOutsideCode(QStringView line, QStringView mark)
    {
        qsizetype place = 0;
        while (place < line.size()) {
            if (line[place] == mark[0] && line.mid(place).startsWith(mark))
                return place;
            if (line[place] != u'`') {
                ++place;
                continue;
            }
            qsizetype end = place;
            while (end < line.size() && line[end] == u'`')
                ++end;
            const bool isSpan = end - place <= longestBackticks;
            const qsizetype close = isSpan ? line.indexOf(line.mid(place, end - place), end) : -1;
            place = close < 0 ? end : close + (end - place);
        }
        return -1;
    }

    QStringView m_text;
    qsizetype m_place = 0;
    std::optional<Marks> m_marks; // of the thought that is open
    bool m_hasMarks = false; // the text has shown one
    qsizetype m_fence = 0; // length of the one that is open
    QChar m_fenceMark;
    Thinking m_parts;
};

} // namespace

Thinking splitThinking(const QString& text)
{
    return Splitter(text).split();
}

} // namespace services
