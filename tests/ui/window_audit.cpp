#include "tests/ui/window_audit.h"

#include "ui/theme/colors.h"
#include "ui/widgets/text_label.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QButtonGroup>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QScrollBar>
#include <QSet>
#include <QSlider>
#include <QTest>
#include <QTextEdit>

#include <functional>

namespace tests {

namespace {

constexpr int leastSide = 24; // pixels
constexpr int leastRing = 60; // of its colors; a text cursor has fewer
constexpr int mostStops = 2000;

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

// The arrow keys reach the other members of a group in which one is chosen.
bool isOneOfGroup(const QWidget* widget)
{
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    return button && button->isCheckable()
        && (button->autoExclusive() || (button->group() && button->group()->exclusive()));
}

bool isEmptyList(const QWidget* widget)
{
    const auto* view = qobject_cast<const QAbstractItemView*>(widget);
    return view && view->model() && view->model()->rowCount() == 0;
}

bool isWithinControl(const QWidget* widget)
{
    for (const QWidget* each = widget; each; each = each->parentWidget())
        if (isPartOfAnother(each))
            return true;
    return false;
}

// What Tab has to come to: all that can be operated, takes the focus or shows the pointing hand.
QList<QPointer<const QWidget>> controlsToReach(const QWidget& window)
{
    QList<QPointer<const QWidget>> controls;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        const bool isControl = isOperated(widget) || (widget->focusPolicy() & Qt::TabFocus)
            || (widget->testAttribute(Qt::WA_SetCursor)
                && widget->cursor().shape() == Qt::PointingHandCursor);
        const bool isExempt = widget->focusPolicy() == Qt::NoFocus
            && widget->inherits("QScrollBar"); // the keys of what it scrolls move it
        if (isControl && !isExempt && widget->isVisible() && widget->isEnabled()
            && !isWithinControl(widget) && !isOneOfGroup(widget) && !isEmptyList(widget))
            controls << widget;
    }
    return controls;
}

// Walks until it comes to where it began, or can go no further.
void walkFrom(QWidget& window, Direction direction, const std::function<void(QWidget*)>& meet)
{
    const int key = direction == Direction::Forwards ? Qt::Key_Tab : Qt::Key_Backtab;
    QPointer<QWidget> first;
    QPointer<QWidget> now = window.focusWidget() ? window.focusWidget() : &window;
    for (int step = 0; step < mostStops; ++step) {
        const QPointer<QWidget> before = now;
        QTest::keyClick(now, Qt::Key(key));
        now = QApplication::focusWidget();
        if (!now || now == before || now == first)
            return;
        if (!first)
            first = now;
        meet(now);
    }
}

int ringPixels(const QImage& with, const QImage& without, const ui::Colors& colors)
{
    int pixels = 0;
    for (int y = 0; y < std::min(with.height(), without.height()); ++y)
        for (int x = 0; x < std::min(with.width(), without.width()); ++x) {
            const QRgb color = with.pixel(x, y);
            if (color != without.pixel(x, y)
                && (color == colors.accent.rgb() || color == colors.text.rgb()))
                ++pixels;
        }
    return pixels;
}

QString spokenName(const QWidget* widget)
{
    QAccessibleInterface* accessible
        = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
    return accessible ? accessible->text(QAccessible::Name) : QString();
}

// Searches from the window down, as a screen reader does.
bool isInAccessibleTree(const QWidget& widget)
{
    const QWidget* window = widget.window();
    const auto interfaceOf = [](const QWidget* each) {
        return QAccessible::queryAccessibleInterface(const_cast<QWidget*>(each));
    };
    for (QAccessibleInterface* each = interfaceOf(&widget); each->object() != window;) {
        QAccessibleInterface* parent = each->parent();
        if (!parent || parent->indexOfChild(each) < 0)
            return false;
        each = parent;
    }
    return true;
}

} // namespace

namespace {

// On Unix Qt names a choice by what is chosen, and tells what it is for by its relation to a label.
bool saysItsValueOnly(const QWidget* control)
{
    if (!qobject_cast<const QComboBox*>(control))
        return false;
    const QAccessibleInterface* read
        = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(control));
    return control->accessibleName().isEmpty() || read->relations(QAccessible::Label).isEmpty();
}

// Speech input presses a button by the words that are seen on it (WCAG 2.5.3).
bool lacksItsWords(const QWidget* control)
{
    const auto* button = qobject_cast<const QAbstractButton*>(control);
    if (!button || control->accessibleName().isEmpty())
        return false;
    const auto words = [](QString text) {
        text.remove(u'&').remove(QStringLiteral("…"));
        return text.simplified();
    };
    return !words(control->accessibleName()).contains(words(button->text()), Qt::CaseInsensitive);
}

} // namespace

QStringList namelessControls(const QWidget& window)
{
    QStringList found;
    for (const QWidget* control : shownControls(window))
        if (spokenName(control).trimmed().isEmpty())
            found << describe(control);
        else if (saysItsValueOnly(control))
            found << describe(control) + QStringLiteral(" says its value only");
        else if (lacksItsWords(control))
            found << describe(control) + QStringLiteral(" lacks the words that it shows");
    return found;
}

TabWalk walkByTab(QWidget& window, Direction direction)
{
    TabWalk walk;
    QSet<const QWidget*> met;
    const QList<QPointer<const QWidget>> wanted = controlsToReach(window);
    const auto meet = [&](const QWidget* stop) {
        for (const QWidget* each = stop; each; each = each->parentWidget())
            if (each == stop || qobject_cast<const QAbstractScrollArea*>(each))
                met << each; // one in which the focus is has it
        walk.stops << spokenName(stop);
        if (!isInAccessibleTree(*stop))
            walk.unread << describe(stop);
    };
    walkFrom(window, direction, meet);
    for (const QPointer<const QWidget>& control : wanted)
        if (control && control->isVisible() && !met.contains(control)
            && !met.contains(control->focusProxy()))
            walk.missed << describe(control);
    return walk;
}

// The colors of a ring that are there with the focus and not without it, and more of them than a
// text cursor has.
QStringList stopsWithoutRing(QWidget& window)
{
    QStringList found;
    walkFrom(window, Direction::Forwards, [&](QWidget* stop) {
        const QImage with = window.grab().toImage();
        stop->clearFocus();
        const QImage without = window.grab().toImage();
        stop->setFocus(Qt::OtherFocusReason);
        if (ringPixels(with, without, ui::colors(window.palette())) < leastRing)
            found << describe(stop);
    });
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
