#include "ui/widgets/read_widget.h"

#include "ui/widgets/reading_order.h"

namespace ui {

ReadWidget::ReadWidget(QWidget* widget, QAccessible::Role role)
    : QAccessibleWidget(widget, role)
{
}

int ReadWidget::childCount() const
{
    return int(children().size());
}

QAccessibleInterface* ReadWidget::child(int index) const
{
    return QAccessible::queryAccessibleInterface(children().value(index));
}

int ReadWidget::indexOfChild(const QAccessibleInterface* child) const
{
    return child ? int(children().indexOf(qobject_cast<QWidget*>(child->object()))) : -1;
}

QList<QWidget*> ReadWidget::children() const
{
    return childrenAsRead(*widget());
}

} // namespace ui
