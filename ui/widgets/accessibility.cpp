#include "ui/widgets/accessibility.h"

#include "ui/widgets/list_accessibility.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPointer>
#include <QScrollArea>
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

int ReadableText::offsetAtPoint(const QPoint& point) const
{
    const QRect whole = rect();
    if (!whole.contains(point))
        return -1;
    const QString text = m_content();
    const int lines = int(text.count(u'\n')) + 1;
    int line = (point.y() - whole.top()) * lines / std::max(1, whole.height());
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

namespace {

bool isCovered(const QWidget& widget)
{
    if (!widget.parentWidget() || widget.isWindow())
        return false;
    return std::ranges::any_of(widget.parentWidget()->children(), [&](const QObject* each) {
        const auto* sibling = qobject_cast<const QWidget*>(each);
        return sibling && sibling != &widget && sibling->isVisible()
            && sibling->property(coversSiblings).toBool();
    });
}

} // namespace

QList<QWidget*> ReadWidget::children() const
{
    return isCovered(*widget()) ? QList<QWidget*>() : childrenAsRead(*widget());
}

namespace {

void collectWidgets(const QLayout& layout, QList<QWidget*>& widgets)
{
    for (int i = 0; i < layout.count(); ++i) {
        QLayoutItem* item = layout.itemAt(i);
        if (QWidget* widget = item->widget())
            widgets << widget;
        else if (const QLayout* inner = item->layout())
            collectWidgets(*inner, widgets);
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

// True if two widgets are side by side rather than one below the other.
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
        collectWidgets(*layout, laidOut);
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

namespace {

// Gives the focus back to a control that lost it by being hidden or disabled, once it is there
// again, as long as the user has not moved it meanwhile. Belongs to that control.
class FocusReturn : public QObject {
public:
    FocusReturn(QWidget& lost, QWidget& substitute)
        : QObject(&lost)
        , m_lost(lost)
        , m_substitute(&substitute)
    {
        lost.installEventFilter(this);
        connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, const QWidget* now) {
            if (now && now != m_substitute)
                deleteLater();
        });
    }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        const bool isBack = event->type() == QEvent::EnabledChange || event->type() == QEvent::Show;
        if (isBack && m_lost.isVisible() && m_lost.isEnabled() && m_substitute
            && m_lost.window()->focusWidget() == m_substitute) {
            m_lost.setFocus(Qt::OtherFocusReason);
            deleteLater();
        }
        return false;
    }

private:
    QWidget& m_lost;
    QPointer<QWidget> m_substitute;
};

// The stops below `place` in the order of reading, and how many of them come before `lost`.
struct StopsAround {
    QList<QWidget*> stops;
    qsizetype before = 0;
};

void addStopsAround(QWidget& place, const QWidget& lost, StopsAround& around)
{
    for (QWidget* child : childrenAsRead(place)) {
        const bool isWay = child == &lost || child->isAncestorOf(&lost);
        if (isWay)
            around.before = around.stops.size();
        if (!child->isVisible())
            continue;
        if (isWay && child != &lost)
            addStopsAround(*child, lost, around);
        else if (child != &lost)
            addStops(*child, nullptr, around.stops);
    }
}

// Texts can be selected by keyboard, but nobody expects to be led to one.
bool isText(const QWidget* widget)
{
    return qobject_cast<const QLabel*>(widget);
}

// The control that takes the place of one that is gone: the next one in the smallest part of the
// window that has one, else the one before. Null: there is none.
QWidget* substituteFor(const QWidget& lost, const QWidget& within)
{
    for (QWidget* place = lost.parentWidget(); place; place = place->parentWidget()) {
        StopsAround around;
        if (place->isVisible())
            addStopsAround(*place, lost, around);
        for (qsizetype i = around.before; i < around.stops.size(); ++i)
            if (!isText(around.stops[i]))
                return around.stops[i];
        for (qsizetype i = around.before; i > 0; --i)
            if (!isText(around.stops[i - 1]))
                return around.stops[i - 1];
        if (place == &within)
            break;
    }
    return nullptr;
}

} // namespace

bool focusNextStop(QWidget& within, bool next)
{
    QWidget* from = whereTheFocusIs(within);
    if (from && (!from->isVisible() || !from->isEnabled())) { // Qt asks, for the control is gone
        QWidget* substitute = substituteFor(*from, within);
        if (!substitute)
            return false;
        substitute->setFocus(Qt::OtherFocusReason);
        new FocusReturn(*from, *substitute);
        return true;
    }
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

// On Unix Qt names a combo box by its value, and expects a label next to it that tells what it is for.
void addNameLabel(QComboBox& choice)
{
    QWidget* parent = choice.parentWidget();
    if (!parent || choice.accessibleName().isEmpty())
        return;
    const auto labels = parent->findChildren<QLabel*>(Qt::FindDirectChildrenOnly);
    if (std::ranges::any_of(labels, [&](const QLabel* label) { return label->buddy() == &choice; }))
        return;
    QString name = choice.accessibleName();
    auto* label = new QLabel(name.replace(u'&', QStringLiteral("&&")), parent);
    label->setBuddy(&choice);
    label->hide();
}

// Qt asks for each class of the object in turn; those that are more than a plain widget have been
// requested before.
QAccessibleInterface* makeAccessible(const QString& className, QObject* object)
{
    if (auto* choice = qobject_cast<QComboBox*>(object);
        choice && className == QLatin1String("QComboBox")) // it may not be in its place yet
        QMetaObject::invokeMethod(choice, [choice] { addNameLabel(*choice); }, Qt::QueuedConnection);
    const bool isPlain = className == QLatin1String("QWidget");
    return isPlain && object->isWidgetType() ? new ReadWidget(static_cast<QWidget*>(object))
                                             : nullptr;
}

} // namespace

void installReadingOrder()
{
    QAccessible::installFactory(makeAccessible);
    installListAccessibility();
}

// A reader passes over what is not on the screen at all, so there is one pixel of it.
Announcer::Announcer(QWidget* parent)
    : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    resize(1, 1);
}

// Qt has no event for this before 6.8. Screen readers announce a text that is inserted into a live
// object; the alert is for those that do not.
void Announcer::say(const QString& message)
{
    const QString before = std::exchange(m_text, message);
    if (!QAccessible::isActive() || (message.isEmpty() && before.isEmpty()))
        return;
    if (message.isEmpty()) {
        QAccessibleTextRemoveEvent removed(this, 0, before);
        return QAccessible::updateAccessibility(&removed);
    }
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    QAccessibleAnnouncementEvent event(this, message);
    QAccessible::updateAccessibility(&event);
#else
    QAccessibleTextRemoveEvent removed(this, 0, before);
    QAccessible::updateAccessibility(&removed);
    QAccessibleTextInsertEvent inserted(this, 0, message);
    QAccessible::updateAccessibility(&inserted);
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
#endif
}

namespace {

QAccessibleInterface* makeAnnouncerAccessible(const QString&, QObject* object)
{
    if (auto* announcer = qobject_cast<Announcer*>(object))
        return new ReadableText(
            announcer, QAccessible::AlertMessage, [announcer] { return announcer->text(); });
    return nullptr;
}

} // namespace

void installAnnouncerAccessibility()
{
    QAccessible::installFactory(makeAnnouncerAccessible);
}

} // namespace ui
