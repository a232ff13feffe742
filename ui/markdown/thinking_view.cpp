#include "ui/markdown/thinking_view.h"

#include "services/text.h"
#include "ui/markdown/markdown_view.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QStyle>
#include <QToolButton>

#include <cmath>

namespace ui {

namespace {

constexpr int headerHeight = 32; // pixels, as below
constexpr int indent = 18;
constexpr int barWidth = 3;
constexpr int gap = 4;

} // namespace

ThinkingView::ThinkingView(QWidget* parent)
    : QWidget(parent)
    , m_header(new QToolButton(this))
{
    m_header->setAutoRaise(true);
    m_header->setFocusPolicy(Qt::StrongFocus);
    m_header->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_header->setCursor(Qt::PointingHandCursor);
    connect(m_header, &QToolButton::clicked, this, [this] { setExpanded(!m_isExpanded); });
    updateHeader();
}

void ThinkingView::setText(const QString& thought, bool isOpen, double seconds)
{
    if (thought == m_thought && isOpen == m_isOpen && seconds == m_seconds)
        return;
    m_thought = thought;
    m_isOpen = isOpen;
    m_seconds = seconds;
    updateHeader();
    if (isExpanded())
        m_view->setText(thought);
}

void ThinkingView::setExpanded(bool expanded)
{
    if (expanded == m_isExpanded)
        return;
    m_isExpanded = expanded;
    showThought();
    emit heightChanged();
}

void ThinkingView::updateHeader()
{
    const QString text = m_isOpen ? tr("Reasoning…")
        : m_seconds < 0
        ? tr("Reasoning")
        : tr("Reasoned for %Ln s", nullptr, std::max(1, int(std::lround(m_seconds))));
    const bool expanded = isExpanded();
    QPalette palette = this->palette();
    palette.setColor(QPalette::ButtonText, colors(palette).mutedText);
    m_header->setPalette(palette);
    m_header->setText(text);
    m_header->setIcon(icon(expanded                ? QStringLiteral("expanded")
            : layoutDirection() == Qt::RightToLeft ? QStringLiteral("previous")
                                                   : QStringLiteral("collapsed"),
        colors(palette).mutedText));
    m_header->setAccessibleName(text);
    m_header->setAccessibleDescription(expanded ? tr("Hide reasoning") : tr("Show reasoning"));
    m_header->setToolTip(services::plainToolTip(m_header->accessibleDescription()));
    const QSize size(std::min(width(), m_header->sizeHint().width()), headerHeight);
    m_header->setGeometry(
        QStyle::visualRect(layoutDirection(), QRect(0, 0, width(), headerHeight), {{0, 0}, size}));
}

void ThinkingView::showThought()
{
    if (isExpanded() && !m_view) {
        m_view = new MarkdownView(Markup::Markdown, this);
        m_view->setAccessibleName(tr("Reasoning"));
        connect(m_view, &MarkdownView::heightChanged, this, &ThinkingView::heightChanged);
        connect(m_view, &MarkdownView::linkChosen, this, &ThinkingView::linkChosen);
    }
    if (m_view) {
        m_view->setVisible(isExpanded());
        if (isExpanded())
            m_view->setText(m_thought);
    }
    updateHeader();
    resizeEvent(nullptr);
    update();
}

void ThinkingView::setSight(int top, int bottom)
{
    if (isExpanded())
        m_view->setSight(top - headerHeight - gap, bottom - headerHeight - gap);
}

int ThinkingView::heightForWidth(int width) const
{
    if (!isExpanded())
        return headerHeight;
    return headerHeight + 2 * gap + m_view->heightForWidth(width - indent);
}

void ThinkingView::resizeEvent(QResizeEvent*)
{
    updateHeader();
    if (!isExpanded())
        return;
    const QRect place(
        indent, headerHeight + gap, width() - indent, m_view->heightForWidth(width() - indent));
    m_view->setGeometry(QStyle::visualRect(layoutDirection(), rect(), place));
}

void ThinkingView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        updateHeader();
}

void ThinkingView::paintEvent(QPaintEvent*)
{
    if (!isExpanded())
        return;
    QPainter painter(this);
    const QRect bar(0, headerHeight + gap, barWidth, height() - headerHeight - 2 * gap);
    painter.fillRect(QStyle::visualRect(layoutDirection(), rect(), bar), colors(palette()).border);
}

} // namespace ui
