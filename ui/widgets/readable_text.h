#pragma once

#include "ui/widgets/read_widget.h"

#include <functional>

namespace ui {

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
    int offsetAtPoint(const QPoint& place) const override;

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

} // namespace ui
