#include "app/tray_icon.h"

#include "services/plain_tool_tip.h"
#include "ui/theme/icons.h"

#include <QApplication>
#include <QEvent>
#include <QMenu>
#include <QSystemTrayIcon>

namespace app {

TrayIcon::TrayIcon(QObject* parent)
    : QObject(parent)
{
    qApp->installEventFilter(this);
}

TrayIcon::~TrayIcon()
{
    setWanted(false);
}

void TrayIcon::setWanted(bool wanted)
{
    if (wanted && !m_icon) {
        make();
    } else if (!wanted) {
        m_icon.reset();
        m_menu.reset();
    }
    QGuiApplication::setQuitOnLastWindowClosed(!isShown());
}

bool TrayIcon::isShown() const
{
    return m_icon && m_icon->isVisible() && QSystemTrayIcon::isSystemTrayAvailable();
}

void TrayIcon::make()
{
    m_menu = std::make_unique<QMenu>();
    m_menu->addAction(tr("Show Vignette"), this, &TrayIcon::showRequested);
    m_menu->addAction(tr("New chat"), this, &TrayIcon::newChatRequested);
    m_menu->addSeparator();
    m_menu->addAction(tr("Quit"), [] { QCoreApplication::quit(); });

    const QString symbolic = QGuiApplication::desktopFileName() + QStringLiteral("-symbolic");
    m_icon = std::make_unique<QSystemTrayIcon>(QIcon::fromTheme(symbolic, ui::applicationIcon()));
    m_icon->setToolTip(services::plainToolTip(QGuiApplication::applicationDisplayName()));
    m_icon->setContextMenu(m_menu.get());
    connect(m_icon.get(), &QSystemTrayIcon::activated, this,
        [this](QSystemTrayIcon::ActivationReason reason) {
            if (reason != QSystemTrayIcon::Context)
                emit showRequested();
        });
    m_icon->show();
}

// A host can go while the program runs: whether the window may be hidden is asked when it closes.
bool TrayIcon::eventFilter(QObject*, QEvent* event)
{
    if (event->type() == QEvent::Close && m_icon)
        QGuiApplication::setQuitOnLastWindowClosed(!isShown());
    return false;
}

} // namespace app
