#pragma once

#include "ui/widgets/line_edits.h"

#include <QTimer>
#include <QWidget>

class QPushButton;

namespace services {
class ProgramServer;
}

namespace ui {

class Announcer;
class LinesEdit;
class TextLabel;

/// A command for a terminal that asks the program's server, to be copied.
class ExampleCommandView : public QWidget {
    Q_OBJECT

public:
    /// The server must outlive it.
    explicit ExampleCommandView(services::ProgramServer& server, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showCommand();
    void copy();
    void sayCopied(bool isCopied);

    services::ProgramServer& m_server;
    LinesEdit* m_command;
    QPushButton* m_copy;
    QTimer m_thanks; // while the button says that it has copied
};

/// Takes the key that clients of the program's server must give, and says where it is kept.
class ServerKeyEdit : public SecretEdit {
    Q_OBJECT

public:
    /// The server must outlive it.
    explicit ServerKeyEdit(services::ProgramServer& server, QWidget* parent = nullptr);

protected:
    void keepSecret(const QByteArray& secret) override;
    void forgetSecret() override;
    bool canForget() const override;
    QString message() const override;

private:
    services::ProgramServer& m_server;
};

/// What the program's server does: where it runs, or why it does not; who is connected, and what is
/// being answered. It is announced by screen readers when it starts, ends or fails.
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
