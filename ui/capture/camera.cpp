#include "ui/capture/camera.h"

#ifdef VIGNETTE_CAMERA
#include <QCamera>
#include <QCameraDevice>
#include <QElapsedTimer>
#include <QMediaCaptureSession>
#include <QMediaDevices>
#include <QVideoFrame>
#include <QVideoSink>

#include <algorithm>
#include <utility>
#endif

namespace ui {

#ifdef VIGNETTE_CAMERA

namespace {

constexpr qint64 pause = 66; // milliseconds between two images, at least
constexpr qint64 shareOfTime = 4; // so many times as long as it takes to make an image of a frame
constexpr qint64 maxPixels = 8'000'000; // of a frame; more is slow to show
constexpr float minRate = 4; // frames a second

// The format with the most pixels that can be shown as a video. A null one: the camera chooses.
QCameraFormat bestFormat(const QCameraDevice& device)
{
    const auto pixels = [](const QCameraFormat& format) {
        const QSize size = format.resolution();
        return qint64(size.width()) * size.height();
    };
    QCameraFormat best;
    for (const QCameraFormat& format : device.videoFormats()) {
        const bool isUsable = pixels(format) <= maxPixels && format.maxFrameRate() >= minRate;
        if (isUsable && (best.isNull() || pixels(format) > pixels(best)))
            best = format;
    }
    return best;
}

class DesktopCamera : public Camera {
public:
    DesktopCamera()
    {
        m_session.setVideoSink(&m_sink);
        connect(&m_sink, &QVideoSink::videoFrameChanged, this, &DesktopCamera::show);
        connect(&m_devices, &QMediaDevices::videoInputsChanged, this, &Camera::namesChanged);
    }

    QStringList names() const override
    {
        QStringList names;
        for (const QCameraDevice& device : QMediaDevices::videoInputs())
            names << device.description();
        return names;
    }

    void start(int index) override
    {
        stop();
        const QList<QCameraDevice> devices = QMediaDevices::videoInputs();
        if (index < 0 || index >= devices.size()) {
            emit failed({});
            return;
        }
        m_camera = std::make_unique<QCamera>(devices[index]);
        if (const QCameraFormat format = bestFormat(devices[index]); !format.isNull())
            m_camera->setCameraFormat(format);
        connect(m_camera.get(), &QCamera::errorOccurred, this,
            [this](QCamera::Error, const QString& reason) { emit failed(reason); });
        m_session.setCamera(m_camera.get());
        m_camera->start();
    }

    void stop() override
    {
        m_isWanted = false;
        m_session.setCamera(nullptr);
        m_sinceLast.invalidate();
        if (!m_camera)
            return;
        m_camera->disconnect(this);
        m_camera->stop();
        m_camera.release()->deleteLater(); // it may be the sender
    }

    void take() override { m_isWanted = true; }

private:
    void show(const QVideoFrame& frame)
    {
        if (!m_isWanted && m_sinceLast.isValid() && m_sinceLast.elapsed() < m_pause)
            return;
        QElapsedTimer making;
        making.start();
        const QImage image = frame.toImage();
        if (image.isNull()) // the camera is still starting
            return;
        m_pause = std::max(pause, shareOfTime * making.elapsed());
        m_sinceLast.start();
        if (std::exchange(m_isWanted, false))
            emit taken(image);
        else
            emit seen(image);
    }

    QMediaDevices m_devices;
    QVideoSink m_sink;
    std::unique_ptr<QCamera> m_camera; // that runs; null: none
    QMediaCaptureSession m_session;
    bool m_isWanted = false; // the next image
    QElapsedTimer m_sinceLast; // image; invalid: there was none
    qint64 m_pause = pause; // milliseconds
};

} // namespace

bool canUseCameras()
{
    return true;
}

std::unique_ptr<Camera> makeCamera()
{
    return std::make_unique<DesktopCamera>();
}

#else

bool canUseCameras()
{
    return false;
}

std::unique_ptr<Camera> makeCamera()
{
    return nullptr;
}

#endif

} // namespace ui
