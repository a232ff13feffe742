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

/// Keeps how the window is left, and brings it back at the next start.
class WindowSession : public QObject {
    Q_OBJECT

public:
    /// Window and list must outlive this. `folder`: where the session is kept.
    WindowSession(ui::MainWindow& window, services::ConversationList& conversations,
        const QString& folder, QObject* parent = nullptr);

    /// Size and place, for a window that is not shown yet; on a screen that is there.
    void restorePlace();

    /// The page, and the conversation as soon as it has come from the disk, unless something was
    /// written or opened before.
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
