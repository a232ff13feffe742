#include "ui/markdown/markdown_view.h"

#include "services/background.h"
#include "services/pictures/diagram.h"
#include "services/text.h"
#include "ui/markdown/code_header.h"
#include "ui/markdown/diagrams.h"
#include "ui/markdown/markdown_reader.h"
#include "ui/markdown/markdown_text.h"
#include "ui/theme/icons.h"

#include <QElapsedTimer>
#include <QHelpEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyle>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

namespace {

using Kind = MarkdownBlock::Kind;

constexpr qsizetype maxAtOnce = 24'000; // characters; more are read in the background
constexpr qsizetype freelyRead = 6'000; // characters, as often as they change
constexpr qint64 restPerReading = 20; // times as long as the reading took
constexpr qint64 maxPause = 1000; // milliseconds
constexpr double beyond = 300; // pixels around what is in sight that are laid out too
constexpr double quoteIndent = 18; // pixels, as below
constexpr double quoteBar = 3;
constexpr double codeRadius = 8;
constexpr double markerGap = 8;
constexpr int maxQuotes = 8;

MarkdownReading readText(const QString& text, Markup markup, const CitationMarks& citations,
    const QList<FactMark>& facts)
{
    MarkdownReading reading = markup == Markup::Plain ? readPlainText(text) : readMarkdown(text);
    linkFacts(reading.blocks, facts); // first: it counts characters of the whole text
    linkCitations(reading.blocks, citations);
    return reading;
}

// Removes those of the tools that are not placed any more.
template <typename Tool>
void removeOthers(const QHash<size_t, Tool*>& tools, const QHash<size_t, Tool*>& placed)
{
    for (auto each = tools.begin(); each != tools.end(); ++each) {
        if (placed.contains(each.key()))
            continue;
        each.value()->hide();
        each.value()->deleteLater();
    }
}

bool hasLink(const MarkdownBlock& block)
{
    bool found = false;
    forEachRun(block, [&](const InlineRun& run, int) { found |= !run.link.isEmpty(); });
    return found;
}

} // namespace

MarkdownView::MarkdownView(Markup markup, QWidget* parent)
    : QWidget(parent)
    , m_markup(markup)
{
    setAccessibleName(tr("Message text"));
    setFocusPolicy(Qt::ClickFocus);
    setMouseTracking(true);
    setCursor(Qt::IBeamCursor);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_blocks.setStyle(makeMarkdownStyle(*this));
    m_blocks.setWidth(width());
    m_pause.setSingleShot(true);
    m_factClick.setSingleShot(true);
    connect(&m_factClick, &QTimer::timeout, this, [this] { emit linkChosen(m_clickedFact); });
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (!m_isOutdated)
            return;
        read();
        emit heightChanged();
    });
}

void MarkdownView::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_factClick.stop();
    const bool continues = m_settledSize > 0 && text.size() >= m_settledSize
        && QStringView(text).left(m_settledSize) == QStringView(m_text).left(m_settledSize);
    m_text = text;
    const bool hadFacts = !std::exchange(m_facts, {}).isEmpty();
    if (continues && !hadFacts)
        read();
    else
        refresh();
}

void MarkdownView::setCitations(const CitationMarks& marks)
{
    if (marks == m_citations)
        return;
    m_citations = marks;
    refresh();
}

void MarkdownView::setFacts(const QList<FactMark>& facts)
{
    if (facts == m_facts)
        return;
    m_factClick.stop(); // Its address counts the facts.
    m_facts = facts;
    leaveFact();
    refresh();
}

void MarkdownView::refresh()
{
    m_settledBlocks = 0;
    m_settledSize = 0;
    ++m_restarts;
    m_pause.stop();
    read();
}

// A reading that is under way is not disturbed; what has changed meanwhile is read after it.
void MarkdownView::read()
{
    if (m_isReading || m_pause.isActive()) {
        m_isOutdated = true;
        return;
    }
    m_isOutdated = false;
    const QString rest = m_text.mid(m_settledSize);
    if (rest.size() > maxAtOnce) {
        readInBackground(rest);
        return;
    }
    QElapsedTimer timer;
    timer.start();
    apply(m_settledBlocks, readText(rest, m_markup, m_citations, m_facts));
    pauseAfter(timer.elapsed(), rest.size());
}

void MarkdownView::readInBackground(const QString& rest)
{
    m_isReading = true;
    QElapsedTimer timer;
    timer.start();
    services::runInBackground<MarkdownReading>(
        this,
        [rest, markup = m_markup, citations = m_citations, facts = m_facts] {
            return readText(rest, markup, citations, facts);
        },
        [this, timer, size = rest.size(), restarts = m_restarts](
            services::Outcome<MarkdownReading> outcome) {
            m_isReading = false;
            const bool hasRestarted = m_restarts != restarts;
            if (outcome.value && !hasRestarted)
                apply(m_settledBlocks, std::move(*outcome.value));
            if (hasRestarted || m_isOutdated) {
                pauseAfter(hasRestarted ? 0 : timer.elapsed(), size);
                read();
            }
            emit heightChanged();
        });
}

// A long list or table that grows is read whole again and again.
void MarkdownView::pauseAfter(qint64 milliseconds, qsizetype size)
{
    if (size > freelyRead && milliseconds > 0)
        m_pause.start(int(std::min<qint64>(restPerReading * milliseconds, maxPause)));
}

void MarkdownView::apply(size_t kept, MarkdownReading reading)
{
    m_settledBlocks = kept + reading.settledBlocks;
    m_settledSize += reading.settledSize;
    m_hasLinks = (kept > 0 && m_hasLinks)
        || std::any_of(reading.blocks.begin(), reading.blocks.end(), hasLink);
    setFocusPolicy(m_hasLinks ? Qt::StrongFocus : Qt::ClickFocus);
    const double before = m_blocks.height();
    const size_t changed = m_blocks.replaceFrom(kept, std::move(reading.blocks));
    layOut();
    findMarks();
    keepFocusedLink();
    placeTools();
    updateGeometry();
    const double top = changed > 0 ? m_blocks.rect(changed - 1).top() : 0;
    update(QRectF(0, top, width(), std::max(before, m_blocks.height()) - top + 1).toAlignedRect());
}

QString MarkdownView::plainText() const
{
    QStringList texts;
    for (size_t i = 0; i < m_blocks.count(); ++i)
        texts << readableText(m_blocks.block(i));
    return texts.join(u'\n');
}

void MarkdownView::layOut() const
{
    if (m_hasSight)
        m_blocks.layOutBetween(m_sightTop - beyond, m_sightBottom + beyond);
    else
        m_blocks.layOutAll();
}

void MarkdownView::setSight(int top, int bottom)
{
    m_hasSight = true;
    m_sightTop = top;
    m_sightBottom = bottom;
    layOut();
    m_blocks.forgetBeyond(top, bottom);
    placeTools();
}

bool MarkdownView::isInSight(const QRectF& rect) const
{
    return !m_hasSight
        || (rect.bottom() >= m_sightTop - beyond && rect.top() <= m_sightBottom + beyond);
}

int MarkdownView::heightForWidth(int width) const
{
    m_blocks.setWidth(width);
    layOut();
    return int(std::ceil(m_blocks.height()));
}

int MarkdownView::naturalWidth() const
{
    return int(std::ceil(std::min(m_blocks.naturalWidth(), 1e6))) + 1;
}

// What stays with the leaves that are in sight, and nowhere else.
void MarkdownView::placeTools()
{
    const auto headers = std::exchange(m_headers, {});
    const auto scrollBars = std::exchange(m_scrollBars, {});
    const auto summaries = std::exchange(m_summaries, {});
    bool hasChanged = false;
    if (m_blocks.count() > 0) {
        const size_t first = m_hasSight ? m_blocks.indexAt(m_sightTop - beyond) : 0;
        for (size_t leaf = m_blocks.leafOf(first); leaf < m_blocks.count();
             leaf = m_blocks.lastPart(leaf) + 1) {
            const QRectF rect = m_blocks.leafRect(leaf);
            if (m_hasSight && rect.top() > m_sightBottom + beyond)
                break;
            if (m_blocks.isHidden(leaf))
                continue;
            const Kind kind = m_blocks.block(leaf).kind;
            if (kind == Kind::Summary) {
                m_summaries[leaf] = summaries.value(leaf);
                placeSummary(leaf);
            }
            if (kind == Kind::Code) {
                hasChanged |= updateDiagram(leaf);
                m_headers[leaf] = headers.value(leaf);
                placeCodeHeader(leaf);
            }
            if (m_blocks.leafContentWidth(leaf) > m_blocks.contentRect(leaf).width() + 1) {
                m_scrollBars[leaf] = scrollBars.value(leaf);
                placeScrollBar(leaf);
            }
        }
    }
    if (hasChanged)
        QTimer::singleShot(0, this, &MarkdownView::relayOut);
    removeOthers(headers, m_headers);
    removeOthers(scrollBars, m_scrollBars);
    removeOthers(summaries, m_summaries);
}

void MarkdownView::placeSummary(size_t leaf)
{
    QToolButton*& button = m_summaries[leaf];
    if (!button) {
        button = new QToolButton(this);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setCursor(Qt::PointingHandCursor);
        connect(button, &QToolButton::clicked, this, [this, leaf] {
            m_blocks.setOpen(leaf, !m_blocks.isOpen(leaf));
            relayOut();
        });
        button->show();
    }
    const MarkdownBlock& block = m_blocks.block(leaf);
    const QString title = block.text.empty() ? tr("Details") : block.text.front().text;
    const bool isOpen = m_blocks.isOpen(leaf);
    const QRect rect = m_blocks.rect(leaf).toAlignedRect();
    button->setIcon(icon(isOpen                    ? QStringLiteral("expanded")
            : layoutDirection() == Qt::RightToLeft ? QStringLiteral("previous")
                                                   : QStringLiteral("collapsed"),
        colors(palette()).mutedText));
    const int room = rect.width() - button->iconSize().width() - 24;
    button->setText(button->fontMetrics()
                        .elidedText(title, Qt::ElideRight, room)
                        .replace(u'&', QLatin1String("&&")));
    button->setAccessibleName(title);
    button->setAccessibleDescription(isOpen ? tr("Hide details") : tr("Show details"));
    button->setToolTip(services::plainToolTip(title));
    button->setGeometry(QStyle::visualRect(layoutDirection(), rect,
        {rect.topLeft(),
            QSize(std::min(rect.width(), button->sizeHint().width()), rect.height())}));
}

// Shows the image of a diagram as soon as there is one. Returns true if this changes the layout.
bool MarkdownView::updateDiagram(size_t leaf)
{
    const MarkdownBlock& block = m_blocks.block(leaf);
    if (!block.isClosed || !services::isDiagram(block.language))
        return m_blocks.setPicture(leaf, {});
    if (!std::exchange(m_awaitsDiagrams, true))
        connect(&Diagrams::instance(), &Diagrams::drawn, this, &MarkdownView::placeTools);
    const QString text = m_blocks.fullCode(leaf);
    const QImage known = m_diagrams.value(leaf) == text ? m_blocks.picture(leaf) : QImage();
    const QImage image = known.isNull() ? Diagrams::instance().image(block.language, text) : known;
    if (image.isNull())
        m_diagrams.remove(leaf);
    else
        m_diagrams[leaf] = text;
    return m_blocks.setPicture(leaf, m_codeShown.contains(leaf) ? QImage() : image);
}

// Stays in sight as long as its code does.
void MarkdownView::placeCodeHeader(size_t leaf)
{
    CodeHeader*& header = m_headers[leaf];
    if (!header) {
        header = new CodeHeader(this);
        connect(header, &CodeHeader::wrapToggled, this, [this, leaf](bool wraps) {
            m_blocks.setWraps(leaf, wraps);
            relayOut();
        });
        connect(header, &CodeHeader::diagramToggled, this, [this, leaf] {
            if (!m_codeShown.remove(leaf))
                m_codeShown.insert(leaf);
            placeTools();
        });
        header->setSource([this, leaf] { return m_blocks.fullCode(leaf); });
        header->show();
    }
    header->setLanguage(m_blocks.block(leaf).language);
    header->setWraps(m_blocks.wraps(leaf));
    header->setDiagram(!m_diagrams.contains(leaf) ? CodeHeader::Diagram::None
            : m_codeShown.contains(leaf)          ? CodeHeader::Diagram::Hidden
                                                  : CodeHeader::Diagram::Shown);
    const QRectF rect = m_blocks.leafRect(leaf);
    const double lowest = std::max(rect.top(), rect.bottom() - 2 * BlockList::codeHeader);
    const double top = m_hasSight ? std::clamp(double(m_sightTop), rect.top(), lowest) : rect.top();
    header->setIsFloating(top > rect.top());
    header->setGeometry(
        QRectF(rect.left() + 1, top + 1, rect.width() - 2, BlockList::codeHeader - 2)
            .toAlignedRect());
}

void MarkdownView::placeScrollBar(size_t leaf)
{
    QScrollBar*& bar = m_scrollBars[leaf];
    const QRectF content = m_blocks.contentRect(leaf), rect = m_blocks.leafRect(leaf);
    if (!bar) {
        bar = new QScrollBar(Qt::Horizontal, this);
        bar->setCursor(Qt::ArrowCursor);
        bar->setAccessibleName(tr("Scroll horizontally"));
        bar->setSingleStep(40);
        connect(bar, &QScrollBar::valueChanged, this, [this, leaf](int value) {
            m_blocks.setScrolled(leaf, value);
            update(m_blocks.leafRect(leaf).toAlignedRect());
        });
        bar->show();
    }
    bar->setRange(0, int(std::ceil(m_blocks.leafContentWidth(leaf) - content.width())));
    bar->setPageStep(int(content.width()));
    bar->setGeometry(QRectF(content.left(), rect.bottom() - BlockList::scrollBar, content.width(),
        BlockList::scrollBar - 2)
                         .toAlignedRect());
}

void MarkdownView::relayOut()
{
    layOut();
    placeTools();
    updateGeometry();
    update();
    emit heightChanged();
}

void MarkdownView::paintEvent(QPaintEvent* event)
{
    if (m_blocks.count() == 0)
        return;
    const QRectF clip = event->rect();
    const double before = m_blocks.height();
    m_blocks.layOutBetween(clip.top(), clip.bottom());
    if (m_blocks.height() != before) // nobody said that this would be in sight
        QTimer::singleShot(0, this, &MarkdownView::relayOut);

    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    size_t framed = m_blocks.count();
    for (size_t i = m_blocks.indexAt(clip.top()); i < m_blocks.count(); ++i) {
        if (m_blocks.rect(i).top() > clip.bottom())
            break;
        if (m_blocks.isHidden(i))
            continue;
        if (std::exchange(framed, m_blocks.leafOf(i)) != m_blocks.leafOf(i))
            drawFrame(painter, i);
        drawBlock(painter, i, clip);
    }
}

// The surface of code.
void MarkdownView::drawFrame(QPainter& painter, size_t index)
{
    if (m_blocks.block(index).kind != Kind::Code)
        return;
    const Colors& color = colors(palette());
    painter.setPen(Qt::NoPen);
    painter.setBrush(color.code);
    painter.drawRoundedRect(m_blocks.leafRect(m_blocks.leafOf(index)), codeRadius, codeRadius);
}

void MarkdownView::drawBlock(QPainter& painter, size_t index, const QRectF& clip)
{
    const MarkdownBlock& block = m_blocks.block(index);
    const QRectF rect = m_blocks.rect(index);
    const Colors& color = colors(palette());
    const BlockLayout& layout = m_blocks.layout(index);
    const bool isMirrored = layout.isRightToLeft();

    const bool continuesQuote
        = index > 0 && block.quoteDepth > 0 && m_blocks.block(index - 1).quoteDepth > 0;
    const double barTop = continuesQuote ? m_blocks.rect(index - 1).bottom() : rect.top();
    for (int depth = 0; depth < std::min(block.quoteDepth, maxQuotes); ++depth) {
        const double x = depth * quoteIndent;
        painter.fillRect(QRectF(isMirrored ? width() - x - quoteBar : x, barTop, quoteBar,
                             rect.bottom() - barTop),
            color.border);
    }
    if (!block.marker.isEmpty())
        drawMarker(painter, index);
    if (block.kind == Kind::Summary) // its button shows it
        return;
    if (block.kind == Kind::Rule) {
        painter.fillRect(
            QRectF(rect.left(), std::round(rect.center().y()), rect.width(), 1), color.border);
        return;
    }
    if (const QImage picture = m_blocks.picture(index); !picture.isNull()) {
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(m_blocks.pictureRect(index), picture);
        return;
    }
    const QRectF content = m_blocks.contentRect(index);
    const bool scrolls = m_blocks.leafContentWidth(m_blocks.leafOf(index)) > content.width() + 1;
    painter.save();
    if (scrolls)
        painter.setClipRect(content.adjusted(0, -4, 0, 4));
    layout.draw(painter, m_blocks.contentOrigin(index), marksIn(index), clip);
    painter.restore();
}

// Draws the marker next to the first line of its item: a number, a dot or the box of a task.
void MarkdownView::drawMarker(QPainter& painter, size_t index)
{
    const QString& marker = m_blocks.block(index).marker;
    const BlockLayout& layout = m_blocks.layout(index);
    const QFontMetricsF metrics(font());
    const Colors& color = colors(palette());
    const bool isTask = marker == u"☑" || marker == u"☐";
    const double box = std::round(metrics.ascent() * 0.82);
    const double width = isTask ? box : metrics.horizontalAdvance(marker);
    const QRectF rect = m_blocks.rect(index);
    const double x
        = layout.isRightToLeft() ? rect.right() + markerGap : rect.left() - markerGap - width;
    const double baseline = m_blocks.contentRect(index).top()
        + (layout.firstBaseline() < 0 ? metrics.ascent() : layout.firstBaseline());
    if (!isTask) {
        painter.setPen(color.mutedText);
        painter.setFont(font());
        painter.setLayoutDirection(layout.isRightToLeft() ? Qt::RightToLeft : Qt::LeftToRight);
        painter.drawText(QPointF(x, baseline), marker);
        return;
    }
    const bool isDone = marker == u"☑";
    const QRectF place(std::round(x) + 0.5, std::round(baseline - box) + 1.5, box - 1, box - 1);
    painter.setPen(QPen(isDone ? color.accent : color.control, 1));
    painter.setBrush(isDone ? QBrush(color.accent) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(place, 3, 3);
    if (!isDone)
        return;
    painter.setPen(QPen(color.accentText, box / 8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const std::array tick = {QPointF(0.22, 0.52), QPointF(0.43, 0.72), QPointF(0.78, 0.3)};
    for (size_t i = 0; i + 1 < tick.size(); ++i)
        painter.drawLine(place.topLeft() + tick[i] * place.width(),
            place.topLeft() + tick[i + 1] * place.width());
}

bool MarkdownView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const QPoint point = static_cast<QHelpEvent*>(event)->pos();
        if (pointAtFact(point))
            return true;
        setToolTip(services::plainToolTip(linkTarget(linkAt(point))));
    }
    return QWidget::event(event);
}

void MarkdownView::resizeEvent(QResizeEvent*)
{
    m_blocks.setWidth(width());
    layOut();
    placeTools();
}

void MarkdownView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    applyStyle();
}

void MarkdownView::applyStyle()
{
    MarkdownStyle style = makeMarkdownStyle(*this);
    style.maxHeading = m_maxHeading;
    if (style == m_blocks.style())
        return;
    m_blocks.setStyle(style);
    relayOut();
}

void MarkdownView::setMaxHeading(double size)
{
    m_maxHeading = size;
    applyStyle();
}

} // namespace ui
