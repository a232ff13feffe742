#include "ui/widgets/choice_bar.h"

#include "services/plain_tool_tip.h"
#include "ui/theme/surface.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QPainter>

namespace ui {

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
        const Colours& colour = colours(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(hasFocus() ? QPen(colour.accent, 2) : QPen(Qt::NoPen));
        if (isChecked())
            painter.setPen(QPen(hasFocus() ? colour.accent : colour.control, hasFocus() ? 2 : 1));
        painter.setBrush(isChecked() ? colour.raised : Qt::transparent);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius - 2, radius - 2);
        painter.setPen(isChecked() || underMouse() ? colour.text : colour.mutedText);
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
    paintSurface(*this, colours(palette()).hover, radius);
}

} // namespace ui
