#include "ui/markdown/markdown_source.h"

#include <QByteArrayView>

#include <algorithm>

namespace ui {

namespace {

constexpr qsizetype maxFormulaBytes = 32 * 1024; // of one that is displayed
constexpr int maxFormulaLines = 200;
constexpr qsizetype maxColumns = 64; // of a table
constexpr qsizetype maxEmptyCells = 20'000; // that the parser adds to the short rows of a table

bool isBlank(QByteArrayView line)
{
    return std::all_of(line.begin(), line.end(),
        [](char c) { return c == ' ' || c == '\t' || c == '>' || c == '\r' || c == '\n'; });
}

// How much of a line belongs to the quotes and list items around its text.
qsizetype prefixLength(QByteArrayView line)
{
    qsizetype index = 0;
    while (index < line.size()) {
        const char c = line[index];
        if (c == ' ' || c == '\t' || c == '>') {
            ++index;
            continue;
        }
        qsizetype end = index;
        while (end < line.size() && end - index < 9 && line[end] >= '0' && line[end] <= '9')
            ++end;
        const bool bullet = end == index && (c == '-' || c == '*' || c == '+');
        const bool number
            = end > index && end < line.size() && (line[end] == '.' || line[end] == ')');
        if ((!bullet && !number) || end + 1 >= line.size() || line[end + 1] != ' ')
            break;
        index = end + 2;
    }
    return index;
}

qsizetype countCells(QByteArrayView line)
{
    line = line.trimmed();
    qsizetype pipes = 0;
    for (qsizetype i = 1; i + 1 < line.size(); ++i)
        pipes += line[i] == '|' && line[i - 1] != '\\';
    return pipes + 1;
}

bool isDelimiterRow(QByteArrayView line)
{
    return line.contains('-') && line.contains('|')
        && std::all_of(line.begin(), line.end(), [](char c) {
               return c == '|' || c == '-' || c == ':' || c == ' ' || c == '\t' || c == '>'
                   || c == '\r' || c == '\n';
           });
}

/// Goes through the lines once.
class Preparer {
public:
    explicit Preparer(QByteArray text)
        : m_text(std::move(text))
    {
        for (char& c : m_text)
            if (c == maskedBackslash || c == maskedNewline || c == maskedDash || c == 0)
                c = 0x1a; // SUBSTITUTE, which shows as nothing
    }

    PreparedSource prepare()
    {
        for (qsizetype begin = 0; begin < m_text.size();) {
            const qsizetype end = lineEnd(begin);
            prepareLine(begin, end);
            m_previous = QByteArrayView(m_text).sliced(begin, end - begin);
            begin = end;
        }
        return {m_text, m_openFormula};
    }

private:
    qsizetype lineEnd(qsizetype begin) const
    {
        const qsizetype end = m_text.indexOf('\n', begin);
        return end < 0 ? m_text.size() : end + 1;
    }

    QByteArrayView view(qsizetype begin, qsizetype end) const
    {
        return QByteArrayView(m_text).sliced(begin, end - begin);
    }

    void prepareLine(qsizetype begin, qsizetype end)
    {
        const qsizetype start = begin + prefixLength(view(begin, end));
        const QByteArrayView rest = view(start, end);
        if (isFence(rest))
            return;
        if (m_fence > 0)
            return;
        if (begin >= m_tableEnd && isDelimiterRow(view(begin, end)))
            checkTable(begin, end);
        if (start >= m_joinedEnd)
            joinFormula(start, end);
        maskBrackets(std::max(begin, m_maskedEnd), end);
    }

    // Follows code between lines of three and more backticks or tildes.
    bool isFence(QByteArrayView line)
    {
        if (line.isEmpty() || (line[0] != '`' && line[0] != '~'))
            return false;
        qsizetype length = 0;
        while (length < line.size() && line[length] == line[0])
            ++length;
        if (length < 3)
            return false;
        if (m_fence == 0) {
            if (line[0] == '`' && line.sliced(length).contains('`'))
                return false; // code within a line
            m_fence = length;
            m_fenceMark = line[0];
        } else if (line[0] == m_fenceMark && length >= m_fence
            && line.sliced(length).trimmed().isEmpty()) {
            m_fence = 0;
        }
        return true;
    }

    // The parser tries every such row with every line above it and fills short rows up with cells.
    void checkTable(qsizetype begin, qsizetype end)
    {
        const qsizetype columns = countCells(view(begin, end));
        bool isTable = columns <= maxColumns && columns == countCells(m_previous)
            && begin >= m_noTableBefore;
        qsizetype missing = 0, line = end;
        while (isTable && line < m_text.size()) {
            const qsizetype next = lineEnd(line);
            if (isBlank(view(line, next)))
                break;
            missing += std::max<qsizetype>(0, columns - countCells(view(line, next)));
            isTable = missing <= maxEmptyCells;
            line = next;
            if (!isTable)
                m_noTableBefore = line;
        }
        if (isTable)
            m_tableEnd = line;
        else
            m_text[m_text.indexOf('-', begin)] = maskedDash;
    }

    // A formula whose lines could be taken for lists or headings becomes one line.
    void joinFormula(qsizetype start, qsizetype end)
    {
        const QByteArrayView line = view(start, end);
        QByteArray close;
        if (line.startsWith("$$"))
            close = "$$";
        else if (line.startsWith("\\["))
            close = "\\]";
        else if (line.startsWith("\\begin{"))
            close = "\\end{"
                + line.sliced(7, std::max<qsizetype>(0, line.indexOf('}') - 6)).toByteArray();
        else
            return;
        const qsizetype found = closing(start + 2, close);
        if (found < 0)
            return;
        m_joinedEnd = found + close.size();
        std::replace(m_text.begin() + start, m_text.begin() + m_joinedEnd, '\n', maskedNewline);
        if (line.startsWith('\\')) {
            m_text[start] = maskedBackslash;
            if (close == "\\]")
                m_text[found] = maskedBackslash;
            m_maskedEnd = m_joinedEnd;
        }
    }

    // Looks for it down to the next blank line.
    qsizetype closing(qsizetype from, const QByteArray& close)
    {
        if (from < m_noClosingBefore && close == m_noClosing)
            return -1;
        const qsizetype limit = std::min(m_text.size(), from + maxFormulaBytes);
        qsizetype line = from;
        for (int lines = 0; line < limit && lines < maxFormulaLines; ++lines) {
            const qsizetype end = std::min(limit, lineEnd(line));
            if (line != from && isBlank(view(line, end)))
                break;
            const qsizetype found = view(line, end).indexOf(close);
            if (found >= 0)
                return line + found;
            line = end;
        }
        if (line >= m_text.size() && m_openFormula < 0)
            m_openFormula = from - 2;
        m_noClosing = close;
        m_noClosingBefore = line;
        return -1;
    }

    void maskBrackets(qsizetype begin, qsizetype end)
    {
        for (qsizetype i = begin; i + 1 < end; ++i) {
            if (m_text[i] != '\\')
                continue;
            const char next = m_text[i + 1];
            if (next == '(' || next == ')' || next == '[' || next == ']')
                m_text[i] = maskedBackslash;
            ++i; // what it escapes begins nothing
        }
    }

    QByteArray m_text;
    QByteArrayView m_previous; // the line above
    qsizetype m_fence = 0; // length of the one that is open
    char m_fenceMark = 0;
    qsizetype m_tableEnd = 0, m_noTableBefore = 0;
    qsizetype m_joinedEnd = 0, m_maskedEnd = 0;
    QByteArray m_noClosing; // was searched for without success …
    qsizetype m_noClosingBefore = 0; // … down to here
    qsizetype m_openFormula = -1;
};

} // namespace

PreparedSource prepareSource(QByteArray text)
{
    return Preparer(std::move(text)).prepare();
}

QByteArray unmasked(QByteArray text)
{
    return text.replace(maskedBackslash, '\\')
        .replace(maskedNewline, '\n')
        .replace(maskedDash, '-');
}

QByteArray unescaped(QByteArray text)
{
    return unmasked(text.replace(QByteArray(1, maskedBackslash) + "begin", "\\begin")
                        .replace(QByteArray(1, maskedBackslash), ""));
}

} // namespace ui
