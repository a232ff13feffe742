#pragma once

#include <QTimer>
#include <QWidget>

#include <functional>

namespace ui {

class Announcer;
class ElidedLabel;

/// Says what was just done and offers for a while to undo it; screen readers announce it. Hidden
/// otherwise.
class UndoBar : public QWidget {
    Q_OBJECT

public:
    explicit UndoBar(QWidget* parent = nullptr);

    /// Calls `undo` if the user wants it, or else `gone` as soon as it is too late: after some
    /// seconds, with the next offer or by withdraw(). Neither is called if the bar is destroyed
    /// before.
    void offer(
        const QString& sentence, std::function<void()> undo, std::function<void()> gone = {});
    void undo(); ///< undoes what is offered, if anything
    void withdraw(); ///< what is offered stays as it was done

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    ElidedLabel* m_label;
    Announcer* m_announcer;
    std::function<void()> m_undo, m_gone;
    QTimer m_timer; // stands still while the mouse or the focus is on the bar
};

} // namespace ui
