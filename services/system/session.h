#pragma once

#include <QByteArray>
#include <QString>

namespace services {

/// How the window was left. A value.
struct Session {
    QByteArray geometry; ///< as QWidget::saveGeometry gives it
    QByteArray state; ///< as QMainWindow::saveState gives it
    QString page; ///< its id; empty: the chat
    QString conversation; ///< its id; empty: a new one
};

/// Kept in a file of this folder. One that is missing or damaged is an empty session.
Session readSession(const QString& folder);
void writeSession(const QString& folder, const Session& session);

} // namespace services
