#pragma once

#include <QAccessibleWidget>
#include <QList>
#include <QWidget>

#include <functional>

class QWidget;

namespace ui {

/// The accessible interface of a widget whose children a screen reader meets in the order in which
/// they are read. The widgets of the application have it, see installReadingOrder().
class ReadWidget : public QAccessibleWidget {
public:
    explicit ReadWidget(QWidget* widget, QAccessible::Role role = QAccessible::Client);

    int childCount() const override;
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;

private:
    QList<QWidget*> children() const; // none while something covers the widget
};

/// The name of a property that is true for a widget that covers its siblings while it is
/// shown: screen readers find nothing else there.
inline constexpr char coversSiblings[] = "coversSiblings";

/// The accessible interface of a widget from which a screen reader reads a text, line by line.
/// There is a reading position but no selection.
class ReadableText : public ReadWidget, public QAccessibleTextInterface {
public:
    /// `content` returns the present text.
    ReadableText(QWidget* widget, QAccessible::Role role, std::function<QString()> content);

    void* interface_cast(QAccessible::InterfaceType type) override;
    QString text(QAccessible::Text type) const override;

    QString text(int begin, int end) const override;
    int characterCount() const override;
    int cursorPosition() const override { return m_position; }
    void setCursorPosition(int position) override;

    QRect characterRect(int offset) const override;
    int offsetAtPoint(const QPoint& point) const override;

    void selection(int, int* begin, int* end) const override { *begin = *end = 0; }
    int selectionCount() const override { return 0; }
    void addSelection(int, int) override { }
    void removeSelection(int) override { }
    void setSelection(int, int, int) override { }
    void scrollToSubstring(int, int) override { }
    QString attributes(int offset, int* begin, int* end) const override;

private:
    std::function<QString()> m_content;
    int m_position = 0;
};

/// The children of a widget in the order in which they are read: as its layout has them, and below
/// each other, then side by side in the direction of the language, those that are in none. Hidden
/// ones are among them.
QList<QWidget*> childrenAsRead(const QWidget& parent);

/// What Tab stops at within a widget, in the order in which it is read. A list, an editor, a spin
/// box or a combo box is one stop; an empty list is none.
QList<QWidget*> tabStops(QWidget& within);

/// Moves the focus from where it is within a widget to the next stop or to the one before, from the
/// last to the first, and scrolls it into sight. Returns false if there is no other.
bool focusNextStop(QWidget& within, bool next);

/// Lets screen readers see the children of every plain widget as they are read, in whatever order
/// they were made. Must be called once, before the first window is made.
void installReadingOrder();

/// Lets a screen reader say messages without moving the focus. It is invisible.
class Announcer : public QWidget {
    Q_OBJECT

public:
    explicit Announcer(QWidget* parent);

    void say(const QString& message);

    /// Takes back the last announcement, because it is no longer true. Screen readers announce
    /// nothing.
    void withdraw() { say({}); }

    /// The message that was said last and is still so, which a screen reader finds here.
    const QString& text() const { return m_text; }

private:
    QString m_text;
};

/// Lets screen readers see an Announcer as a message with text. Must be called once, before the
/// first window is made.
void installAnnouncerAccessibility();

} // namespace ui
