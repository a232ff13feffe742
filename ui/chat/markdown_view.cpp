#include "ui/chat/markdown_view.h"

#include "ui/chat/markdown_reader.h"
#include "ui/chat/markdown_writer.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDesktopServices>
#include <QMenu>
#include <QPainter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTimer>
#include <QToolButton>
#include <QUrl>

#include <cmath>
#include <utility>

namespace ui {

namespace {

constexpr int listIndent = 26; // pixels, as all below
constexpr int quoteIndent = 18;
constexpr int codePadding = 14;
constexpr int blockGap = 12;
constexpr int tightGap = 5;

MarkdownStyle styleOf(const QWidget& widget)
{
    const Colours& colour = colours(widget.palette());
    MarkdownStyle style;
    style.font = widget.font();
    style.codeFont = widget.font();
    style.codeFont.setFamilies({QStringLiteral("Noto Sans Mono"), QStringLiteral("monospace"),
        QStringLiteral("Noto Color Emoji")});
    style.codeFont.setPointSizeF(widget.font().pointSizeF() * 0.92);
    style.linkColour = colour.accent;
    style.codeColour = colour.bubble;
    style.borderColour = colour.border;
    return style;
}

int gapBetween(const MarkdownBlock& above, const MarkdownBlock& below)
{
    if (above.tight && below.tight)
        return below.listDepth > 0 ? tightGap : 0;
    return below.kind == MarkdownBlock::Kind::Heading ? blockGap + 6 : blockGap;
}

int indentOf(const MarkdownBlock& block)
{
    return block.listDepth * listIndent + block.quoteDepth * quoteIndent;
}

} // namespace

MarkdownView::MarkdownView(Markup markup, QWidget* parent)
    : QWidget(parent)
    , m_markup(markup)
{
    setFocusPolicy(Qt::ClickFocus);
    setMouseTracking(true);
    setCursor(Qt::IBeamCursor);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_style = styleOf(*this);
}

void MarkdownView::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    rebuild();
}

void MarkdownView::refresh()
{
    m_blocks.clear();
    rebuild();
}

void MarkdownView::rebuild()
{
    m_blocks = m_markup == Markup::Plain ? readPlainText(m_text, m_style)
                                         : readMarkdown(m_text, m_style, std::move(m_blocks));
    m_width = -1;
    m_naturalWidth = -1;
    placeCopyButtons();
    updateGeometry();
    update();
}

QString MarkdownView::plainText() const
{
    QStringList texts;
    for (const MarkdownBlock& block : m_blocks)
        texts << block.plainText();
    return texts.join(u'\n');
}

void MarkdownView::layOut(int width) const
{
    if (width == m_width)
        return;
    m_width = width;
    m_rects.clear();
    qreal y = 0;
    for (size_t i = 0; i < m_blocks.size(); ++i) {
        const MarkdownBlock& block = m_blocks[i];
        if (i > 0)
            y += gapBetween(m_blocks[i - 1], block);
        const int indent = indentOf(block);
        const qreal blockWidth = std::max(40, width - indent);
        const int padding = block.kind == MarkdownBlock::Kind::Code ? codePadding : 0;
        qreal height = 9; // a rule
        if (block.document) {
            if (block.document->textWidth() != blockWidth - 2 * padding)
                block.document->setTextWidth(blockWidth - 2 * padding);
            height = std::ceil(block.document->size().height()) + 2 * padding;
        }
        m_rects.emplace_back(indent, y, blockWidth, height);
        y += height;
    }
    m_height = int(std::ceil(y));
}

int MarkdownView::heightForWidth(int width) const
{
    layOut(width);
    return m_height;
}

int MarkdownView::naturalWidth() const
{
    if (m_naturalWidth >= 0)
        return m_naturalWidth;
    qreal widest = 0;
    for (const MarkdownBlock& block : m_blocks) {
        if (!block.document)
            continue;
        block.document->setTextWidth(-1); // nothing is broken
        widest = std::max(widest, block.document->idealWidth() + indentOf(block));
    }
    m_width = -1;
    m_naturalWidth = int(std::ceil(widest)) + 1;
    return m_naturalWidth;
}

void MarkdownView::placeCopyButtons()
{
    layOut(width());
    qsizetype used = 0;
    for (size_t i = 0; i < m_blocks.size(); ++i) {
        if (m_blocks[i].kind != MarkdownBlock::Kind::Code)
            continue;
        if (used == m_copyButtons.size()) {
            auto* button = new QToolButton(this);
            button->setAutoRaise(true);
            button->setCursor(Qt::ArrowCursor);
            button->setAccessibleName(tr("Copy code"));
            button->setToolTip(tr("Copy code"));
            button->setIcon(icon(QStringLiteral("copy"), colours(palette()).mutedText));
            m_copyButtons << button;
        }
        QToolButton* button = m_copyButtons[used++];
        button->disconnect(this);
        connect(button, &QToolButton::clicked, this,
            [code = m_blocks[i].code] { QApplication::clipboard()->setText(code); });
        button->setGeometry(int(m_rects[i].right()) - 34, int(m_rects[i].top()) + 6, 28, 28);
        button->show();
    }
    while (m_copyButtons.size() > used)
        m_copyButtons.takeLast()->deleteLater();
}

QRectF MarkdownView::documentRect(size_t index) const
{
    const int padding = m_blocks[index].kind == MarkdownBlock::Kind::Code ? codePadding : 0;
    return m_rects[index].adjusted(padding, padding, -padding, -padding);
}

void MarkdownView::paintEvent(QPaintEvent* event)
{
    layOut(width());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (size_t i = 0; i < m_blocks.size(); ++i)
        if (m_rects[i].adjusted(0, -blockGap, 0, blockGap).intersects(event->rect()))
            drawBlock(painter, i);
}

void MarkdownView::drawBlock(QPainter& painter, size_t index) const
{
    const MarkdownBlock& block = m_blocks[index];
    const QRectF& rect = m_rects[index];
    const Colours& colour = colours(palette());

    const bool continuesQuote
        = index > 0 && block.quoteDepth > 0 && m_blocks[index - 1].quoteDepth > 0;
    const qreal barTop = continuesQuote ? m_rects[index - 1].bottom() : rect.top();
    for (int depth = 0; depth < block.quoteDepth; ++depth)
        painter.fillRect(
            QRectF(depth * quoteIndent, barTop, 3, rect.bottom() - barTop), colour.border);

    if (block.kind == MarkdownBlock::Kind::Rule) {
        painter.fillRect(QRectF(rect.left(), rect.center().y(), rect.width(), 1), colour.border);
        return;
    }
    if (block.kind == MarkdownBlock::Kind::Code) {
        painter.setPen(colour.border);
        painter.setBrush(colour.code);
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    }
    if (!block.marker.isEmpty()) {
        const QRectF place(
            rect.left() - listIndent, rect.top(), listIndent - 8, QFontMetricsF(font()).height());
        painter.setPen(colour.mutedText);
        painter.setFont(font());
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, block.marker);
    }
    drawDocument(painter, index);
}

void MarkdownView::drawDocument(QPainter& painter, size_t index) const
{
    const QRectF rect = documentRect(index);
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette = palette();
    context.palette.setColor(QPalette::Text, colours(palette()).text);
    const auto [begin, end] = selectionIn(index);
    if (begin < end) {
        QAbstractTextDocumentLayout::Selection selection;
        selection.cursor = QTextCursor(m_blocks[index].document.get());
        selection.cursor.setPosition(begin);
        selection.cursor.setPosition(end, QTextCursor::KeepAnchor);
        selection.format.setBackground(palette().highlight());
        selection.format.setForeground(palette().highlightedText());
        context.selections << selection;
    }
    painter.save();
    painter.translate(rect.topLeft());
    m_blocks[index].document->documentLayout()->draw(&painter, context);
    painter.restore();
}

MarkdownView::Place MarkdownView::placeAt(const QPointF& point) const
{
    layOut(width());
    for (size_t i = 0; i < m_blocks.size(); ++i) {
        if (!m_blocks[i].document || (point.y() > m_rects[i].bottom() && i + 1 < m_blocks.size()))
            continue;
        const QPointF inside = point - documentRect(i).topLeft();
        const int position = m_blocks[i].document->documentLayout()->hitTest(inside, Qt::FuzzyHit);
        return {i, std::max(0, position)};
    }
    return {};
}

QString MarkdownView::linkAt(const QPointF& point) const
{
    layOut(width());
    for (size_t i = 0; i < m_blocks.size(); ++i)
        if (m_blocks[i].document && m_rects[i].contains(point))
            return m_blocks[i].document->documentLayout()->anchorAt(
                point - documentRect(i).topLeft());
    return {};
}

// The selected part of a block's document, begin and end.
std::pair<int, int> MarkdownView::selectionIn(size_t index) const
{
    const Place first = std::min(m_anchor, m_cursor), last = std::max(m_anchor, m_cursor);
    if (index < first.block || index > last.block || !m_blocks[index].document)
        return {0, 0};
    const int length = std::max(0, m_blocks[index].document->characterCount() - 1);
    const int begin = index == first.block ? first.position : 0;
    const int end = index == last.block ? last.position : length;
    return {std::min(begin, length), std::min(end, length)};
}

QString MarkdownView::selectedText() const
{
    QStringList texts;
    for (size_t i = 0; i < m_blocks.size(); ++i) {
        const auto [begin, end] = selectionIn(i);
        if (begin == end)
            continue;
        QTextCursor cursor(m_blocks[i].document.get());
        cursor.setPosition(begin);
        cursor.setPosition(end, QTextCursor::KeepAnchor);
        texts << cursor.selectedText().replace(QChar::ParagraphSeparator, u'\n');
    }
    return texts.join(u'\n');
}

void MarkdownView::selectAll()
{
    if (m_blocks.empty())
        return;
    m_anchor = {};
    m_cursor = {m_blocks.size() - 1, std::numeric_limits<int>::max()};
    update();
}

void MarkdownView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_anchor = m_cursor = placeAt(event->position());
    m_selecting = true;
    update();
}

void MarkdownView::mouseMoveEvent(QMouseEvent* event)
{
    setCursor(linkAt(event->position()).isEmpty() ? Qt::IBeamCursor : Qt::PointingHandCursor);
    if (!m_selecting)
        return;
    m_cursor = placeAt(event->position());
    update();
}

void MarkdownView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !std::exchange(m_selecting, false))
        return;
    const QString link = linkAt(event->position());
    if (m_anchor == m_cursor && isSafeLink(link))
        QDesktopServices::openUrl(QUrl(link));
}

void MarkdownView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const Place place = placeAt(event->position());
    if (place.block >= m_blocks.size() || !m_blocks[place.block].document)
        return;
    QTextCursor cursor(m_blocks[place.block].document.get());
    cursor.setPosition(place.position);
    cursor.select(QTextCursor::WordUnderCursor);
    m_anchor = {place.block, cursor.selectionStart()};
    m_cursor = {place.block, cursor.selectionEnd()};
    update();
}

void MarkdownView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy) && !selectedText().isEmpty())
        QApplication::clipboard()->setText(selectedText());
    else if (event->matches(QKeySequence::SelectAll))
        selectAll();
    else
        event->ignore();
}

void MarkdownView::focusOutEvent(QFocusEvent* event)
{
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        m_cursor = m_anchor;
    update();
}

void MarkdownView::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this); // goes with the view, which an answer can scroll out of sight
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* copy = menu->addAction(
        tr("Copy"), this, [this] { QApplication::clipboard()->setText(selectedText()); });
    copy->setEnabled(!selectedText().isEmpty());
    menu->addAction(tr("Select all"), this, &MarkdownView::selectAll);
    menu->popup(event->globalPos());
}

void MarkdownView::resizeEvent(QResizeEvent*)
{
    placeCopyButtons();
}

void MarkdownView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    const MarkdownStyle style = styleOf(*this);
    if (style == m_style)
        return;
    m_style = style;
    qDeleteAll(m_copyButtons);
    m_copyButtons.clear();
    refresh();
}

} // namespace ui
