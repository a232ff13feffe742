#pragma once

#include "services/system/screen_capture.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QTimer>

class QWidget;

namespace ui {

class AreaOverlay;

/// Takes an image of the screen for a question: puts the window out of the way if it is in front,
/// lets the user choose an area where the desktop doesn't, and brings the window back. Lives in the
/// window's thread.
class AskAboutScreen : public QObject {
    Q_OBJECT

public:
    /// The window must outlive it.
    explicit AskAboutScreen(QWidget& window, QObject* parent = nullptr);
    ~AskAboutScreen() override;

    void ask(services::CaptureArea area);

signals:
    /// The window is shown again. `savedIn`: see ScreenCapture.
    void taken(const services::Picture& picture, const QString& savedIn);
    void failed(const QString& message); ///< likewise

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void choose(const QList<services::ScreenImage>& screens, services::CaptureArea area);
    void closeOverlays();
    void bringBack();

    QWidget& m_window;
    services::ScreenCapture m_capture;
    QList<QPointer<AreaOverlay>> m_overlays; // one per screen while the user chooses
    QTimer m_hiding; // until the window has gone
    bool m_hasBeenActive = false; // false: it may be about to come to the front
    bool m_isHidden = false; // for the screenshot
    bool m_wasInFront = false; // and comes back there
};

} // namespace ui
