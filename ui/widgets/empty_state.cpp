#include "ui/widgets/empty_state.h"

#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

PageHeading::PageHeading(const QString& title, const QString& message, QWidget* parent)
    : QWidget(parent)
    , m_title(new TextLabel(TextRole::Title, title, this))
    , m_message(new TextLabel(TextRole::Muted, {}, this))
    , m_actions(new QHBoxLayout)
    , m_line(new QHBoxLayout)
{
    const Metrics distance = metrics(this);
    m_actions->setSpacing(distance.small);
    m_line->setSpacing(distance.small);
    m_line->addWidget(m_title, 1);
    m_line->addLayout(m_actions);
    m_line->setAlignment(m_actions, Qt::AlignTop | Qt::AlignLeading);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, distance.medium);
    layout->setSpacing(distance.tight);
    layout->addLayout(m_line);
    layout->addWidget(m_message);
    setMessage(message);
}

void PageHeading::setMessage(const QString& message)
{
    m_message->setText(message);
    m_message->setVisible(!message.isEmpty());
}

void PageHeading::addAction(QWidget* button)
{
    m_actions->addWidget(button, 0, Qt::AlignTop);
}

QSize PageHeading::minimumSizeHint() const
{
    int width = m_title->minimumSizeHint().width();
    for (int i = 0; i < m_actions->count(); ++i)
        width = std::max(width, m_actions->itemAt(i)->minimumSize().width());
    return {width, QWidget::minimumSizeHint().height()};
}

void PageHeading::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const int title = m_title->fontMetrics().horizontalAdvance(m_title->text());
    int actions = 0; // in one row
    for (int i = 0; i < m_actions->count(); ++i)
        if (!m_actions->itemAt(i)->isEmpty())
            actions += m_actions->itemAt(i)->sizeHint().width() + m_actions->spacing();
    const bool fits = title + m_line->spacing() + actions - m_actions->spacing() <= width();
    m_line->setDirection(fits ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    const bool fitsAlone = actions - m_actions->spacing() <= width();
    m_actions->setDirection(fitsAlone ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

namespace {

constexpr int maxTextWidth = 420; // pixels, as below
constexpr int iconSide = 40;

// An icon in the color of what may be overlooked.
class QuietIcon : public QWidget {
public:
    QuietIcon(const QString& name, QWidget* parent)
        : QWidget(parent)
        , m_name(name)
    {
        setFixedSize(iconSide, iconSide);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        icon(m_name, colors(palette()).control).paint(&painter, rect());
    }

private:
    QString m_name;
};

} // namespace

EmptyState::EmptyState(
    const QString& iconName, const QString& title, const QString& message, QWidget* parent)
    : QWidget(parent)
    , m_title(new TextLabel(TextRole::Heading, {}, this))
    , m_message(new TextLabel(TextRole::Muted, {}, this))
    , m_button(new QPushButton(this))
{
    m_button->hide();
    connect(m_button, &QPushButton::clicked, this, &EmptyState::triggered);

    const Metrics distance = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(distance.wide, distance.wide, distance.wide, distance.wide);
    layout->setSpacing(distance.small);
    layout->addStretch(2);
    layout->addWidget(new QuietIcon(iconName, this), 0, Qt::AlignHCenter);
    layout->addSpacing(distance.tight);
    for (TextLabel* label : {m_title, m_message}) {
        label->setAlignment(Qt::AlignHCenter);
        label->setMaximumWidth(maxTextWidth);
        auto* line = new QHBoxLayout;
        line->addStretch(1);
        line->addWidget(label, 1000);
        line->addStretch(1);
        layout->addLayout(line);
    }
    layout->addSpacing(distance.small);
    layout->addWidget(m_button, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    setTexts(title, message);
}

void EmptyState::setTexts(const QString& title, const QString& message)
{
    m_title->setText(title);
    m_message->setText(message);
}

void EmptyState::setAction(const QString& name)
{
    m_button->setText(name);
    m_button->show();
    setFocusProxy(m_button);
}

} // namespace ui
