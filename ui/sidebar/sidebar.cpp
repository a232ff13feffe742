#include "ui/sidebar/sidebar.h"

#include "services/conversations/conversation_list.h"
#include "ui/sidebar/conversation_delegate.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/icon_button.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int sidebarWidth = 260; // pixels

} // namespace

Sidebar::Sidebar(services::ConversationList& conversations, QWidget* parent)
    : QWidget(parent)
    , m_conversations(conversations)
    , m_list(new QListView(this))
{
    setFixedWidth(sidebarWidth);
    auto* name = new QLabel(QStringLiteral("Vignette"), this);
    QFont font = name->font();
    font.setWeight(QFont::DemiBold);
    font.setPointSizeF(font.pointSizeF() * 1.1);
    name->setFont(font);
    auto* newChat = new IconButton(
        QStringLiteral("new-chat"), tr("New chat (Ctrl+N)"), IconButton::Look::Quiet, this);
    connect(newChat, &IconButton::clicked, this, &Sidebar::newChatRequested);

    m_list->setModel(&conversations);
    m_list->setItemDelegate(new ConversationDelegate(m_list));
    m_list->setAccessibleName(tr("Conversations"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->viewport()->setAutoFillBackground(false);
    const auto choose = [this](const QModelIndex& index) {
        if (index.isValid())
            emit conversationChosen(m_conversations.conversation(index.row()));
    };
    connect(m_list, &QListView::clicked, this, choose);
    connect(m_list, &QListView::activated, this, choose);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(12, 0, 4, 0);
    top->addWidget(name, 1);
    top->addWidget(newChat);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 12, 8, 12);
    layout->setSpacing(12);
    layout->addLayout(top);
    layout->addWidget(m_list, 1);
}

void Sidebar::setCurrent(const services::Conversation* conversation)
{
    const int row = m_conversations.rowOf(conversation);
    m_list->setCurrentIndex(row < 0 ? QModelIndex() : m_conversations.index(row));
}

void Sidebar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        update();
}

void Sidebar::paintEvent(QPaintEvent*)
{
    const Colours& colour = colours(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colour.sidebar);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), colour.border);
}

} // namespace ui
