#pragma once

#include <QObject>

#include <memory>

class QMenu;
class QSystemTrayIcon;

namespace app {

/// The program in the desktop's tray, with a menu. While it is there, closing the window hides it.
class TrayIcon : public QObject {
    Q_OBJECT

public:
    explicit TrayIcon(QObject* parent = nullptr);
    ~TrayIcon() override; ///< closing the last window ends the program again

    /// Shows or takes away the icon. Without a host on the desktop there is none, and the window
    /// is never hidden.
    void setWanted(bool wanted);
    bool isShown() const;

signals:
    void showRequested();
    void newChatRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void make();

    std::unique_ptr<QMenu> m_menu;
    std::unique_ptr<QSystemTrayIcon> m_icon; // null: not wanted
};

} // namespace app
