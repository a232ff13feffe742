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

    void offer(const QString& sentence, std::function<void()> undo);
    void undo(); ///< undoes what is offered, if anything

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    ElidedLabel* m_label;
    Announcer* m_announcer;
    std::function<void()> m_undo;
    QTimer m_timer; // stands still while the mouse is on the bar
};

} // namespace ui
