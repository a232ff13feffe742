#pragma once

#include <QList>
#include <QObject>
#include <QStringList>

#include <memory>

class QAction;
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

    /// Sets the running downloads, a line each, for tooltip and menu; may be empty. `arePaused`
    /// says whether the menu offers to continue with them or to pause them.
    void setDownloads(const QStringList& lines, bool arePaused);

    QMenu* menu() const { return m_menu.get(); } ///< null: no icon is wanted
    QString toolTip() const; ///< empty: no icon is wanted

signals:
    void showRequested();
    void newChatRequested();
    void screenRequested(); ///< the user wants to ask about the screen
    void downloadsRequested(); ///< the page that shows them
    void downloadsToggled(); ///< all shall pause, or continue

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void make();
    void showDownloads();

    QStringList m_downloads;
    bool m_arePaused = false;
    std::unique_ptr<QMenu> m_menu;
    QAction* m_toggle = nullptr; // of the menu, which owns it and all below
    QAction* m_end = nullptr; // what comes after the downloads
    QList<QAction*> m_lines; // one for each download
    std::unique_ptr<QSystemTrayIcon> m_icon; // null: not wanted
};

} // namespace app
