#pragma once

#include <QByteArray>
#include <QString>

namespace services {

/// How the user left the window.
struct Session {
    QByteArray geometry; ///< from QWidget::saveGeometry()
    QByteArray state; ///< from QMainWindow::saveState()
    QString page; ///< the id of the page; empty: the chat
    QString conversation; ///< the id of the conversation; empty: a new one
};

/// The session is kept in a file of `folder`. A missing or damaged file gives an empty session.
Session readSession(const QString& folder);
void writeSession(const QString& folder, const Session& session);

} // namespace services
