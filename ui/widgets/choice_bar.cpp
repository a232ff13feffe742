#include "ui/widgets/choice_bar.h"

#include "services/text.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QPainter>

namespace ui {

Switch::Switch(const QString& name, QWidget* parent)
    : QCheckBox(parent)
{
    setAccessibleName(name);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

// The track, and around it room for the ring that shows the focus.
QSize Switch::sizeHint() const
{
    const int height = std::max(24, fontMetrics().height() + 4);
    return {height * 7 / 4 + 4, height + 4};
}

bool Switch::hitButton(const QPoint& point) const
{
    return rect().contains(point);
}

void Switch::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QRectF track(QPointF(), QSizeF(sizeHint() - QSize(4, 4)));
    track.moveCenter(QRectF(rect()).center());
    const double radius = track.height() / 2;
    if (hasFocus()) {
        painter.setPen(QPen(color.accent, 2));
        painter.drawRoundedRect(track.adjusted(-1, -1, 1, 1), radius + 1, radius + 1);
        track.adjust(2, 2, -2, -2);
    }
    painter.setPen(Qt::NoPen);
    const QColor on = isEnabled() ? color.accent : color.border;
    painter.setBrush(isChecked() ? on : (isEnabled() ? color.control : color.border));
    painter.drawRoundedRect(track, track.height() / 2, track.height() / 2);

    const double side = track.height() - 6;
    const bool atRight = isChecked() == (layoutDirection() == Qt::LeftToRight);
    const QRectF knob(
        atRight ? track.right() - side - 3 : track.left() + 3, track.top() + 3, side, side);
    painter.setBrush(isChecked() ? color.accentText : color.raised);
    painter.drawEllipse(knob);
}

namespace {

constexpr int padding = 7; // pixels, as below
constexpr int keyCapRadius = 5;

} // namespace

KeyCap::KeyCap(const QKeySequence& keys, QWidget* parent)
    : QWidget(parent)
    , m_text(keys.toString(QKeySequence::NativeText))
{
    setAccessibleName(m_text);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QFont KeyCap::keyFont() const
{
    QFont small = font();
    small.setPointSizeF(font().pointSizeF() * 0.9);
    return small;
}

QSize KeyCap::sizeHint() const
{
    const QFontMetrics text(keyFont());
    return {text.horizontalAdvance(m_text) + 2 * padding, text.height() + 6};
}

void KeyCap::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color.border, 1));
    painter.setBrush(color.code);
    painter.drawRoundedRect(
        QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), keyCapRadius, keyCapRadius);
    painter.setFont(keyFont());
    painter.setPen(color.mutedText);
    painter.drawText(rect(), Qt::AlignCenter, m_text);
}

namespace {

constexpr int radius = 8; // pixels, as below
constexpr int frame = 3; // between the bar's edge and its buttons

class ChoiceButton : public QAbstractButton {
public:
    ChoiceButton(const QString& name, const QString& help)
    {
        setText(name);
        setAccessibleName(name);
        setAccessibleDescription(help);
        setToolTip(services::plainToolTip(help));
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    QSize sizeHint() const override
    {
        const Metrics distance = metrics(this);
        const int text = fontMetrics().horizontalAdvance(this->text());
        return {text + 2 * distance.large, distance.control - 2 * frame};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Colors& color = colors(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(hasFocus() ? QPen(color.accent, 2) : QPen(Qt::NoPen));
        if (isChecked())
            painter.setPen(QPen(hasFocus() ? color.accent : color.control, hasFocus() ? 2 : 1));
        painter.setBrush(isChecked() ? color.raised : Qt::transparent);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius - 2, radius - 2);
        painter.setPen(isChecked() || underMouse() ? color.text : color.mutedText);
        painter.drawText(rect(), Qt::AlignCenter, text());
    }
};

} // namespace

ChoiceBar::ChoiceBar(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_layout(new QHBoxLayout(this))
{
    setAccessibleName(name);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_layout->setContentsMargins(frame, frame, frame, frame);
    m_layout->setSpacing(2);
}

QAbstractButton* ChoiceBar::addChoice(const QString& name, const QString& help)
{
    auto* button = new ChoiceButton(name, help);
    m_layout->addWidget(button);
    return button;
}

void ChoiceBar::paintEvent(QPaintEvent*)
{
    paintSurface(*this, colors(palette()).hover, radius);
}

} // namespace ui
