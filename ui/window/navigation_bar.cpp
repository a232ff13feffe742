#include "ui/window/navigation_bar.h"

#include "services/text.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

namespace ui {

namespace {

// Icon and name on a rounded row, as the conversations above it are.
class NavigationButton : public QToolButton {
public:
    using QToolButton::QToolButton;

    void setCurrent(bool isCurrent)
    {
        m_isCurrent = isCurrent;
        setAccessibleDescription(isCurrent ? NavigationBar::tr("Current page") : QString());
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Colors& color = colors(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(hasFocus() ? QPen(color.accent, 2) : QPen(Qt::NoPen));
        painter.setBrush(m_isCurrent || underMouse() ? QBrush(color.hover) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8, 8);

        const int side = iconSize().width(), inset = 10;
        const QRect icon = visual({inset, (height() - side) / 2, side, side});
        this->icon().paint(&painter, icon);
        painter.setPen(color.text);
        const int left = inset + side + 10;
        painter.drawText(visual({left, 0, width() - left - inset, height()}),
            Qt::AlignVCenter | Qt::AlignLeading, text());
    }

private:
    QRect visual(const QRect& place) const
    {
        return QStyle::visualRect(layoutDirection(), rect(), place);
    }

    bool m_isCurrent = false;
};

} // namespace

NavigationBar::NavigationBar(QWidget* parent)
    : QWidget(parent)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    setAccessibleName(tr("Pages"));
}

void NavigationBar::add(const QString& page, const QString& iconName, const QString& name)
{
    auto* button = new NavigationButton(this);
    button->setObjectName(page);
    button->setText(name);
    button->setAccessibleName(name);
    button->setToolTip(services::plainToolTip(name));
    button->setProperty("command", QString("page." + page));
    button->setProperty("iconName", iconName);
    button->setIconSize({18, 18});
    button->setFocusPolicy(Qt::StrongFocus);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setMinimumHeight(34);
    connect(button, &QToolButton::clicked, this, [this, page] { emit chosen(page); });
    layout()->addWidget(button);
    m_buttons << button;
    applyColors();
}

void NavigationBar::setCurrent(const QString& page)
{
    for (QAbstractButton* button : m_buttons)
        static_cast<NavigationButton*>(button)->setCurrent(button->objectName() == page);
}

void NavigationBar::applyColors()
{
    for (QAbstractButton* button : m_buttons)
        button->setIcon(icon(button->property("iconName").toString(), colors(palette()).mutedText));
}

void NavigationBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColors();
}

} // namespace ui
