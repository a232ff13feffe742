#include "ui/widgets/undo_bar.h"

#include "ui/widgets/announcer.h"
#include "ui/widgets/elided_label.h"

#include <QHBoxLayout>
#include <QPushButton>

#include <utility>

namespace ui {

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

void UndoBar::offer(const QString& sentence, std::function<void()> undo, std::function<void()> gone)
{
    withdraw();
    m_label->setText(sentence);
    m_label->setAccessibleName(sentence);
    m_undo = std::move(undo);
    m_gone = std::move(gone);
    show();
    m_timer.start();
    m_announcer->say(sentence);
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

// Who comes here by the keyboard needs as long as with the mouse.
bool UndoBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn)
        m_timer.stop();
    else if (event->type() == QEvent::FocusOut && isVisible())
        m_timer.start();
    return QWidget::eventFilter(watched, event);
}

} // namespace ui
