#pragma once

#include <QWidget>

namespace ui {

/// Lets a screen reader say sentences without moving the focus. It is invisible.
class Announcer : public QWidget {
    Q_OBJECT

public:
    explicit Announcer(QWidget* parent);

    void say(const QString& sentence);

    /// Takes back what was said last, because it is not so any longer. Nothing is heard of this.
    void withdraw() { say({}); }

    /// The sentence that was said last and is still so, which a screen reader finds here.
    const QString& said() const { return m_said; }

private:
    QString m_said;
};

/// Lets screen readers see an Announcer as a message with text. Must be called once, before the
/// first window is made.
void installAnnouncerAccessibility();

} // namespace ui
