#include "tests/ui/window_audit.h"

#include "ui/widgets/elided_label.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSet>
#include <QSlider>
#include <QTextEdit>

namespace tests {

namespace {

constexpr int leastSide = 24; // pixels

bool isOperated(const QWidget* widget)
{
    return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QComboBox*>(widget)
        || qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QSlider*>(widget)
        || qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QTextEdit*>(widget)
        || (qobject_cast<const QAbstractItemView*>(widget)
            && !qobject_cast<const QHeaderView*>(widget));
}

// The field within a combo or a spin box, the arrow within a line edit …
bool isPartOfAnother(const QWidget* widget)
{
    const QWidget* parent = widget->parentWidget();
    return parent
        && (qobject_cast<const QComboBox*>(parent) || qobject_cast<const QAbstractSpinBox*>(parent)
            || qobject_cast<const QLineEdit*>(parent)
            || qobject_cast<const QAbstractItemView*>(parent));
}

QList<const QWidget*> shownControls(const QWidget& window)
{
    QList<const QWidget*> controls;
    for (const QWidget* widget : window.findChildren<QWidget*>())
        if (widget->isVisible() && isOperated(widget) && !isPartOfAnother(widget))
            controls << widget;
    return controls;
}

QString describe(const QWidget* widget)
{
    QStringList path;
    for (const QWidget* each = widget; each && !each->isWindow(); each = each->parentWidget())
        path.prepend(QLatin1String(each->metaObject()->className()));
    return QStringLiteral("%1 “%2” %3")
        .arg(path.join(u'/'), widget->accessibleName(), widget->objectName());
}

QString spokenName(const QWidget* widget)
{
    QAccessibleInterface* accessible
        = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
    return accessible ? accessible->text(QAccessible::Name) : QString();
}

} // namespace

QStringList namelessControls(const QWidget& window)
{
    QStringList found;
    for (const QWidget* control : shownControls(window))
        if (spokenName(control).trimmed().isEmpty())
            found << describe(control);
    return found;
}

QStringList controlsOutOfReach(QWidget& window)
{
    QSet<const QWidget*> reached;
    QWidget* widget = &window;
    do {
        if (widget->focusPolicy() & Qt::TabFocus)
            reached << widget << widget->focusProxy();
        widget = widget->nextInFocusChain();
    } while (widget != &window);

    QStringList found;
    for (const QWidget* control : shownControls(window)) {
        const auto* button = qobject_cast<const QAbstractButton*>(control);
        const bool isOneOfGroup = button && button->autoExclusive();
        if (control->isEnabled() && !reached.contains(control) && !isOneOfGroup)
            found << describe(control);
    }
    return found;
}

QStringList smallTargets(const QWidget& window)
{
    QStringList found;
    for (const QWidget* control : shownControls(window))
        if (qobject_cast<const QAbstractButton*>(control)
            && (control->width() < leastSide || control->height() < leastSide))
            found << describe(control)
                    + QStringLiteral(" %1 × %2").arg(control->width()).arg(control->height());
    return found;
}

QStringList clippedTexts(const QWidget& window)
{
    QStringList found;
    for (const QLabel* label : window.findChildren<QLabel*>()) {
        if (!label->isVisible() || label->text().isEmpty()
            || qobject_cast<const ui::ElidedLabel*>(label))
            continue;
        const QSize needed = label->wordWrap() ? QSize(0, label->heightForWidth(label->width()))
                                               : label->minimumSizeHint();
        if (label->width() < needed.width() || label->height() < needed.height())
            found << describe(label) + u' ' + label->text();
    }
    for (const QAbstractButton* button : window.findChildren<QAbstractButton*>())
        if (button->isVisible() && !button->text().isEmpty()
            && button->width() < button->fontMetrics().horizontalAdvance(button->text())
            && button->toolTip().isEmpty())
            found << describe(button) + u' ' + button->text();
    return found;
}

} // namespace tests
