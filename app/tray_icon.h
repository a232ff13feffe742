#pragma once

#include <QObject>

#include <memory>

class QMenu;
class QSystemTrayIcon;

namespace app {

/// The program's icon in the tray of the desktop, with a menu. While it is shown, closing the
/// window hides the window.
class TrayIcon : public QObject {
    Q_OBJECT

public:
    explicit TrayIcon(QObject* parent = nullptr);
    ~TrayIcon() override; ///< from now on, closing the last window ends the program

    /// Shows or removes the icon. If the desktop has no tray, no icon is shown and the window is
    /// never hidden.
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
