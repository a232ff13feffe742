#include "ui/widgets/reading_order.h"

#include "ui/widgets/read_widget.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLayout>
#include <QLineEdit>
#include <QScrollArea>

#include <algorithm>

namespace ui {

namespace {

void addWidgetsOf(const QLayout& layout, QList<QWidget*>& widgets)
{
    for (int i = 0; i < layout.count(); ++i) {
        QLayoutItem* item = layout.itemAt(i);
        if (QWidget* widget = item->widget())
            widgets << widget;
        else if (const QLayout* inner = item->layout())
            addWidgetsOf(*inner, widgets);
    }
}

// What is one control to the user, whatever it consists of.
bool isCompound(const QWidget& widget)
{
    const bool isArea = qobject_cast<const QAbstractScrollArea*>(&widget)
        && !qobject_cast<const QScrollArea*>(&widget);
    return isArea || qobject_cast<const QComboBox*>(&widget)
        || qobject_cast<const QAbstractSpinBox*>(&widget)
        || qobject_cast<const QLineEdit*>(&widget);
}

bool isEmptyList(const QWidget& widget)
{
    const auto* view = qobject_cast<const QAbstractItemView*>(&widget);
    return view && (!view->model() || view->model()->rowCount(view->rootIndex()) == 0);
}

bool isStop(const QWidget& widget)
{
    return (widget.focusPolicy() & Qt::TabFocus) && widget.isEnabled() && !isEmptyList(widget);
}

// The stops, and `from` among them even if it is none.
void addStops(QWidget& widget, const QWidget* from, QList<QWidget*>& stops)
{
    const bool stopsHere = isStop(widget);
    if (stopsHere || &widget == from)
        stops << &widget;
    if (stopsHere && isCompound(widget))
        return;
    for (QWidget* child : childrenAsRead(widget))
        if (child->isVisible())
            addStops(*child, from, stops);
}

// The focus, or the control that it is a part of.
QWidget* whereTheFocusIs(const QWidget& within)
{
    QWidget* from = within.window()->focusWidget();
    for (QWidget* each = from; each && each != &within; each = each->parentWidget())
        if (isStop(*each) && isCompound(*each))
            from = each;
    return from;
}

// Whether two widgets stand side by side rather than one below the other.
bool areInOneLine(const QWidget* upper, const QWidget* lower)
{
    const int shared
        = std::min(upper->geometry().bottom(), lower->geometry().bottom()) - lower->y();
    return 2 * shared > std::min(upper->height(), lower->height());
}

QList<QWidget*> sortedByPlace(QList<QWidget*> widgets, Qt::LayoutDirection direction)
{
    std::ranges::stable_sort(widgets, {}, &QWidget::y);
    const auto isBefore = [direction](const QWidget* one, const QWidget* other) {
        return direction == Qt::RightToLeft ? one->x() > other->x() : one->x() < other->x();
    };
    for (auto line = widgets.begin(); line != widgets.end();) {
        const auto end = std::find_if(line, widgets.end(),
            [first = *line](const QWidget* each) { return !areInOneLine(first, each); });
        const auto next = std::max(end, line + 1);
        std::stable_sort(line, next, isBefore);
        line = next;
    }
    return widgets;
}

void scrollTo(QWidget& widget)
{
    for (QWidget* each = widget.parentWidget(); each; each = each->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(each))
            area->ensureWidgetVisible(&widget);
}

} // namespace

QList<QWidget*> childrenAsRead(const QWidget& parent)
{
    QList<QWidget*> laidOut;
    if (const QLayout* layout = parent.layout())
        addWidgetsOf(*layout, laidOut);
    QList<QWidget*> others;
    for (QObject* child : parent.children()) {
        auto* widget = qobject_cast<QWidget*>(child);
        if (widget && !widget->isWindow() && !laidOut.contains(widget))
            others << widget;
    }
    return laidOut + sortedByPlace(others, parent.layoutDirection());
}

QList<QWidget*> tabStops(QWidget& within)
{
    QList<QWidget*> stops;
    addStops(within, nullptr, stops);
    return stops;
}

bool focusNextStop(QWidget& within, bool next)
{
    const QWidget* from = whereTheFocusIs(within);
    QList<QWidget*> stops;
    addStops(within, from, stops);
    const qsizetype count = stops.size(), now = stops.indexOf(from);
    const qsizetype wanted
        = now < 0 ? (next ? 0 : count - 1) : (now + (next ? 1 : count - 1)) % count;
    if (count == 0 || wanted == now)
        return false;
    stops[wanted]->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    scrollTo(*stops[wanted]);
    return true;
}

namespace {

// Qt asks for each class of the object in turn; those that are more than a plain widget have been
// asked for before.
QAccessibleInterface* makeAccessible(const QString& className, QObject* object)
{
    const bool isPlain = className == QLatin1String("QWidget");
    return isPlain && object->isWidgetType() ? new ReadWidget(static_cast<QWidget*>(object))
                                             : nullptr;
}

} // namespace

void installReadingOrder()
{
    QAccessible::installFactory(makeAccessible);
}

} // namespace ui
