#pragma once

#include <QObject>
#include <QString>

class QAction;
class QWidget;

namespace ui {

/// Has the tool tip of a widget name the keys of the command that it stands for, also after the
/// keys have changed or the widget has been given another tool tip. Belongs to the widget.
class KeysInToolTip : public QObject {
    Q_OBJECT

public:
    KeysInToolTip(QWidget& widget, const QAction& command);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setKeys(const QAction& command);
    void show();

    QWidget& m_widget;
    QString m_name; // the tool tip without keys
    QString m_keys;
    QString m_shown; // both
};

} // namespace ui
