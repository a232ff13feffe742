#pragma once

#include <QObject>

class QWidget;

namespace app {

/// Tells when a window is on the screen for the first time: what is not needed for that can be done
/// then.
class FirstPaint : public QObject {
    Q_OBJECT

public:
    /// The window must have been shown, and must outlive this.
    explicit FirstPaint(QWidget& window, QObject* parent = nullptr);

signals:
    void painted(); ///< once

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace app
