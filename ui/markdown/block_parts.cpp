// Cuts long leaves of a Markdown text into parts.
#include "ui/markdown/markdown_reader.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ui {

namespace {

constexpr qsizetype maxCharacters = 4000; // of a part
constexpr int maxCodeLines = 24;
constexpr int maxPlainLines = 40;
constexpr size_t maxRows = 40; // of a table

void add(Blocks& blocks, MarkdownBlock& block)
{
    blocks.push_back(block);
    block.marker.clear();
    block.continues = true;
}

// Returns at most as much as a part may contain, up to the end of a word if there is one.
qsizetype cut(QStringView text, qsizetype room)
{
    if (text.size() <= room)
        return text.size();
    const qsizetype space = text.left(room).lastIndexOf(u' ') + 1;
    if (space > room / 2)
        return space;
    return room > 1 && text[room].isLowSurrogate() ? room - 1 : room;
}

/// Cuts a text into parts of so many lines, and lines that are too long.
template <typename Add>
void forEachPart(const QString& text, int maxLines, Add add)
{
    qsizetype begin = 0, place = 0;
    int lines = 0;
    bool inLine = false;
    const auto end = [&](qsizetype end, qsizetype next, bool continuesLine) {
        add(text.mid(begin, end - begin), inLine);
        inLine = continuesLine;
        begin = place = next;
        lines = 0;
    };
    while (place < text.size()) {
        const qsizetype newline = text.indexOf(u'\n', place);
        const qsizetype lineEnd = newline < 0 ? text.size() : newline;
        if (lineEnd - place > maxCharacters && place > begin) {
            end(place - 1, place, false);
        } else if (lineEnd - place > maxCharacters) {
            const qsizetype length
                = cut(QStringView(text).sliced(place, lineEnd - place), maxCharacters);
            end(place + length, place + length, true);
        } else if (newline < 0) {
            break;
        } else if (++lines == maxLines || newline - begin > maxCharacters) {
            end(newline, newline + 1, false);
        } else {
            place = newline + 1;
        }
    }
    add(text.mid(begin), inLine);
}

// Letters of East Asia are about twice as wide as others.
int displayWidth(QStringView text)
{
    int width = 0;
    for (const QChar c : text)
        width += c.unicode() >= 0x2e80 ? 2 : 1;
    return width;
}

void widen(TableColumn& column, const InlineText& cell)
{
    QString text;
    for (const InlineRun& run : cell)
        text += run.text;
    if (displayWidth(text) > displayWidth(column.widest))
        column.widest = text;
    for (const QString& word : text.split(u' '))
        if (displayWidth(word) > displayWidth(column.longestWord))
            column.longestWord = word;
}

// The end of the last line that runs in the same direction as this one.
qsizetype endOfDirection(const QString& text, qsizetype begin)
{
    const auto lineEnd = [&](qsizetype from) {
        const qsizetype end = text.indexOf(u'\n', from);
        return end < 0 ? text.size() : end;
    };
    qsizetype end = lineEnd(begin);
    const bool direction = QStringView(text).sliced(begin, end - begin).isRightToLeft();
    while (end < text.size()) {
        const qsizetype next = lineEnd(end + 1);
        const QStringView line = QStringView(text).sliced(end + 1, next - end - 1);
        if (!line.trimmed().isEmpty() && line.isRightToLeft() != direction)
            break;
        end = next;
    }
    return end;
}

} // namespace

void addTextParts(Blocks& blocks, MarkdownBlock block, InlineText text)
{
    qsizetype room = maxCharacters;
    const size_t before = blocks.size();
    for (InlineRun& run : text) {
        if (run.is(InlineRun::Formula)) {
            --room;
            block.text.push_back(std::move(run));
            continue;
        }
        QStringView rest = run.text;
        while (rest.size() > room) {
            const qsizetype length = cut(rest, std::max<qsizetype>(1, room));
            block.text.push_back({rest.left(length).toString(), run.style, run.link});
            add(blocks, block);
            block.inLine = true;
            block.text.clear();
            rest = rest.sliced(length);
            room = maxCharacters;
        }
        if (!rest.isEmpty())
            block.text.push_back({rest.toString(), run.style, run.link});
        room -= rest.size();
    }
    if (!block.text.empty() || blocks.size() == before)
        add(blocks, block);
}

void addCodeParts(Blocks& blocks, MarkdownBlock block, QString code)
{
    if (code.endsWith(u'\n'))
        code.chop(1);
    forEachPart(code, maxCodeLines, [&](const QString& part, bool inLine) {
        block.code = part;
        block.inLine = inLine;
        add(blocks, block);
    });
}

void addTableParts(Blocks& blocks, MarkdownBlock block, std::vector<std::vector<InlineText>> rows)
{
    for (const std::vector<InlineText>& row : rows)
        for (size_t column = 0; column < row.size(); ++column)
            widen(block.columns[column], row[column]);
    for (size_t first = 0; first < rows.size(); first += maxRows) {
        const auto begin = rows.begin() + qsizetype(first);
        const auto end = rows.begin() + qsizetype(std::min(rows.size(), first + maxRows));
        block.rows.assign(std::move_iterator(begin), std::move_iterator(end));
        add(blocks, block);
    }
}

// Every line runs in the direction of its own first letter that has one.
void addPlainParts(Blocks& blocks, MarkdownBlock block, const QString& text)
{
    for (qsizetype begin = 0; begin <= text.size();) {
        const qsizetype end = endOfDirection(text, begin);
        forEachPart(text.mid(begin, end - begin), maxPlainLines, [&](QString part, bool inLine) {
            block.text.clear();
            if (!part.isEmpty())
                block.text.push_back({std::move(part)});
            block.inLine = inLine;
            add(blocks, block);
        });
        begin = end + 1;
    }
}

} // namespace ui
