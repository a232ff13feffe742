#include "ui/chat/message_view.h"

#include <QAccessible>
#include <QAccessibleWidget>

namespace ui {

namespace {

// A list item whose text interface holds the whole message.
class MessageAccessible : public QAccessibleWidget, public QAccessibleTextInterface {
public:
    explicit MessageAccessible(MessageView* view)
        : QAccessibleWidget(view, QAccessible::ListItem)
    {
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::TextInterface)
            return static_cast<QAccessibleTextInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }

    QString text(QAccessible::Text type) const override
    {
        if (type == QAccessible::Value)
            return content();
        return QAccessibleWidget::text(type);
    }

    QString text(int begin, int end) const override { return content().mid(begin, end - begin); }
    int characterCount() const override { return int(content().size()); }

    QRect characterRect(int) const override { return rect(); }
    int offsetAtPoint(const QPoint&) const override { return -1; }

    // There is no caret and nothing is selected through this interface.
    void selection(int, int* begin, int* end) const override { *begin = *end = 0; }
    int selectionCount() const override { return 0; }
    void addSelection(int, int) override { }
    void removeSelection(int) override { }
    void setSelection(int, int, int) override { }
    int cursorPosition() const override { return 0; }
    void setCursorPosition(int) override { }
    void scrollToSubstring(int, int) override { }
    QString attributes(int, int* begin, int* end) const override
    {
        *begin = 0;
        *end = characterCount();
        return {};
    }

private:
    QString content() const { return static_cast<MessageView*>(widget())->readableText(); }
};

QAccessibleInterface* makeAccessible(const QString&, QObject* object)
{
    if (auto* view = qobject_cast<MessageView*>(object))
        return new MessageAccessible(view);
    return nullptr;
}

} // namespace

void installMessageAccessibility()
{
    QAccessible::installFactory(makeAccessible);
}

} // namespace ui
