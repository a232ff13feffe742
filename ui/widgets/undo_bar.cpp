#include "ui/widgets/undo_bar.h"

#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>

#include <utility>

namespace ui {

namespace {

constexpr int radius = 10; // pixels

} // namespace

Banner::Banner(const QString& message, Tone tone, QWidget* parent)
    : QWidget(parent)
    , m_tone(tone)
    , m_label(new TextLabel(tone == Tone::Failure ? TextRole::Error : TextRole::Body, {}, this))
{
    m_label->makeSelectable();
    setMessage(message);
}

void Banner::setMessage(const QString& message)
{
    m_label->setText(message);
    m_label->setAccessibleName(message);
}

void Banner::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    paintSurface(*this, m_tone == Tone::Failure ? color.errorSurface : color.bubble, radius);
}

Notice::Notice(const QString& message, Tone tone, QWidget* parent)
    : Banner(message, tone, parent)
{
    auto* close
        = new IconButton(QStringLiteral("close"), tr("Dismiss"), IconButton::Look::Quiet, this);
    close->setFixedSize(28, 28);
    connect(close, &IconButton::clicked, this, &Notice::dismissed);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->addSpacing(8);
    layout->addWidget(label(), 1);
    layout->addWidget(close, 0, Qt::AlignTop);
}

QPushButton* Notice::addButton(const QString& text)
{
    auto* button = new QPushButton(text, this);
    auto* line = static_cast<QHBoxLayout*>(layout());
    line->insertWidget(line->count() - 1, button, 0, Qt::AlignTop); // before the close button
    return button;
}

namespace {

constexpr int offerMilliseconds = 10'000;

} // namespace

UndoBar::UndoBar(QWidget* parent)
    : QWidget(parent)
    , m_label(new ElidedLabel(TextRole::Body, {}, this))
    , m_announcer(new Announcer(this))
    , m_timer(this)
{
    auto* button = new QPushButton(tr("Undo"), this);
    connect(button, &QPushButton::clicked, this, &UndoBar::undo);
    button->installEventFilter(this);
    m_timer.setSingleShot(true);
    m_timer.setInterval(offerMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &UndoBar::withdraw);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 0, 4, 0);
    layout->addSpacing(8);
    layout->addWidget(m_label, 1);
    layout->addWidget(button);
    hide();
}

void UndoBar::offer(const QString& message, std::function<void()> undo, std::function<void()> gone)
{
    withdraw();
    m_label->setText(message);
    m_label->setAccessibleName(message);
    m_undo = std::move(undo);
    m_gone = std::move(gone);
    show();
    m_timer.start();
    m_announcer->say(message);
}

void UndoBar::undo()
{
    hide();
    m_announcer->withdraw();
    m_gone = {};
    if (const auto undo = std::exchange(m_undo, {}))
        undo();
}

void UndoBar::withdraw()
{
    hide();
    m_announcer->withdraw();
    m_timer.stop();
    m_undo = {};
    if (const auto gone = std::exchange(m_gone, {}))
        gone();
}

void UndoBar::enterEvent(QEnterEvent* event)
{
    m_timer.stop();
    QWidget::enterEvent(event);
}

void UndoBar::leaveEvent(QEvent* event)
{
    if (isVisible())
        m_timer.start();
    QWidget::leaveEvent(event);
}

// The timer stops while the bar has the focus: users of the keyboard need as long as those of the
// mouse.
bool UndoBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn)
        m_timer.stop();
    else if (event->type() == QEvent::FocusOut && isVisible())
        m_timer.start();
    return QWidget::eventFilter(watched, event);
}

} // namespace ui
