#include "app/window_session.h"

#include "services/conversations/conversation_list.h"
#include "services/system/session.h"
#include "ui/chat/prompt_box.h"
#include "ui/window/main_window.h"

#include <QGuiApplication>

#include <utility>

namespace app {

namespace {

constexpr int pause = 300; // milliseconds without another change before anything is saved

} // namespace

WindowSession::WindowSession(ui::MainWindow& window, services::ConversationList& conversations,
    const QString& folder, QObject* parent)
    : QObject(parent)
    , m_window(window)
    , m_conversations(conversations)
    , m_folder(folder)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(pause);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        m_writer.post(
            [folder = m_folder, session = session()] { services::writeSession(folder, session); });
    });
}

void WindowSession::follow()
{
    const auto saveSoon = qOverload<>(&QTimer::start);
    connect(&m_window, &ui::MainWindow::placeChanged, &m_soon, saveSoon);
    connect(qApp, &QGuiApplication::applicationStateChanged, &m_soon, saveSoon);
    connect(&m_conversations, &QAbstractItemModel::rowsInserted, &m_soon, saveSoon);
    m_soon.start();
}

void WindowSession::restorePlace()
{
    const services::Session session = services::readSession(m_folder);
    if (m_window.restoreGeometry(session.geometry)) // looks whether the screen is still there
        m_window.fitIntoScreen(session.titleBar);
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

services::Session WindowSession::session() const
{
    const QString open
        = m_window.conversation()->isEmpty() ? m_awaited : m_window.conversation()->id();
    const int titleBar = m_window.geometry().top() - m_window.frameGeometry().top();
    return {m_window.saveGeometry(), m_window.saveState(), m_window.currentPage(), open, titleBar};
}

void WindowSession::save()
{
    m_soon.stop();
    m_writer.wait();
    services::writeSession(m_folder, session());
}

} // namespace app
