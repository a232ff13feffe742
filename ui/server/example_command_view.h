#pragma once

#include <QTimer>
#include <QWidget>

class QPushButton;

namespace services {
class ProgramServer;
}

namespace ui {

class LinesEdit;

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

} // namespace ui
