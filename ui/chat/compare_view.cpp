#include "ui/chat/compare_view.h"

#include "services/conversations/conversation.h"
#include "ui/chat/message_view.h"
#include "ui/chat/model_names.h"
#include "ui/markdown/markdown_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr int padding = 12; // pixels, as below
constexpr int radius = 12;
constexpr int sightBeyond = 400;
constexpr double maxHeading = 1.15; // in sizes of the text

} // namespace

CompareColumn::CompareColumn(QWidget* parent)
    : QWidget(parent)
    , m_title(new ElidedLabel(TextRole::Strong, {}, this))
    , m_current(new TextLabel(TextRole::Small, tr("Current"), this))
    , m_area(new QScrollArea(this))
    , m_view(new MessageView(services::Author::Assistant))
    , m_keep(new QPushButton(tr("Keep"), this))
{
    setMinimumHeight(minHeight);
    m_view->text()->setMaxHeading(maxHeading);
    m_current->setWordWrap(false);
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
    connect(m_keep, &QPushButton::clicked, this, &CompareColumn::kept);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, padding, 4, padding);
    layout->setSpacing(8);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(MessageView::sidePadding, 0, MessageView::sidePadding, 0);
    head->addWidget(m_title, 1);
    head->addWidget(m_current);
    layout->addLayout(head);
    layout->addWidget(m_area, 1);
    layout->addWidget(m_keep, 0, Qt::AlignHCenter);
}

void CompareColumn::setMessage(
    const services::Message& message, const QString& title, bool isShownInChat,
    const QStringList& others)
{
    m_title->setText(title);
    m_area->setAccessibleName(title);
    m_current->setVisible(isShownInChat);
    m_keep->setAccessibleName(tr("Keep"));
    m_keep->setAccessibleDescription(isShownInChat ? tr("%1 (current)").arg(title) : title);
    m_view->setMessage(message, {.otherVersions = others});
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
    const Colors& color = colors(palette());
    const bool hasRing = m_area->hasFocus();
    const double inset = hasRing ? 1 : 0.5;
    painter.setPen(hasRing ? QPen(color.accent, 2) : QPen(color.border, 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), radius, radius);
    if (m_current->isHidden())
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(color.hover); // the pill around its word
    const QRectF pill = QRectF(m_current->geometry()).adjusted(-8, -2, 8, 2);
    painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
}

using services::Conversation;
using services::Message;
using services::MessageId;
using services::noMessage;

namespace {

constexpr int flushMilliseconds = 33;
constexpr int margin = 16; // pixels, as below
constexpr int gap = 12;
constexpr int questionCharacters = 400;

} // namespace

CompareView::CompareView(QWidget* parent)
    : QWidget(parent)
    , m_question(new ElidedLabel(TextRole::Muted, {}, this))
    , m_area(new QScrollArea(this))
{
    setFocusPolicy(Qt::ClickFocus);
    setAccessibleName(tr("Compare versions"));
    auto* back = new IconButton(
        QStringLiteral("close"), tr("Back to chat (Esc)"), IconButton::Look::Quiet, this);
    connect(back, &IconButton::clicked, this, &CompareView::left);
    m_flush.setSingleShot(true);
    m_flush.setInterval(flushMilliseconds);
    connect(&m_flush, &QTimer::timeout, this, &CompareView::showVersions);

    auto* content = new QWidget;
    m_grid = new QGridLayout(content);
    m_grid->setContentsMargins(margin, 0, margin, gap);
    m_grid->setSpacing(gap);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setWidget(content);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->viewport()->setBackgroundRole(QPalette::Window);

    auto* heading = new QHBoxLayout;
    heading->setContentsMargins(margin, 8, margin, 8);
    heading->addWidget(m_question, 1);
    heading->addWidget(back, 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(heading);
    layout->addWidget(m_area, 1);
}

void CompareView::compare(Conversation* conversation, MessageId message)
{
    clear();
    m_conversation = conversation;
    m_message = message;
    connect(conversation, &Conversation::messageTouched, this, &CompareView::onTouched);
    connect(conversation, &Conversation::branchChanged, &m_flush, qOverload<>(&QTimer::start));
    showVersions();
}

void CompareView::clear()
{
    if (m_conversation)
        m_conversation->disconnect(this);
    if (m_conversation)
        m_conversation->disconnect(&m_flush);
    m_conversation = nullptr;
    m_flush.stop();
    setColumnCount(0);
}

void CompareView::onTouched(MessageId)
{
    if (!m_flush.isActive())
        m_flush.start();
}

void CompareView::showVersions()
{
    if (!m_conversation)
        return;
    const MessageId parent = m_conversation->messageById(m_message).parent;
    m_question->setText(parent == noMessage
            ? QString()
            : m_conversation->messageById(parent).text.left(questionCharacters).simplified());
    const QList<MessageId> versions = m_conversation->tree().versions(m_message);
    if (versions.isEmpty())
        return emit left(); // they were removed
    setColumnCount(versions.size());
    for (qsizetype i = 0; i < versions.size(); ++i) {
        const Message& message = m_conversation->messageById(versions[i]);
        const bool isShown = m_conversation->rowOf(versions[i]) >= 0;
        m_columns[i]->setMessage(
            message, columnTitle(message, i), isShown, otherVersions(*m_conversation, message.id));
    }
}

void CompareView::setColumnCount(qsizetype count)
{
    while (m_columns.size() > count) {
        CompareColumn* column = m_columns.takeLast();
        column->hide();
        column->deleteLater(); // it may be what asks for this
    }
    while (m_columns.size() < count)
        m_columns << addColumn();
    arrange();
}

int CompareView::columnsInRow() const
{
    const int room = width() - 2 * margin;
    const auto fitting
        = [room](int columnWidth) { return std::max(1, (room + gap) / (columnWidth + gap)); };
    const int wide = fitting(CompareColumn::minWidth);
    const int most = wide > 1 ? wide : std::min(2, fitting(CompareColumn::narrowWidth));
    const int count = std::max(1, int(m_columns.size()));
    const int rows = (count + most - 1) / most;
    return (count + rows - 1) / rows; // four are in two rows of two, not of three and one
}

void CompareView::arrange()
{
    const int inRow = columnsInRow();
    if (std::pair(inRow, m_columns.size()) == std::exchange(m_arranged, {inRow, m_columns.size()}))
        return;
    for (int i = 0; i < int(m_columns.size()); ++i)
        m_grid->addWidget(m_columns[i], i / inRow, i % inRow); // from where it was before
    for (int column = 0; column < m_grid->columnCount(); ++column)
        m_grid->setColumnStretch(column, column < inRow ? 1 : 0);
}

void CompareView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

CompareColumn* CompareView::addColumn()
{
    auto* column = new CompareColumn(m_area->widget());
    connect(
        column, &CompareColumn::kept, this, [this, column] { emit kept(column->message().id); });
    connect(column->view(), &MessageView::requested, this, &CompareView::requested);
    return column;
}

// The title is the model's name, if that distinguishes the answers.
QString CompareView::columnTitle(const Message& message, qsizetype number) const
{
    const QList<MessageId> versions = m_conversation->tree().versions(message.id);
    const bool isOfSeveral = std::ranges::any_of(versions, [&](MessageId version) {
        return m_conversation->messageById(version).model != message.model;
    });
    if (isOfSeveral)
        return m_modelNames(message.model);
    return tr("Version %1").arg(QLocale().toString(number + 1));
}

void CompareView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        return emit left();
    QWidget::keyPressEvent(event);
}

void CompareView::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    if (!m_columns.isEmpty())
        m_columns.first()->keepButton()->setFocus(event->reason());
}

} // namespace ui
