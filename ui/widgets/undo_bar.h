#pragma once

#include "ui/widgets/text_label.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QPushButton;

namespace ui {

class Announcer;
class ElidedLabel;

enum class Tone { Failure, News };

/// A message about something that failed or was done, on a surface of its own in the place where
/// that happened. Derived classes add what can be done about it.
class Banner : public QWidget {
    Q_OBJECT

public:
    QString message() const { return m_label->text(); }
    Tone tone() const { return m_tone; }

protected:
    Banner(const QString& message, Tone tone, QWidget* parent = nullptr);

    TextLabel* label() const { return m_label; }
    void setMessage(const QString& message);

    void paintEvent(QPaintEvent* event) override;

private:
    Tone m_tone;
    TextLabel* m_label;
};

/// A message that is shown until the user dismisses it. Its text can be selected.
class Notice : public Banner {
    Q_OBJECT

public:
    explicit Notice(const QString& message, Tone tone = Tone::Failure, QWidget* parent = nullptr);

    QPushButton* addButton(const QString& text); ///< a button for what can be done about it

signals:
    void dismissed();
};

/// Says what was just done and offers for a while to undo it; screen readers announce it. Hidden
/// otherwise.
class UndoBar : public QWidget {
    Q_OBJECT

public:
    explicit UndoBar(QWidget* parent = nullptr);

    /// Calls `undo` if the user wants it, or else `gone` as soon as it is too late: after some
    /// seconds, with the next offer or by withdraw(). Neither is called if the bar is destroyed
    /// before.
    void offer(const QString& message, std::function<void()> undo, std::function<void()> gone = {});
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
