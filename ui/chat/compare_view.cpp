#include "ui/chat/compare_view.h"

#include "services/conversations/conversation.h"
#include "ui/chat/compare_column.h"
#include "ui/chat/message_view.h"
#include "ui/chat/model_names.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using services::Conversation;
using services::Message;
using services::MessageId;
using services::noMessage;

namespace {

constexpr int flushMilliseconds = 33;
constexpr int margin = 16; // pixels, as below
constexpr int gap = 12;
constexpr int questionCharacters = 160;

} // namespace

CompareView::CompareView(QWidget* parent)
    : QWidget(parent)
    , m_question(new TextLabel(TextRole::Muted, {}, this))
    , m_area(new QScrollArea(this))
{
    setFocusPolicy(Qt::ClickFocus);
    setAccessibleName(tr("Compare the versions"));
    auto* back = new IconButton(QStringLiteral("close"), tr("Back to the conversation (Esc)"),
        IconButton::Look::Quiet, this);
    connect(back, &IconButton::clicked, this, &CompareView::left);
    m_flush.setSingleShot(true);
    m_flush.setInterval(flushMilliseconds);
    connect(&m_flush, &QTimer::timeout, this, &CompareView::showVersions);

    auto* content = new QWidget;
    m_line = new QHBoxLayout(content);
    m_line->setContentsMargins(margin, 0, margin, margin);
    m_line->setSpacing(gap);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
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
    const QList<MessageId> versions = m_conversation->versions(m_message);
    if (versions.isEmpty())
        return emit left(); // they were removed
    setColumnCount(versions.size());
    for (qsizetype i = 0; i < versions.size(); ++i) {
        const Message& message = m_conversation->messageById(versions[i]);
        const bool isShown = m_conversation->rowOf(versions[i]) >= 0;
        m_columns[i]->setMessage(message, titleOf(message, i), isShown);
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
}

CompareColumn* CompareView::addColumn()
{
    auto* column = new CompareColumn(m_area->widget());
    m_line->addWidget(column, 1);
    connect(
        column, &CompareColumn::kept, this, [this, column] { emit kept(column->message().id); });
    connect(column, &CompareColumn::toolDecided, this,
        [this, column](int use, services::ToolDecision decision) {
            emit toolDecided(column->message().id, use, decision);
        });
    connect(column, &CompareColumn::sourceOpened, this,
        [this, column](int index) { emit sourceOpened(column->message().id, index); });
    connect(column, &CompareColumn::linkChosen, this, &CompareView::linkChosen);
    connect(column, &CompareColumn::wished, this,
        [this, column](MessageWish wish) { emit wished(column->message().id, wish); });
    return column;
}

// By who wrote them, if that tells them apart.
QString CompareView::titleOf(const Message& message, qsizetype number) const
{
    const QList<MessageId> versions = m_conversation->versions(message.id);
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
