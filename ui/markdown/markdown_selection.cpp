// What a MarkdownView does with the pointer, the keys and marked words.
#include "services/text.h"
#include "ui/links/link.h"
#include "ui/markdown/html_writer.h"
#include "ui/markdown/markdown_text.h"
#include "ui/markdown/markdown_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMimeData>
#include <QScrollBar>
#include <QStyleHints>
#include <QTextBoundaryFinder>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

using Kind = MarkdownBlock::Kind;

constexpr int markAlpha = 90; // of 255
constexpr int linkShownMilliseconds = 60'000; // its address, while it has the focus

QTextLayout::FormatRange range(int begin, int end, const QColor& surface, const QColor& ink = {})
{
    QTextLayout::FormatRange range{begin, end - begin, {}};
    range.format.setBackground(surface);
    if (ink.isValid())
        range.format.setForeground(ink);
    return range;
}

// The word around a position.
std::pair<int, int> wordAt(const QString& text, int position)
{
    QTextBoundaryFinder finder(QTextBoundaryFinder::Word, text);
    finder.setPosition(std::min(position, int(text.size())));
    if (!(finder.boundaryReasons() & QTextBoundaryFinder::StartOfItem))
        finder.toPreviousBoundary();
    const int begin = int(std::max<qsizetype>(0, finder.position()));
    const int end = int(finder.toNextBoundary());
    return {begin, end < 0 ? int(text.size()) : end};
}

} // namespace

std::pair<size_t, QPointF> MarkdownView::contentAt(const QPointF& point) const
{
    const size_t index = m_blocks.indexAt(point.y());
    return {index, point - m_blocks.contentOrigin(index)};
}

TextPosition MarkdownView::positionAt(const QPointF& point) const
{
    if (m_blocks.count() == 0)
        return {};
    const auto [index, inside] = contentAt(point);
    return {index, std::max(0, m_blocks.layout(index).positionAt(inside))};
}

QString MarkdownView::linkAt(const QPointF& point) const
{
    if (m_blocks.count() == 0)
        return {};
    const auto [index, inside] = contentAt(point);
    return m_blocks.layout(index).linkAt(inside);
}

QString MarkdownView::latexAt(const QPointF& point) const
{
    if (m_blocks.count() == 0)
        return {};
    const auto [index, inside] = contentAt(point);
    return m_blocks.layout(index).latexAt(inside);
}

TextRange MarkdownView::selection() const
{
    return m_part.value_or(TextRange{std::min(m_anchor, m_cursor), std::max(m_anchor, m_cursor)});
}

TextPart MarkdownView::selectedPart() const
{
    const TextRange range = selection();
    TextPart part;
    if (range.isEmpty())
        return part;
    const size_t first = range.begin.block;
    for (size_t index = first; index <= range.end.block && index < m_blocks.count(); ++index)
        part.blocks.push_back(m_blocks.block(index));
    part.range = {{0, range.begin.position}, {range.end.block - first, range.end.position}};
    return part;
}

QString MarkdownView::selectedText() const
{
    return ui::plainText(selectedPart());
}

QString MarkdownView::selectedMarkdown() const
{
    return markdownText(selectedPart());
}

void MarkdownView::setPart(const std::optional<TextRange>& part)
{
    if (part == m_part)
        return;
    m_part = part;
    if (!part && !m_selecting) // what was selected here went with the rest
        m_cursor = m_anchor;
    update();
}

void MarkdownView::selectAll()
{
    if (m_blocks.count() == 0)
        return;
    m_anchor = {};
    m_cursor = {m_blocks.count() - 1, endOfText.position};
    update();
}

bool MarkdownView::isAllSelected() const
{
    return m_blocks.count() > 0 && m_anchor == TextPosition()
        && m_cursor == TextPosition{m_blocks.count() - 1, endOfText.position};
}

// Editors take the words, those that know Markdown its marks, and word processors the looks.
void MarkdownView::copy() const
{
    const TextPart part = selectedPart();
    auto* data = new QMimeData;
    data->setText(ui::plainText(part));
    data->setData(QStringLiteral("text/markdown"), markdownText(part).toUtf8());
    data->setHtml(htmlEncoding + htmlText(part));
    QApplication::clipboard()->setMimeData(data);
}

void MarkdownView::mousePressEvent(QMouseEvent* event)
{
    m_factClick.stop();
    if (event->button() != Qt::LeftButton)
        return;
    m_cursor = positionAt(event->position());
    if (!(event->modifiers() & Qt::ShiftModifier))
        m_anchor = m_cursor;
    m_selecting = true;
    focusLink(-1);
    emit pressed(m_cursor, event->modifiers() & Qt::ShiftModifier);
}

void MarkdownView::mouseMoveEvent(QMouseEvent* event)
{
    const QString link = linkAt(event->position());
    setCursor(link.isEmpty() ? Qt::IBeamCursor : Qt::PointingHandCursor);
    if (!factOf(link))
        leaveFact();
    if (!m_selecting)
        return;
    m_cursor = positionAt(event->position());
    update();
    emit dragged(event->globalPosition().toPoint());
}

void MarkdownView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !std::exchange(m_selecting, false))
        return;
    emit released();
    const QString link = m_anchor == m_cursor && !m_part ? linkAt(event->position()) : QString();
    if (factOf(link)) {
        m_clickedFact = link;
        m_factClick.start(QGuiApplication::styleHints()->mouseDoubleClickInterval());
    } else if (!link.isEmpty()) {
        emit linkChosen(link);
    }
}

void MarkdownView::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_factClick.stop();
    const TextPosition position = positionAt(event->position());
    if (position.block >= m_blocks.count())
        return;
    const auto [begin, end]
        = wordAt(visibleText(m_blocks.block(position.block)), position.position);
    m_anchor = {position.block, begin};
    m_cursor = {position.block, end};
    update();
}

void MarkdownView::leaveEvent(QEvent* event)
{
    leaveFact();
    QWidget::leaveEvent(event);
}

const FactMark* MarkdownView::factOf(const QString& address) const
{
    const auto link = factLink(address);
    return link && link->index < m_facts.size() ? &m_facts[link->index] : nullptr;
}

// Reports the fact that is there, if it has a place in an image.
bool MarkdownView::pointAtFact(const QPoint& point)
{
    const QString address = linkAt(point);
    const FactMark* fact = factOf(address);
    if (!fact || !fact->hasPlace)
        return false;
    for (const Link& link : links())
        if (link.address == address) {
            m_isFactPointed = true;
            emit factPointed(factLink(address)->index, linkRect(link));
            break;
        }
    return true;
}

void MarkdownView::leaveFact()
{
    if (std::exchange(m_isFactPointed, false))
        emit factLeft();
}

// Returns the rectangle of a link on the screen; only that of its first line if it is broken.
QRect MarkdownView::linkRect(const Link& link) const
{
    const BlockLayout& layout = m_blocks.layout(link.begin.block);
    const QRectF first = layout.characterRect(link.begin.position);
    const QRectF last = layout.characterRect(link.begin.position + link.length - 1);
    const QRectF whole = last.top() < first.bottom() ? first.united(last) : first;
    const QRect rect = whole.translated(m_blocks.contentOrigin(link.begin.block)).toAlignedRect();
    return {mapToGlobal(rect.topLeft()), rect.size()};
}

// Sideways for what is too wide; all else is the page's.
void MarkdownView::wheelEvent(QWheelEvent* event)
{
    const bool isTurned = event->modifiers() & Qt::ShiftModifier;
    const QPoint angle = event->angleDelta();
    const int step = angle.x() != 0 ? angle.x() : isTurned ? angle.y() : 0;
    if (step != 0 && m_blocks.count() > 0) {
        const size_t leaf = m_blocks.leafOf(m_blocks.indexAt(event->position().y()));
        if (QScrollBar* bar = m_scrollBars.value(leaf)) {
            bar->setValue(bar->value() - step);
            event->accept();
            return;
        }
    }
    event->ignore();
}

void MarkdownView::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const QList<Link> links = isEnter ? this->links() : QList<Link>();
    const bool isAlone = !m_part;
    if (isAlone && event->matches(QKeySequence::Copy) && !selectedText().isEmpty())
        copy();
    else if (isAlone && event->matches(QKeySequence::SelectAll) && !isAllSelected())
        selectAll();
    else if (isEnter && m_focusedLink >= 0 && m_focusedLink < links.size())
        emit linkChosen(links[m_focusedLink].address);
    else
        event->ignore();
}

QList<MarkdownView::Link> MarkdownView::links() const
{
    QList<Link> links;
    for (size_t i = 0; i < m_blocks.count(); ++i)
        forEachRun(m_blocks.block(i), [&](const InlineRun& run, int position) {
            const bool isShown = !m_blocks.isHidden(i) && m_blocks.block(i).kind != Kind::Summary;
            if (!run.link.isEmpty() && isShown)
                links.append({{i, position}, int(run.text.size()), run.link});
        });
    return links;
}

// Tab walks over the links before it leaves.
bool MarkdownView::focusNextPrevChild(bool next)
{
    const qsizetype count = links().size();
    const qsizetype wanted = m_focusedLink + (next ? 1 : -1);
    if (hasFocus() && wanted >= 0 && wanted < count) {
        focusLink(int(wanted));
        return true;
    }
    focusLink(-1);
    return QWidget::focusNextPrevChild(next);
}

void MarkdownView::focusInEvent(QFocusEvent* event)
{
    const qsizetype count = links().size();
    if (event->reason() == Qt::TabFocusReason && count > 0)
        focusLink(0);
    else if (event->reason() == Qt::BacktabFocusReason)
        focusLink(int(count) - 1);
    else if (event->reason() == Qt::OtherFocusReason && m_leftLink < count)
        focusLink(m_leftLink);
    update();
}

QString MarkdownView::linkTarget(const QString& address) const
{
    if (const FactMark* fact = factOf(address))
        return fact->description;
    const auto citation = citationLink(address);
    if (!citation)
        return address.isEmpty() ? address : shownLink(address);
    const QString source = m_citations.sources.value(citation->number - 1);
    if (citation->missing.isEmpty())
        return source;
    const QString reason = citation->missing == CitationLink::saysOtherwise
        ? tr("It says otherwise.")
        : citation->missing == CitationLink::doesNotSay
        ? tr("It doesn't say so.")
        : tr("It doesn't contain: %1").arg(citation->missing);
    return tr("The cited passage doesn't support this statement.") + u'\n' + reason + u'\n'
        + source;
}

// The target of the link is shown, as when the mouse points at it, and announced to screen readers.
void MarkdownView::focusLink(int index)
{
    const bool wasFocused = std::exchange(m_focusedLink, index) >= 0;
    update();
    if (index < 0) {
        if (wasFocused) {
            leaveFact();
            QToolTip::hideText();
            setAccessibleDescription({});
        }
        return;
    }
    const Link link = links()[index];
    m_focusedAddress = link.address;
    const QString goal = linkTarget(link.address);
    const FactMark* fact = factOf(link.address);
    setAccessibleDescription(fact         ? goal
            : citationLink(link.address) ? tr("Source: %1").arg(goal)
                                         : tr("Link to %1").arg(goal));
    leaveFact();
    if (fact && fact->hasPlace) {
        QToolTip::hideText();
        m_isFactPointed = true;
        emit factPointed(factLink(link.address)->index, linkRect(link));
        return;
    }
    const QRectF rect = m_blocks.layout(link.begin.block).characterRect(link.begin.position);
    const QPointF corner = m_blocks.contentOrigin(link.begin.block)
        + QPointF(rect.left(), rect.center().y()); // Qt keeps the height of a pointer free
    QToolTip::showText(mapToGlobal(corner.toPoint()), services::plainToolTip(goal), this, {},
        linkShownMilliseconds);
}

// If the text has changed, words before the link may have become links: the target of one can come
// late. What is said of a fact may have changed, too.
void MarkdownView::keepFocusedLink()
{
    if (m_focusedLink < 0)
        return;
    const QList<Link> links = this->links();
    if (m_focusedLink < links.size()
        && leadToTheSame(links[m_focusedLink].address, m_focusedAddress)) {
        if (factOf(links[m_focusedLink].address))
            focusLink(m_focusedLink);
        return;
    }
    const auto same = std::ranges::find_if(
        links, [this](const Link& link) { return leadToTheSame(link.address, m_focusedAddress); });
    focusLink(same == links.end() ? -1 : int(same - links.begin()));
}

void MarkdownView::focusOutEvent(QFocusEvent* event)
{
    m_leftLink = event->reason() == Qt::OtherFocusReason ? m_focusedLink : -1;
    focusLink(-1);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        m_cursor = m_anchor;
    update();
}

void MarkdownView::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_part)
        return event->ignore();
    auto* menu = new QMenu(this); // goes with the view, which an answer can scroll out of sight
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool isSelected = !selectedText().isEmpty();
    menu->addAction(tr("Copy"), this, [this] { copy(); })->setEnabled(isSelected);
    menu->addAction(tr("Copy as Markdown"), this,
            [this] { QApplication::clipboard()->setText(selectedMarkdown()); })
        ->setEnabled(isSelected);
    const QString link = linkAt(event->pos()), latex = latexAt(event->pos());
    if (!link.isEmpty() && !isOwnLink(link))
        menu->addAction(
            tr("Copy link"), this, [link] { QApplication::clipboard()->setText(link); });
    if (!latex.isEmpty())
        menu->addAction(tr("Copy formula as LaTeX"), this,
            [latex] { QApplication::clipboard()->setText(latex); });
    menu->addAction(tr("Select all"), this, &MarkdownView::selectAll);
    menu->popup(event->globalPos());
}

void MarkdownView::setMarkedWords(const QStringList& words)
{
    m_words = words;
    m_words.removeAll(QString());
    m_currentMark = -1;
    findMarks();
    update();
}

void MarkdownView::findMarks()
{
    m_marks.clear();
    for (size_t i = 0; i < m_blocks.count() && !m_words.isEmpty(); ++i) {
        const size_t first = m_marks.size();
        const QString text = visibleText(m_blocks.block(i));
        for (const QString& word : std::as_const(m_words))
            for (qsizetype index = 0; (index = text.indexOf(word, index, Qt::CaseInsensitive)) >= 0;
                 index += word.size())
                m_marks.push_back({i, int(index), int(word.size())});
        std::stable_sort(m_marks.begin() + qsizetype(first), m_marks.end(),
            [](const Mark& a, const Mark& b) { return a.begin < b.begin; });
    }
}

void MarkdownView::setCurrentMark(int index)
{
    m_currentMark = index;
    update();
}

QRect MarkdownView::markRect(int index)
{
    if (index < 0 || index >= markCount())
        return {};
    const Mark& mark = m_marks[size_t(index)];
    const size_t leaf = m_blocks.leafOf(mark.block);
    const bool isDrawn = !m_blocks.picture(leaf).isNull();
    if (isDrawn) {
        m_codeShown.insert(leaf);
        m_blocks.setPicture(leaf, {});
    }
    if (m_blocks.reveal(mark.block) || isDrawn)
        relayOut();
    const QRectF first = m_blocks.layout(mark.block).characterRect(mark.begin);
    const QRectF last = m_blocks.layout(mark.block).characterRect(mark.begin + mark.length - 1);
    return first.united(last).translated(m_blocks.contentOrigin(mark.block)).toAlignedRect();
}

// What is drawn behind the text of a block, the selection above all else.
BlockLayout::Marks MarkdownView::marksIn(size_t index) const
{
    BlockLayout::Marks marks;
    const Colors& color = colors(palette());
    QColor faint = color.accent;
    faint.setAlpha(markAlpha);
    const auto begin = std::lower_bound(m_marks.begin(), m_marks.end(), index,
        [](const Mark& mark, size_t block) { return mark.block < block; });
    for (auto mark = begin; mark != m_marks.end() && mark->block == index; ++mark) {
        const bool isCurrent = mark - m_marks.begin() == m_currentMark;
        marks << range(mark->begin, mark->begin + mark->length, isCurrent ? color.accent : faint,
            isCurrent ? color.accentText : color.text);
    }
    if (m_focusedLink >= 0) {
        const QList<Link> links = this->links();
        if (m_focusedLink < links.size() && links[m_focusedLink].begin.block == index) {
            const Link& link = links[m_focusedLink];
            marks << range(link.begin.position, link.begin.position + link.length, color.accent,
                color.accentText);
        }
    }
    if (const auto [first, last] = partRange(m_blocks.block(index), index, selection());
        first < last)
        marks << range(
            first, last, palette().highlight().color(), palette().highlightedText().color());
    return marks;
}

} // namespace ui
