#include "ui/markdown/block_list.h"

#include "ui/markdown/markdown_text.h"
#include "ui/markdown/text_part.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

namespace {

using Kind = MarkdownBlock::Kind;

constexpr double quoteIndent = 18; // pixels, as all below
constexpr double codePadding = 14;
constexpr double codeBottom = 12;
constexpr double blockGap = 12;
constexpr double tightGap = 4;
constexpr double ruleHeight = 9;
constexpr double minWidth = 40;
constexpr int maxQuotes = 8; // that are drawn
constexpr int maxFolds = 1000; // more than any text has one within the other
constexpr double distant = 4000; // from what is in sight
constexpr qsizetype longText = 2000; // characters; no bubble is as wide as that

double gapBetween(const MarkdownBlock& above, const MarkdownBlock& below)
{
    if (below.continues)
        return 0;
    if (above.tight && below.tight)
        return below.listDepth > 0 || above.listDepth > 0 ? tightGap : 0;
    return below.kind == Kind::Heading ? blockGap + 8 : blockGap;
}

} // namespace

void BlockList::setStyle(const MarkdownStyle& style)
{
    m_style = style;
    const QFontMetricsF text(style.font), code(style.codeFont);
    m_text = {text.lineSpacing(), std::max(1.0, text.averageCharWidth())};
    m_code = {code.lineSpacing(), std::max(1.0, code.averageCharWidth())};
    for (Item& item : m_items) {
        item.layout.reset();
        item.isMeasured = false;
        item.contentWidth = 0;
        item.height = estimate(item.block);
    }
    m_isPlaced = false;
}

size_t BlockList::replaceFrom(size_t kept, std::vector<MarkdownBlock> blocks)
{
    size_t same = kept;
    while (same < m_items.size() && same - kept < blocks.size()
        && m_items[same].block == blocks[same - kept])
        ++same;
    m_pictures.removeIf([same](const auto& picture) { return picture.key() >= same; });
    // What came below the last one adds or takes the lower edge of a leaf.
    if (same > 0)
        m_items[same - 1].isMeasured = false;
    std::vector<Item> rest(
        std::make_move_iterator(m_items.begin() + qsizetype(std::min(same, m_items.size()))),
        std::make_move_iterator(m_items.end()));
    m_items.resize(std::min(same, m_items.size()));
    for (size_t i = same - kept; i < blocks.size(); ++i) {
        Item item;
        item.block = std::move(blocks[i]);
        const size_t old = i - (same - kept);
        if (old < rest.size() && rest[old].block == item.block && !item.block.continues)
            item = std::move(rest[old]);
        else
            item.height = estimate(item.block);
        item.isMeasured = false;
        item.leaf = item.block.continues && !m_items.empty() ? m_items.back().leaf : m_items.size();
        m_items.push_back(std::move(item));
    }
    hideClosed();
    return same;
}

bool BlockList::isOpen(size_t summary) const
{
    return m_open.value(summary, m_items[summary].block.isOpen);
}

void BlockList::setOpen(size_t summary, bool isOpen)
{
    m_open[summary] = isOpen;
    hideClosed();
}

bool BlockList::reveal(size_t index)
{
    if (!isHidden(index))
        return false;
    int depth = m_items[index].block.foldDepth;
    for (size_t i = index; i-- > 0 && depth > 0;) {
        const MarkdownBlock& block = m_items[i].block;
        if (block.kind != Kind::Summary || block.foldDepth >= depth)
            continue;
        m_open[i] = true;
        depth = block.foldDepth;
    }
    hideClosed();
    return true;
}

bool BlockList::setPicture(size_t leaf, const QImage& picture)
{
    if (m_pictures.value(leaf).cacheKey() == picture.cacheKey())
        return false;
    if (picture.isNull())
        m_pictures.remove(leaf);
    else
        m_pictures[leaf] = picture;
    m_items[leaf].isMeasured = false;
    m_items[lastPart(leaf)].isMeasured = false;
    hideClosed();
    return true;
}

QSizeF BlockList::pictureSize(size_t leaf) const
{
    const QSizeF size = m_pictures[leaf].deviceIndependentSize();
    return size * std::min(1.0, blockWidth(m_items[leaf].block) / std::max(1.0, size.width()));
}

QRectF BlockList::pictureRect(size_t leaf) const
{
    return {contentRect(leaf).topLeft(), pictureSize(leaf)};
}

void BlockList::hideClosed()
{
    int closed = maxFolds; // the depth of the outermost closed disclosure
    for (size_t i = 0; i < m_items.size(); ++i) {
        const MarkdownBlock& block = m_items[i].block;
        if (block.foldDepth <= closed)
            closed = maxFolds;
        m_items[i].isHidden
            = closed != maxFolds || (block.continues && m_pictures.contains(leafOf(i)));
        if (block.kind == Kind::Summary && closed == maxFolds && !isOpen(i))
            closed = block.foldDepth;
    }
    m_isPlaced = false;
}

double BlockList::blockIndent(const MarkdownBlock& block) const
{
    const double indent
        = block.indent * m_style.em() + std::min(block.quoteDepth, maxQuotes) * quoteIndent;
    return std::round(std::min(indent, m_width / 2));
}

double BlockList::blockWidth(const MarkdownBlock& block) const
{
    const double padding = block.kind == Kind::Code ? codePadding : 0;
    return std::max(minWidth, m_width - blockIndent(block) - 2 * padding);
}

bool BlockList::isLastPart(size_t index) const
{
    return index + 1 == m_items.size() || !m_items[index + 1].block.continues;
}

double BlockList::paddingAbove(size_t index) const
{
    const MarkdownBlock& block = m_items[index].block;
    return block.kind == Kind::Code && !block.continues ? codeHeader : 0;
}

double BlockList::paddingBelow(size_t index) const
{
    if (!isLastPart(index) && !m_pictures.contains(leafOf(index)))
        return 0;
    const MarkdownBlock& block = m_items[index].block;
    const bool scrolls = leafContentWidth(leafOf(index)) > blockWidth(block) + 1;
    return (block.kind == Kind::Code ? codeBottom : 0) + (scrolls ? scrollBar : 0);
}

// Estimates the lines from letters of average width.
double BlockList::estimate(const MarkdownBlock& block) const
{
    const Letters& letters = block.kind == Kind::Code ? m_code : m_text;
    switch (block.kind) {
    case Kind::Rule:
        return ruleHeight;
    case Kind::Summary:
        return summaryHeight;
    case Kind::Table:
        return double(block.rows.size()) * (letters.height + 12);
    case Kind::Formula:
        return 2 * letters.height;
    case Kind::Code:
        return double(block.code.count(u'\n') + 1) * letters.height
            + (block.continues ? 0 : codeHeader + codeBottom);
    default:
        break;
    }
    const double perLine = std::max(1.0, blockWidth(block) / letters.width);
    double lines = 1;
    for (const InlineRun& run : block.text)
        lines += double(run.text.size()) / perLine + double(run.text.count(u'\n'));
    return std::ceil(std::floor(lines) * letters.height * (block.kind == Kind::Heading ? 1.3 : 1));
}

// Knows what the parts above end with, so a growing code looks only at its last part again.
CodeState BlockList::codeBefore(size_t index)
{
    if (!m_items[index].block.continues)
        return {};
    const Language* language = languageNamed(m_items[index].block.language);
    if (!language)
        return {};
    size_t known = index - 1;
    while (!m_items[known].codeAfter && m_items[known].block.continues)
        --known;
    for (; known < index; ++known)
        if (!m_items[known].codeAfter)
            m_items[known].codeAfter = stateAfter(m_items[known].block.code, *language,
                known > 0 && m_items[known].block.continues
                    ? m_items[known - 1].codeAfter.value_or(CodeState{})
                    : CodeState{});
    return *m_items[index - 1].codeAfter;
}

bool BlockList::measure(size_t index)
{
    Item& item = m_items[index];
    const bool isText = item.block.kind != Kind::Rule && item.block.kind != Kind::Summary;
    if (item.isMeasured && (item.layout || !isText))
        return false;
    if (!item.layout && isText)
        item.layout = layOutBlock(
            item.block, m_style, {blockWidth(item.block), wraps(leafOf(index)), codeBefore(index)});
    const double content = m_pictures.contains(index) ? std::ceil(pictureSize(index).height())
        : isText                                      ? item.layout->height()
                                                      : estimate(item.block);
    if (isText
        && std::exchange(item.contentWidth, item.layout->contentWidth()) != item.contentWidth)
        m_items[lastPart(item.leaf)].isMeasured = false; // there may be a scroll bar below it now
    const double height = content + paddingAbove(index) + paddingBelow(index);
    item.isMeasured = true;
    if (std::exchange(item.height, height) == height)
        return false;
    m_isPlaced = false;
    return true;
}

const BlockLayout& BlockList::layout(size_t index)
{
    measure(index);
    if (!m_items[index].layout) // a rule or a summary, whose text is not drawn
        m_items[index].layout = layOutBlock(m_items[index].block, m_style, {m_width});
    return *m_items[index].layout;
}

void BlockList::setWidth(double width)
{
    if (width == m_width)
        return;
    m_width = width;
    for (Item& item : m_items) {
        item.layout.reset();
        item.isMeasured = false;
        item.contentWidth = 0;
        item.height = estimate(item.block);
    }
    m_isPlaced = false;
}

void BlockList::place() const
{
    if (m_isPlaced)
        return;
    m_tops.resize(m_items.size() + 1);
    double y = 0;
    const MarkdownBlock* above = nullptr;
    for (size_t i = 0; i < m_items.size(); ++i) {
        if (!m_items[i].isHidden && above)
            y += gapBetween(*above, m_items[i].block);
        m_tops[i] = y;
        if (m_items[i].isHidden)
            continue;
        y += m_items[i].height;
        above = &m_items[i].block;
    }
    m_tops[m_items.size()] = y;
    m_isPlaced = true;
}

double BlockList::height() const
{
    place();
    return m_tops.back();
}

double BlockList::naturalWidth() const
{
    double widest = 0;
    qsizetype characters = 0;
    for (const Item& item : m_items) {
        characters += visibleText(item.block).size();
        if (characters > longText)
            return 1e6;
        const auto layout = layOutBlock(item.block, m_style, {1e6});
        widest = std::max(widest, layout->contentWidth() + blockIndent(item.block));
    }
    return widest;
}

bool BlockList::layOutBetween(double top, double bottom)
{
    bool hasChanged = false;
    place();
    if (m_items.empty())
        return false;
    // Each one moves those below it, so the walk asks for its place again.
    for (size_t i = indexAt(top); i < m_items.size(); ++i) {
        place();
        if (m_tops[i] > bottom)
            break;
        if (!isHidden(i))
            hasChanged |= measure(i);
    }
    place();
    return hasChanged;
}

bool BlockList::layOutAll()
{
    bool hasChanged = false;
    for (size_t i = 0; i < m_items.size(); ++i)
        if (!isHidden(i))
            hasChanged |= measure(i);
    return hasChanged;
}

void BlockList::forgetBeyond(double top, double bottom)
{
    place();
    for (size_t i = 0; i < m_items.size(); ++i)
        if (m_tops[i] > bottom + distant || m_tops[i] + m_items[i].height < top - distant)
            m_items[i].layout.reset();
}

size_t BlockList::indexAt(double y) const
{
    place();
    const auto above = std::upper_bound(m_tops.begin(), m_tops.end() - 1, y);
    auto index = size_t(std::max<qsizetype>(0, above - m_tops.begin() - 1));
    while (index > 0 && m_items[index].isHidden)
        --index;
    return index;
}

QRectF BlockList::rect(size_t index) const
{
    place();
    const Item& item = m_items[index];
    const double indent = blockIndent(item.block);
    const bool isMirrored = item.layout && item.layout->isRightToLeft();
    return QRectF(isMirrored ? 0 : indent, m_tops[index], std::max(minWidth, m_width - indent),
        item.isHidden ? 0 : item.height);
}

QRectF BlockList::contentRect(size_t index) const
{
    const double side = m_items[index].block.kind == Kind::Code ? codePadding : 0;
    return rect(index).adjusted(side, paddingAbove(index), -side, -paddingBelow(index));
}

QPointF BlockList::contentOrigin(size_t index) const
{
    return contentRect(index).topLeft() - QPointF(scrolled(leafOf(index)), 0);
}

BlockList::Anchor BlockList::anchorAt(int y) const
{
    if (m_items.empty())
        return {};
    const size_t index = indexAt(y);
    return {int(index), y - int(std::floor(m_tops[index]))};
}

int BlockList::toY(Anchor anchor) const
{
    if (m_items.empty())
        return 0;
    place();
    const size_t index = std::min(size_t(std::max(0, anchor.block)), m_items.size() - 1);
    return int(std::floor(m_tops[index])) + anchor.offset;
}

size_t BlockList::lastPart(size_t leaf) const
{
    while (!isLastPart(leaf))
        ++leaf;
    return leaf;
}

QRectF BlockList::leafRect(size_t leaf) const
{
    return rect(leaf).united(rect(lastPart(leaf)));
}

QString BlockList::fullCode(size_t leaf) const
{
    QString code = m_items[leaf].block.code;
    for (size_t i = leaf + 1; i <= lastPart(leaf); ++i)
        code += lineEndBefore(m_items[i].block) + m_items[i].block.code;
    return code;
}

// Considers only the parts that have been in sight.
double BlockList::leafContentWidth(size_t leaf) const
{
    const MarkdownBlock& first = m_items[leaf].block;
    if (first.kind != Kind::Code && first.kind != Kind::Table && first.kind != Kind::Formula)
        return 0;
    if (first.kind == Kind::Code && (wraps(leaf) || m_pictures.contains(leaf)))
        return 0;
    double widest = 0;
    const size_t last = lastPart(leaf);
    for (size_t i = leaf; i <= last; ++i)
        widest = std::max(widest, m_items[i].contentWidth);
    return widest;
}

void BlockList::setWraps(size_t leaf, bool wraps)
{
    m_wraps[leaf] = wraps;
    m_scrolled.remove(leaf);
    const size_t last = lastPart(leaf);
    for (size_t i = leaf; i <= last; ++i) {
        m_items[i].layout.reset();
        m_items[i].contentWidth = 0;
        m_items[i].isMeasured = false;
    }
    m_isPlaced = false;
}

} // namespace ui
