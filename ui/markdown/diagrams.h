#pragma once

#include "base/serial_worker.h"

#include <QCache>
#include <QImage>
#include <QObject>
#include <QString>

#include <stop_token>

namespace ui {

/// The images of diagrams in answers, drawn one after the other in the background. Lives in the window's
/// thread and keeps what was drawn last, because views of messages come and go.
class Diagrams : public QObject {
    Q_OBJECT

public:
    static Diagrams& instance();
    ~Diagrams() override; ///< ends what is being drawn

    /// Has a diagram drawn if its language can be and it was not before. Returns the image as soon as
    /// there is one; null: not yet, or it can't be drawn.
    QImage image(const QString& language, const QString& text);

signals:
    void drawn(); ///< there is an image that was asked for before

private:
    Diagrams() = default;

    QCache<QString, QImage> m_images{maxCost}; // null: it is being drawn, or can't be
    std::stop_source m_stop;
    base::SerialWorker m_worker;

    static constexpr int maxCost = 64 << 10; // KiB
};

} // namespace ui
