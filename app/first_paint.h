#pragma once

#include <QObject>

class QWidget;

namespace app {

/// Reports that a window has been painted for the first time, so that work that the first picture
/// does not need can be done after it.
class FirstPaint : public QObject {
    Q_OBJECT

public:
    /// The window must be visible already and must outlive this object.
    explicit FirstPaint(QWidget& window, QObject* parent = nullptr);

signals:
    void painted(); ///< sent once

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace app
