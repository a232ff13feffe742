#pragma once

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include <functional>

class QAction;
class QWidget;

namespace services {
class Settings;
}

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

/// All commands of the window, each with a name and keys. Menus, buttons, the palette and the page
/// of shortcuts share their actions. Keys that the user has chosen are stored in the settings under
/// "shortcuts/<id>".
class CommandList : public QObject {
    Q_OBJECT

public:
    struct Command {
        QString id; ///< such as "chat.new"; it never changes, because settings hold it
        QString group; ///< to be shown to users: "Conversation"
        QList<QKeySequence> fallbackKeys;
        QAction* action; ///< has the name and the keys; the window owns it
    };

    /// Both arguments must outlive the list.
    CommandList(services::Settings& settings, QWidget& window);

    /// Adds a command that works whenever the window is active.
    QAction* add(const QString& id, const QString& group, const QString& name,
        const QList<QKeySequence>& keys, std::function<void()> act);

    const QList<Command>& commands() const { return m_commands; }
    QAction* find(const QString& id) const; ///< null if there is none

    /// Gives a command other keys; an empty list is allowed. If another command has the same keys,
    /// it keeps them.
    void setKeys(const QString& id, const QList<QKeySequence>& keys);
    void resetKeys(const QString& id);
    bool hasFallbackKeys(const QString& id) const;

    /// Adds the present keys, now and after every change, to the tooltips of those widgets of the
    /// window whose property "command" names a command; to entries of menus with that property when
    /// the menu opens first.
    void nameKeysInToolTips();

    /// The command other than `except` that has these keys; null if there is none.
    const Command* findByKeys(const QKeySequence& keys, const QString& except = {}) const;

signals:
    void changed(); ///< the keys of a command have changed

private:
    const Command* command(const QString& id) const;

    services::Settings& m_settings;
    QWidget& m_window;
    QList<Command> m_commands;
};

} // namespace ui
