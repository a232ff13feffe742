#include "app/window_session.h"

#include "services/conversations/conversation_list.h"
#include "services/system/session.h"
#include "ui/chat/prompt_box.h"
#include "ui/window/main_window.h"

#include <QGuiApplication>

#include <utility>

namespace app {

WindowSession::WindowSession(ui::MainWindow& window, services::ConversationList& conversations,
    const QString& folder, QObject* parent)
    : QObject(parent)
    , m_window(window)
    , m_conversations(conversations)
    , m_folder(folder)
{
    connect(qApp, &QGuiApplication::applicationStateChanged, this, [this](Qt::ApplicationState to) {
        if (to == Qt::ApplicationInactive) // also what a later kill -9 leaves is then of use
            save();
    });
}

void WindowSession::restorePlace()
{
    const services::Session session = services::readSession(m_folder);
    if (m_window.restoreGeometry(session.geometry)) // looks whether the screen is still there
        m_window.fitIntoScreen();
    m_window.restoreState(session.state);
}

void WindowSession::restoreContents()
{
    const services::Session session = services::readSession(m_folder);
    if (m_conversations.find(session.conversation)) {
        restoreConversation(session.conversation);
    } else if (!session.conversation.isEmpty()) {
        m_awaited = session.conversation;
        connect(
            &m_conversations, &services::ConversationList::restored, this,
            [this] { restoreConversation(std::exchange(m_awaited, {})); },
            Qt::SingleShotConnection);
    }
    if (!session.page.isEmpty())
        m_window.showPage(session.page);
}

void WindowSession::restoreConversation(const QString& id)
{
    services::Conversation* conversation = m_conversations.find(id);
    const bool isUntouched = m_window.conversation()->isEmpty()
        && m_window.promptBox()->text().isEmpty() && m_window.promptBox()->pictures().isEmpty();
    if (!conversation || !isUntouched)
        return;
    const QString page = m_window.currentPage();
    m_window.showConversation(conversation);
    m_window.showPage(page);
}

void WindowSession::save() const
{
    const QString open
        = m_window.conversation()->isEmpty() ? m_awaited : m_window.conversation()->id();
    services::writeSession(
        m_folder, {m_window.saveGeometry(), m_window.saveState(), m_window.currentPage(), open});
}

} // namespace app
