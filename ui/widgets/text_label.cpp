#include "ui/widgets/text_label.h"

#include "services/text.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QEvent>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QTextLayout>
#include <QToolTip>

#include <algorithm>

namespace ui {

namespace {

// One more than are shown, where there are so many.
QList<QTextLine> layOutLines(QTextLayout& layout, int width, int max)
{
    QTextOption option;
    option.setTextDirection(Qt::LayoutDirectionAuto);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    QList<QTextLine> lines;
    for (QTextLine line = layout.createLine(); line.isValid() && lines.size() <= max;
         line = layout.createLine()) {
        line.setLineWidth(width);
        lines << line;
    }
    layout.endLayout();
    return lines;
}

} // namespace

void drawCutLines(QPainter& painter, const QRect& rect, const QString& text, int max,
    Qt::LayoutDirection direction, Qt::Alignment vertical)
{
    const QFontMetrics metrics(painter.font());
    QTextLayout layout(text, painter.font());
    const QList<QTextLine> lines = layOutLines(layout, rect.width(), max);
    const qsizetype shown = std::min<qsizetype>(lines.size(), max);
    const int spare = rect.height() - int(shown) * metrics.lineSpacing();
    int y = rect.top() + (vertical & Qt::AlignTop ? 0 : spare / 2);
    for (qsizetype i = 0; i < shown; ++i, y += metrics.lineSpacing()) {
        const QRect line(rect.left(), y, rect.width(), metrics.lineSpacing());
        const bool isCut = i == max - 1 && lines.size() > max;
        const QString words = isCut
            ? metrics.elidedText(text.mid(lines[i].textStart()), Qt::ElideRight, rect.width())
            : text.mid(lines[i].textStart(), lines[i].textLength());
        painter.drawText(line,
            int(QStyle::visualAlignment(direction, Qt::AlignLeft | Qt::AlignVCenter)
                | Qt::TextSingleLine),
            words);
    }
}

namespace {

double fontScale(TextRole role) // of the text's; small ones aside
{
    switch (role) {
    case TextRole::Title:
        return 1.6;
    case TextRole::Heading:
        return 1.15;
    default:
        return 1;
    }
}

bool isBold(TextRole role)
{
    return role == TextRole::Title || role == TextRole::Heading || role == TextRole::Strong;
}

QColor textColor(TextRole role, const Colors& color)
{
    if (role == TextRole::Muted || role == TextRole::Small)
        return color.mutedText;
    return role == TextRole::Error ? color.error : color.text;
}

} // namespace

TextLabel::TextLabel(TextRole role, const QString& text, QWidget* parent)
    : QLabel(text, parent)
    , m_role(role)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    applyRole();
    applyDirection();
}

void TextLabel::setRole(TextRole role)
{
    m_role = role;
    applyRole();
}

// Qt alone would leave it out of the reach of Tab.
void TextLabel::makeSelectable()
{
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFocusPolicy(Qt::StrongFocus);
}

// Qt's own shows nothing where the text has no link.
void TextLabel::paintEvent(QPaintEvent* event)
{
    QLabel::paintEvent(event);
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors(palette()).accent, 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

void TextLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    const bool matters
        = event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange;
    if (matters && !m_isApplying)
        applyRole();
    if (event->type() == QEvent::LayoutDirectionChange)
        applyDirection();
}

void TextLabel::applyRole()
{
    m_isApplying = true;
    QFont font = QApplication::font();
    if (m_role == TextRole::Small)
        font = smallFont(font);
    else
        font.setPointSizeF(font.pointSizeF() * fontScale(m_role));
    font.setWeight(isBold(m_role) ? QFont::DemiBold : QFont::Normal);
    if (font != this->font())
        setFont(font);
    const QColor ink = textColor(m_role, colors(palette()));
    if (palette().color(QPalette::WindowText) != ink) {
        QPalette changed = palette();
        changed.setColor(QPalette::WindowText, ink);
        setPalette(changed);
    }
    m_isApplying = false;
}

// Qt would start Latin words at the left of a window that runs from right to left.
void TextLabel::applyDirection()
{
    if (alignment() & Qt::AlignHCenter)
        return;
    const Qt::Alignment upright = alignment() & Qt::AlignVertical_Mask;
    setAlignment(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft) | upright);
}

ElidedLabel::ElidedLabel(TextRole role, const QString& text, QWidget* parent)
    : TextLabel(role, text, parent)
{
    setWordWrap(false);
}

QSize ElidedLabel::minimumSizeHint() const
{
    const int aFewWords = fontMetrics().averageCharWidth() * 8;
    return {std::min(aFewWords, sizeHint().width()), sizeHint().height()};
}

bool ElidedLabel::isCut() const
{
    return fontMetrics().horizontalAdvance(text()) > contentsRect().width();
}

bool ElidedLabel::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return TextLabel::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(
        help->globalPos(), isCut() ? services::plainToolTip(text()) : QString(), this);
    return true;
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.setLayoutDirection(Qt::LayoutDirectionAuto); // the text's own
    painter.drawText(contentsRect(), int(alignment() | Qt::AlignVCenter) | Qt::TextSingleLine,
        fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width()));
}

} // namespace ui
