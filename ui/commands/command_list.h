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

/// Everything the window can do, each with a name and keys. Menus, buttons, the palette and the
/// page of shortcuts share its actions. Keys the user has chosen are kept in the settings, under
/// "shortcuts/<id>".
class CommandList : public QObject {
    Q_OBJECT

public:
    struct Command {
        QString id; ///< "chat.new"; for ever, as settings hold it
        QString group; ///< for people: "Conversation"
        QList<QKeySequence> fallbackKeys;
        QAction* action; ///< holds name and keys; owned by the window
    };

    /// Both must outlive the list.
    CommandList(services::Settings& settings, QWidget& window);

    /// Adds a command that acts whenever the window is active.
    QAction* add(const QString& id, const QString& group, const QString& name,
        const QList<QKeySequence>& keys, std::function<void()> act);

    const QList<Command>& commands() const { return m_commands; }
    QAction* find(const QString& id) const; ///< null if there is none

    /// Gives a command other keys; none is allowed. Nothing is taken from a command that has them.
    void setKeys(const QString& id, const QList<QKeySequence>& keys);
    void resetKeys(const QString& id);
    bool hasFallbackKeys(const QString& id) const;

    /// Lets tooltips name the keys as they are, now and after every change: of the widgets in the
    /// window that say by their property "command" which command they stand for.
    void nameKeysInToolTips();

    /// The command that these keys belong to, but for the one named; null if they are free.
    const Command* holderOf(const QKeySequence& keys, const QString& except = {}) const;

signals:
    void changed(); ///< some keys

private:
    const Command* command(const QString& id) const;

    services::Settings& m_settings;
    QWidget& m_window;
    QList<Command> m_commands;
};

} // namespace ui
