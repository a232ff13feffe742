#pragma once

#include "services/pictures/picture.h"

#include <QDateTime>
#include <QImage>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QRect>
#include <QString>

#include <optional>

class QScreen;

namespace services {

class PortalRequest;

/// What of the screen an image is taken of.
enum class CaptureArea { Region, Window, Screen };

/// "region", "window" and "screen", as on the command line.
QString toString(CaptureArea area);
std::optional<CaptureArea> captureAreaFromName(const QString& name);

/// What one screen shows, where programs may read it themselves.
struct ScreenImage {
    QImage image; ///< its pixels
    QPointer<QScreen> screen;
    QList<QRect> windows; ///< in pixels of the image, the uppermost first; may be empty
};

/// Takes an image of the screen: through the desktop portal where there is one, otherwise through
/// X11. Lives in the window's thread and never waits. Every take() is answered by exactly one
/// signal, unless another one follows before.
class ScreenCapture : public QObject {
    Q_OBJECT

public:
    explicit ScreenCapture(QObject* parent = nullptr);
    ~ScreenCapture() override;

    /// Takes an image. A portal lets the user choose the region or the window by itself.
    void take(CaptureArea area);

    /// Answers with an image that the user has cut out of a ScreenImage.
    void takeFrom(const QImage& image);

signals:
    /// `savedIn` is the folder in which the desktop has saved the image, too; empty: nothing is
    /// saved. A temporary file of the portal has been deleted.
    void captured(const services::Picture& picture, const QString& savedIn);
    /// There is no portal: the user shall choose a part of these screens.
    void choiceNeeded(const QList<services::ScreenImage>& screens, services::CaptureArea area);
    void cancelled(); ///< by the user
    void failed(const QString& message);

private:
    void takeByPortal(CaptureArea area);
    void takeFile(const QString& address);
    void grab(CaptureArea area);

    QPointer<PortalRequest> m_request; // that has not been answered
    QDateTime m_begun; // when the image was requested last
};

} // namespace services
