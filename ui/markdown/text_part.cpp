#include "ui/markdown/text_part.h"

#include "ui/markdown/markdown_text.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

using Kind = MarkdownBlock::Kind;

} // namespace

QString lineEndBefore(const MarkdownBlock& block)
{
    return block.inLine ? QString() : QStringLiteral("\n");
}

std::pair<int, int> partRange(const MarkdownBlock& block, size_t index, const TextRange& range)
{
    if (range.isEmpty() || index < range.begin.block || index > range.end.block)
        return {0, 0};
    const int length = int(visibleText(block).size());
    const int begin = index == range.begin.block ? range.begin.position : 0;
    const int end = index == range.end.block ? range.end.position : length;
    return {std::min(begin, length), std::min(end, length)};
}

bool TextPart::isWhole() const
{
    if (blocks.empty())
        return true;
    const TextPosition last{blocks.size() - 1, int(visibleText(blocks.back()).size())};
    return range.begin == TextPosition() && range.end >= last;
}

QString plainText(const TextPart& part)
{
    QString text;
    for (size_t index = 0; index < part.blocks.size(); ++index) {
        const MarkdownBlock& block = part.blocks[index];
        const auto [begin, end] = partRange(block, index, part.range);
        if (begin == end)
            continue;
        if (!text.isEmpty())
            text += lineEndBefore(block);
        text += plainText(block, begin, end);
    }
    return text;
}

// The parts of code are in one fence.
QString markdownText(const TextPart& part)
{
    QStringList texts;
    MarkdownBlock code; // its parts so far
    const auto endCode = [&] {
        if (code.kind == Kind::Code)
            texts << markdownText(code, 0, int(code.code.size()));
        code = {};
    };
    for (size_t index = 0; index < part.blocks.size(); ++index) {
        const MarkdownBlock& block = part.blocks[index];
        const auto [begin, end] = partRange(block, index, part.range);
        if (begin == end && block.kind != Kind::Rule)
            continue;
        if (block.kind == Kind::Code && block.continues && code.kind == Kind::Code) {
            code.code += lineEndBefore(block) + block.code.mid(begin, end - begin);
            continue;
        }
        endCode();
        if (block.kind == Kind::Code) {
            code = block;
            code.code = block.code.mid(begin, end - begin);
            continue;
        }
        const QString text = markdownText(block, begin, end);
        if (!texts.isEmpty() && block.continues)
            texts.last() += lineEndBefore(block) + text;
        else
            texts << text;
    }
    endCode();
    return texts.join(QStringLiteral("\n\n"));
}

} // namespace ui
