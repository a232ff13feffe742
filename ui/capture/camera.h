#pragma once

#include <QImage>
#include <QObject>
#include <QStringList>

#include <memory>

namespace ui {

/// The cameras of this computer, one of which shows what it sees. Lives in the window's thread.
class Camera : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// The names of the cameras, for users. Empty: none is connected.
    virtual QStringList names() const = 0;
    /// Starts the camera with this index in names(), in place of the one that runs.
    virtual void start(int index) = 0;
    virtual void stop() = 0;
    /// Reports the next image of the camera that runs in its full size, by taken().
    virtual void take() = 0;

signals:
    void namesChanged(); ///< a camera was connected or removed
    void seen(const QImage& image); ///< several times a second while a camera runs
    void taken(const QImage& image);
    void failed(const QString& reason); ///< the camera can't be used; the reason may be empty
};

/// True if this build can use cameras.
bool canUseCameras();

/// The cameras of this computer, by Qt Multimedia. Null if canUseCameras() is false.
std::unique_ptr<Camera> makeCamera();

} // namespace ui
