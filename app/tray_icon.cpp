#include "app/tray_icon.h"

#include "services/text.h"
#include "ui/theme/icons.h"
#include "ui/widgets/text_label.h"

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
        m_lines.clear();
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
    m_menu->addAction(tr("Ask about the screen"), this, &TrayIcon::screenRequested);
    m_menu->addSeparator();
    m_toggle = m_menu->addAction({}, this, &TrayIcon::downloadsToggled);
    m_end = m_menu->addSeparator();
    m_menu->addAction(tr("Quit"), [] { QCoreApplication::quit(); });

    const QString symbolic = QGuiApplication::desktopFileName() + QStringLiteral("-symbolic");
    m_icon = std::make_unique<QSystemTrayIcon>(QIcon::fromTheme(symbolic, ui::applicationIcon()));
    m_icon->setContextMenu(m_menu.get());
    showDownloads();
    connect(m_icon.get(), &QSystemTrayIcon::activated, this,
        [this](QSystemTrayIcon::ActivationReason reason) {
            if (reason != QSystemTrayIcon::Context)
                emit showRequested();
        });
    m_icon->show();
}

void TrayIcon::setDownloads(const QStringList& lines, bool arePaused)
{
    m_downloads = lines;
    m_arePaused = arePaused;
    if (m_icon)
        showDownloads();
}

QString TrayIcon::toolTip() const
{
    return m_icon ? m_icon->toolTip() : QString();
}

// Entries stay the same while their words change, for the menu may be open.
void TrayIcon::showDownloads()
{
    while (m_lines.size() > m_downloads.size())
        delete m_lines.takeLast();
    while (m_lines.size() < m_downloads.size()) {
        auto* line = new QAction(m_menu.get());
        connect(line, &QAction::triggered, this, &TrayIcon::downloadsRequested);
        m_menu->insertAction(m_toggle, line);
        m_lines << line;
    }
    for (qsizetype i = 0; i < m_lines.size(); ++i)
        m_lines[i]->setText(ui::labelText(m_downloads[i]));
    m_toggle->setText(m_arePaused ? tr("Resume downloads") : tr("Pause downloads"));
    m_toggle->setVisible(!m_downloads.isEmpty());
    m_end->setVisible(!m_downloads.isEmpty());
    const QStringList told = QStringList(QGuiApplication::applicationDisplayName()) + m_downloads;
    m_icon->setToolTip(services::plainToolTip(told.join(u'\n')));
}

// A host can go while the program runs: whether the window may be hidden is asked when it closes.
bool TrayIcon::eventFilter(QObject*, QEvent* event)
{
    if (event->type() == QEvent::Close && m_icon)
        QGuiApplication::setQuitOnLastWindowClosed(!isShown());
    return false;
}

} // namespace app
