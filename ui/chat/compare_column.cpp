#include "ui/chat/compare_column.h"

#include "ui/chat/message_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <utility>

namespace ui {

namespace {

constexpr int padding = 12; // pixels, as below
constexpr int radius = 12;
constexpr int sightBeyond = 400;

} // namespace

CompareColumn::CompareColumn(QWidget* parent)
    : QWidget(parent)
    , m_title(new TextLabel(TextRole::Strong, {}, this))
    , m_area(new QScrollArea(this))
    , m_view(new MessageView(services::Author::Assistant))
    , m_keep(new QPushButton(this))
{
    setMinimumWidth(minWidth);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // not seen while there is nothing
    m_area->setWidget(m_view);
    m_area->viewport()->setBackgroundRole(QPalette::Window);
    m_area->viewport()->installEventFilter(this);
    m_area->installEventFilter(this);
    connect(m_area->verticalScrollBar(), &QScrollBar::valueChanged, this, &CompareColumn::settle);
    connect(m_view, &MessageView::heightChanged, this, &CompareColumn::settle,
        Qt::QueuedConnection); // it may be painting
    connect(m_view, &MessageView::wished, this, &CompareColumn::wished);
    connect(m_view, &MessageView::linkChosen, this, &CompareColumn::linkChosen);
    connect(m_view, &MessageView::toolDecided, this, &CompareColumn::toolDecided);
    connect(m_view, &MessageView::sourceOpened, this, &CompareColumn::sourceOpened);
    connect(m_keep, &QPushButton::clicked, this, &CompareColumn::kept);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, padding, 4, padding);
    layout->setSpacing(8);
    m_title->setContentsMargins(MessageView::sidePadding, 0, MessageView::sidePadding, 0);
    layout->addWidget(m_title);
    layout->addWidget(m_area, 1);
    layout->addWidget(m_keep, 0, Qt::AlignHCenter);
}

void CompareColumn::setMessage(
    const services::Message& message, const QString& title, bool isShownInChat)
{
    m_title->setText(title);
    m_area->setAccessibleName(title);
    m_keep->setText(isShownInChat ? tr("Keep this one (shown now)") : tr("Keep this one"));
    m_keep->setAccessibleName(m_keep->text());
    m_keep->setAccessibleDescription(title);
    m_view->setMessage(message);
    settle();
}

const services::Message& CompareColumn::message() const
{
    return m_view->message();
}

// The height follows from the width and from what is in sight, and the other way round.
void CompareColumn::settle()
{
    if (std::exchange(m_isSettling, true))
        return;
    const QWidget* viewport = m_area->viewport();
    const int width = viewport->width();
    for (int round = 0; round < 4; ++round) {
        const int top = m_area->verticalScrollBar()->value();
        m_view->setSight(top - sightBeyond, top + viewport->height() + sightBeyond);
        const QSize wanted(width, m_view->heightForWidth(width));
        if (wanted == m_view->size())
            break;
        m_view->resize(wanted);
    }
    m_isSettling = false;
}

bool CompareColumn::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_area && event->type() == QEvent::Resize)
        settle();
    if (watched == m_area
        && (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut))
        update(); // the ring is drawn here
    return QWidget::eventFilter(watched, event);
}

void CompareColumn::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colours& colour = colours(palette());
    const bool hasRing = m_area->hasFocus();
    const double inset = hasRing ? 1 : 0.5;
    painter.setPen(hasRing ? QPen(colour.accent, 2) : QPen(colour.border, 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), radius, radius);
}

} // namespace ui
