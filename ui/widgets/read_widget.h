#pragma once

#include <QAccessibleWidget>

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
    QList<QWidget*> children() const;
};

} // namespace ui
