#pragma once

#include <QObject>
#include <QTimer>

namespace app {

/// Stops the text cursor from blinking when nobody has typed or clicked for a while, because the
/// blinking would be the only thing that wakes an idle program.
class CaretRest : public QObject {
    Q_OBJECT

public:
    explicit CaretRest(QObject* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void wake();

    QTimer m_patience;
    const int m_flashTime; // the desktop's, milliseconds
};

} // namespace app
