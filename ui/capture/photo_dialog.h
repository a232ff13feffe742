#pragma once

#include "services/pictures/picture.h"
#include "ui/capture/camera.h"

#include <QDialog>
#include <QImage>

#include <memory>

class QComboBox;
class QPushButton;

namespace ui {

class Announcer;
class PhotoView;
class TextLabel;

/// Shows what a camera sees and takes one image. The camera runs only while it is shown. Deletes itself
/// when it is closed.
class PhotoDialog : public QDialog {
    Q_OBJECT

public:
    PhotoDialog(std::unique_ptr<Camera> camera, QWidget* parent);
    ~PhotoDialog() override;

signals:
    void photographed(const services::Picture& picture); ///< the user wants to use it

protected:
    void done(int result) override;

private:
    void layOut();
    void listCameras();
    void start();
    void showPhoto(const QImage& image);
    void showProblem(const QString& message);
    void use();

    std::unique_ptr<Camera> m_camera;
    QImage m_photo; // null: none was taken yet
    PhotoView* m_view;
    TextLabel* m_message;
    Announcer* m_announcer;
    QComboBox* m_choice; // of several cameras
    QPushButton* m_take; // or take again
    QPushButton* m_use;
    bool m_isRunning = false; // the camera
};

} // namespace ui
