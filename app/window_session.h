#pragma once

#include "base/serial_worker.h"

#include <QObject>
#include <QString>
#include <QTimer>

namespace services {
class ConversationList;
struct Session;
} // namespace services

namespace ui {
class MainWindow;
}

namespace app {

/// Saves where the user is in the window and restores it at the next start.
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

    /// Saves from now on, in the background, whenever the user has gone elsewhere: the next start
    /// finds it also if this run is killed.
    void follow();

    void save(); ///< has saved when it returns

private:
    void restoreConversation(const QString& id);
    services::Session session() const;

    ui::MainWindow& m_window;
    services::ConversationList& m_conversations;
    const QString m_folder;
    QString m_awaited; // the conversation that has yet to come from the disk
    QTimer m_soon; // runs while there is something to save
    base::SerialWorker m_writer; // one thread, so that the newest is written last
};

} // namespace app
