#pragma once

#include <QObject>
#include <QString>

class QAction;
class QWidget;

namespace ui {

/// Adds the keys of a command to the tooltip of the widget that stands for it, also after the keys
/// or the tooltip have changed. The widget owns it.
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
