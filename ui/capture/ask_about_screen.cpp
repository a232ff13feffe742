#include "ui/capture/ask_about_screen.h"

#include "ui/capture/area_overlay.h"

#include <QEvent>
#include <QWidget>

#include <chrono>
#include <utility>

using namespace std::chrono_literals;

namespace ui {

using services::CaptureArea;
using services::ScreenCapture;
using services::ScreenImage;

namespace {

// The desktop needs this long to draw what was behind the window, with its animations.
constexpr auto hidingTime = 250ms;

} // namespace

AskAboutScreen::AskAboutScreen(QWidget& window, QObject* parent)
    : QObject(parent)
    , m_window(window)
{
    m_hiding.setSingleShot(true);
    window.installEventFilter(this);
    connect(&m_capture, &ScreenCapture::choiceNeeded, this, &AskAboutScreen::choose);
    connect(&m_capture, &ScreenCapture::cancelled, this, &AskAboutScreen::bringBack);
    connect(&m_capture, &ScreenCapture::captured, this,
        [this](const services::Picture& picture, const QString& savedIn) {
            m_wasInFront = true; // it is to be in front from now on
            bringBack();
            emit taken(picture, savedIn);
        });
    connect(&m_capture, &ScreenCapture::failed, this, [this](const QString& message) {
        m_wasInFront = true;
        bringBack();
        emit failed(message);
    });
}

AskAboutScreen::~AskAboutScreen()
{
    closeOverlays();
}

bool AskAboutScreen::eventFilter(QObject* watched, QEvent* event)
{
    m_hasBeenActive = m_hasBeenActive || event->type() == QEvent::WindowActivate;
    return QObject::eventFilter(watched, event);
}

void AskAboutScreen::ask(CaptureArea area)
{
    if (m_hiding.isActive())
        return;
    if (!m_overlays.isEmpty()) { // the user is choosing
        if (m_overlays.first())
            m_overlays.first()->activateWindow();
        return;
    }
    // Right after the start of the program the window is in front before it is active.
    const bool isInFront = m_window.isActiveWindow() || !m_hasBeenActive;
    if (!m_window.isVisible() || !isInFront)
        return m_capture.take(area);
    m_wasInFront = m_window.isActiveWindow();
    m_isHidden = true;
    m_window.hide();
    m_hiding.callOnTimeout(this, [this, area] {
        m_hiding.disconnect(this);
        m_capture.take(area);
    });
    m_hiding.start(hidingTime);
}

void AskAboutScreen::choose(const QList<ScreenImage>& screens, CaptureArea area)
{
    for (const ScreenImage& screen : screens) {
        auto* overlay = new AreaOverlay(screen, area);
        m_overlays << overlay;
        connect(overlay, &AreaOverlay::chosen, this, [this](const QImage& part) {
            closeOverlays();
            m_capture.takeFrom(part);
        });
        connect(overlay, &AreaOverlay::cancelled, this, [this] {
            closeOverlays();
            bringBack();
        });
        connect(overlay, &QObject::destroyed, this, [this] {
            // The desktop may close it by itself, which cancels, too.
            if (m_overlays.removeIf([](const auto& each) { return each.isNull(); }) > 0
                && m_overlays.isEmpty())
                bringBack();
        });
        overlay->showFullScreen();
        overlay->raise();
        overlay->activateWindow();
        overlay->setFocus(Qt::OtherFocusReason);
    }
}

void AskAboutScreen::closeOverlays()
{
    for (const QPointer<AreaOverlay>& overlay : std::exchange(m_overlays, {}))
        if (overlay)
            overlay->close(); // and is deleted later: it may be the sender
}

void AskAboutScreen::bringBack()
{
    const bool wasInFront = std::exchange(m_wasInFront, false);
    const bool isHidden = std::exchange(m_isHidden, false);
    if (!wasInFront && isHidden) { // it stays where it was
        m_window.setAttribute(Qt::WA_ShowWithoutActivating);
        m_window.show();
        m_window.setAttribute(Qt::WA_ShowWithoutActivating, false);
    }
    if (!wasInFront)
        return;
    m_window.setWindowState(m_window.windowState() & ~Qt::WindowMinimized);
    m_window.show();
    m_window.raise();
    m_window.activateWindow();
}

} // namespace ui
