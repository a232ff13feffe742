#pragma once

#include <QObject>
#include <QString>

namespace services {
class ConversationList;
}

namespace ui {
class MainWindow;
}

namespace app {

/// Saves how the user leaves the window and restores it at the next start.
class WindowSession : public QObject {
    Q_OBJECT

public:
    /// Window and list must outlive this object. `folder` is where the session is kept.
    WindowSession(ui::MainWindow& window, services::ConversationList& conversations,
        const QString& folder, QObject* parent = nullptr);

    /// Restores size and position, for a window that is not shown yet; moves it to a screen that
    /// exists.
    void restorePlace();

    /// Restores the page, and the conversation as soon as it has been read from the disk, unless
    /// the user has written or opened something before.
    void restoreContents();

    void save() const;

private:
    void restoreConversation(const QString& id);

    ui::MainWindow& m_window;
    services::ConversationList& m_conversations;
    const QString m_folder;
    QString m_awaited; // the conversation that has yet to come from the disk
};

} // namespace app
