#include "ui/sidebar/search_filters.h"

#include "services/plain_tool_tip.h"
#include "ui/theme/colours.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace ui {

namespace {

// A word on a rounded surface, tinted if it is the one chosen.
class Chip : public QToolButton {
public:
    using QToolButton::QToolButton;

    QSize sizeHint() const override
    {
        return {fontMetrics().horizontalAdvance(text()) + 18, qMax(26, fontMetrics().height() + 8)};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Colours& colour = colours(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(hasFocus() ? QPen(colour.accent, 2) : QPen(colour.border));
        painter.setBrush(isChecked() ? QBrush(colour.hover) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(
            QRectF(rect()).adjusted(1, 1, -1, -1), height() / 2.0 - 1, height() / 2.0 - 1);
        painter.setPen(isChecked() ? colour.text : colour.mutedText);
        painter.drawText(rect(), Qt::AlignCenter, text());
    }
};

} // namespace

SearchFilters::SearchFilters(QWidget* parent)
    : QWidget(parent)
    , m_buttons(new QButtonGroup(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 0);
    layout->setSpacing(4);
    setAccessibleName(tr("What is looked through"));
    add(tr("All"), tr("Look through names and all messages"), {});
    add(tr("Yours"), tr("Look only through what you wrote"), {.author = services::Author::User});
    add(tr("Answers"), tr("Look only through answers"), {.author = services::Author::Assistant});
    add(tr("Pictures"), tr("Look only through messages with pictures and the answers to them"),
        {.withPictures = true});
    layout->addStretch(1);
    reset();
    connect(m_buttons, &QButtonGroup::idToggled, this, [this](int id, bool isChecked) {
        if (isChecked)
            emit changed(m_filters[id]);
    });
}

void SearchFilters::add(
    const QString& name, const QString& help, const services::SearchFilter& filter)
{
    auto* chip = new Chip(this);
    chip->setText(name);
    chip->setCheckable(true);
    chip->setAccessibleName(name);
    chip->setAccessibleDescription(help);
    chip->setToolTip(services::plainToolTip(help));
    chip->setFocusPolicy(Qt::StrongFocus);
    m_buttons->addButton(chip, int(m_filters.size()));
    m_filters << filter;
    layout()->addWidget(chip);
}

void SearchFilters::reset()
{
    m_buttons->button(0)->setChecked(true);
}

void SearchFilters::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        update();
}

} // namespace ui
