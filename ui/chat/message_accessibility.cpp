#include "ui/chat/chat_view.h"
#include "ui/chat/message_view.h"
#include "ui/widgets/announcer.h"
#include "ui/widgets/read_widget.h"
#include "ui/widgets/readable_text.h"
#include "ui/widgets/reading_order.h"

#include <algorithm>

namespace ui {

namespace {

// The messages that have a widget, in the order in which they are read, whatever order the widgets
// were made in.
class MessageList : public QAccessibleWidget {
public:
    explicit MessageList(QWidget* viewport)
        : QAccessibleWidget(viewport, QAccessible::List)
    {
    }

    int childCount() const override { return int(views().size()); }

    QAccessibleInterface* child(int index) const override
    {
        return QAccessible::queryAccessibleInterface(views().value(index));
    }

    int indexOfChild(const QAccessibleInterface* child) const override
    {
        const auto* view = child ? qobject_cast<MessageView*>(child->object()) : nullptr;
        return int(views().indexOf(view));
    }

private:
    QList<MessageView*> views() const
    {
        QList<MessageView*> views
            = widget()->findChildren<MessageView*>(QString(), Qt::FindDirectChildrenOnly);
        views.removeIf([](const MessageView* view) { return view->isHidden(); });
        std::ranges::sort(views, {}, &QWidget::y);
        return views;
    }
};

QAccessibleInterface* makeAccessible(const QString&, QObject* object)
{
    if (auto* view = qobject_cast<MessageView*>(object))
        return new ReadableText(
            view, QAccessible::ListItem, [view] { return view->readableText(); });
    if (auto* chat = qobject_cast<ChatView*>(object))
        return new ReadWidget(chat); // of a scroll area Qt tells nothing but its viewport
    const auto* chat = qobject_cast<ChatView*>(object->parent());
    if (chat && chat->viewport() == object)
        return new MessageList(chat->viewport());
    return nullptr;
}

} // namespace

void installMessageAccessibility()
{
    installReadingOrder(); // first, for those that come later are asked before it
    QAccessible::installFactory(makeAccessible);
    installAnnouncerAccessibility();
}

} // namespace ui
