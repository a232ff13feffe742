#pragma once

#include <QTimer>
#include <QWidget>

namespace services {
class ProgramServer;
}

namespace ui {

class Announcer;
class TextLabel;

/// What the program's server does: where it runs, or why it does not; who is connected, and what is
/// being answered. A screen reader hears when it starts, ends or fails.
class ServerState : public QWidget {
    Q_OBJECT

public:
    /// The server must outlive it.
    explicit ServerState(services::ProgramServer& server, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void showStage();
    void showUse();
    QString stageText() const;

    services::ProgramServer& m_server;
    TextLabel* m_stage;
    TextLabel* m_use;
    Announcer* m_announcer;
    QTimer m_now; // asks who is there, while somebody sees it
};

} // namespace ui
