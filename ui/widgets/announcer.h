#pragma once

#include <QWidget>

namespace ui {

/// Says sentences to a screen reader without moving the focus. Nobody sees it.
class Announcer : public QWidget {
    Q_OBJECT

public:
    explicit Announcer(QWidget* parent);

    void say(const QString& sentence);

    /// The sentence that was said last; what a reader finds here.
    const QString& said() const { return m_said; }

private:
    QString m_said;
};

/// Lets screen readers see an Announcer as a message with text. Once, before the first window.
void installAnnouncerAccessibility();

} // namespace ui
