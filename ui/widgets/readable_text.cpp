#include "ui/widgets/readable_text.h"

#include <QWidget>

#include <algorithm>
#include <utility>

namespace ui {

ReadableText::ReadableText(
    QWidget* widget, QAccessible::Role role, std::function<QString()> content)
    : ReadWidget(widget, role)
    , m_content(std::move(content))
{
}

void* ReadableText::interface_cast(QAccessible::InterfaceType type)
{
    if (type == QAccessible::TextInterface)
        return static_cast<QAccessibleTextInterface*>(this);
    return ReadWidget::interface_cast(type);
}

QString ReadableText::text(QAccessible::Text type) const
{
    return type == QAccessible::Value ? m_content() : ReadWidget::text(type);
}

QString ReadableText::text(int begin, int end) const
{
    return m_content().mid(begin, end - begin);
}

int ReadableText::characterCount() const
{
    return int(m_content().size());
}

void ReadableText::setCursorPosition(int position)
{
    m_position = std::clamp(position, 0, characterCount());
    QAccessibleTextCursorEvent event(widget(), m_position);
    QAccessible::updateAccessibility(&event);
}

// The lines share the height: near enough to show where the reader is.
QRect ReadableText::characterRect(int offset) const
{
    const QString text = m_content();
    const int lines = int(text.count(u'\n')) + 1;
    const int line = int(QStringView(text).left(offset).count(u'\n'));
    const QRect whole = rect();
    const int top = whole.top() + whole.height() * line / lines;
    return QRect(whole.left(), top, whole.width(), std::max(1, whole.height() / lines));
}

int ReadableText::offsetAtPoint(const QPoint& place) const
{
    const QRect whole = rect();
    if (!whole.contains(place))
        return -1;
    const QString text = m_content();
    const int lines = int(text.count(u'\n')) + 1;
    int line = (place.y() - whole.top()) * lines / std::max(1, whole.height());
    qsizetype offset = 0;
    while (line-- > 0)
        offset = text.indexOf(u'\n', offset) + 1;
    return int(offset);
}

QString ReadableText::attributes(int, int* begin, int* end) const
{
    *begin = 0;
    *end = characterCount();
    return {};
}

} // namespace ui
