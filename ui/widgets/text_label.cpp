#include "ui/widgets/text_label.h"

#include "ui/theme/theme.h"

#include <QApplication>
#include <QEvent>
#include <QPainter>
#include <QStyle>

namespace ui {

namespace {

double sizeOf(TextRole role) // of the text's; small ones aside
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

QColor colourOf(TextRole role, const Colours& colour)
{
    if (role == TextRole::Muted || role == TextRole::Small)
        return colour.mutedText;
    return role == TextRole::Error ? colour.error : colour.text;
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
    painter.setPen(QPen(colours(palette()).accent, 1));
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
        font.setPointSizeF(font.pointSizeF() * sizeOf(m_role));
    font.setWeight(isBold(m_role) ? QFont::DemiBold : QFont::Normal);
    if (font != this->font())
        setFont(font);
    const QColor ink = colourOf(m_role, colours(palette()));
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

} // namespace ui
