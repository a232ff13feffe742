#include "ui/commands/command_list.h"

#include "services/settings/settings.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QMenu>
#include <QWidget>

namespace ui {

KeysInToolTip::KeysInToolTip(QWidget& widget, const QAction& command)
    : QObject(&widget)
    , m_widget(widget)
    , m_name(widget.toolTip())
{
    setKeys(command);
    widget.installEventFilter(this);
    connect(&command, &QAction::changed, this, [this, &command] { setKeys(command); });
}

void KeysInToolTip::setKeys(const QAction& command)
{
    m_keys = command.shortcut().toString(QKeySequence::NativeText);
    show();
}

void KeysInToolTip::show()
{
    m_shown = m_keys.isEmpty()
        ? m_name
        : CommandList::tr("%1 (%2)", "what a button does, its keys").arg(m_name, m_keys);
    m_widget.setToolTip(m_shown);
}

bool KeysInToolTip::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ToolTipChange && m_widget.toolTip() != m_shown) {
        m_name = m_widget.toolTip();
        show();
    }
    return QObject::eventFilter(watched, event);
}

namespace {

// "Ctrl+N, Ctrl+Shift+O" would be one sequence of two, hence the line breaks between them.
QString toText(const QList<QKeySequence>& keys)
{
    QStringList texts;
    for (const QKeySequence& each : keys)
        texts << each.toString(QKeySequence::PortableText);
    return texts.isEmpty() ? QStringLiteral("none") : texts.join(u'\n');
}

QList<QKeySequence> keysFrom(const QString& text)
{
    QList<QKeySequence> keys;
    if (text != QLatin1String("none"))
        for (const QString& each : text.split(u'\n'))
            keys << QKeySequence(each, QKeySequence::PortableText);
    return keys;
}

} // namespace

CommandList::CommandList(services::Settings& settings, QWidget& window)
    : m_settings(settings)
    , m_window(window)
{
}

QAction* CommandList::add(const QString& id, const QString& group, const QString& name,
    const QList<QKeySequence>& keys, std::function<void()> act)
{
    auto* action = new QAction(name, &m_window);
    connect(action, &QAction::triggered, this, std::move(act));
    m_window.addAction(action);
    const QByteArray key = "shortcuts/" + id.toLatin1();
    const QString chosen = m_settings.get(services::Setting<QString>{key.constData(), {}});
    action->setShortcuts(chosen.isEmpty() ? keys : keysFrom(chosen));
    m_commands << Command{id, group, keys, action};
    return action;
}

const CommandList::Command* CommandList::command(const QString& id) const
{
    for (const Command& each : m_commands)
        if (each.id == id)
            return &each;
    return nullptr;
}

QAction* CommandList::find(const QString& id) const
{
    const Command* found = command(id);
    return found ? found->action : nullptr;
}

namespace {

// Writes the keys of commands at the end of the entries that do the same. Menus are made each time
// that they open.
class KeysInMenus : public QObject {
public:
    explicit KeysInMenus(CommandList& commands)
        : QObject(&commands)
        , m_commands(commands)
    {
        qApp->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Polish)
            if (const auto* menu = qobject_cast<QMenu*>(watched))
                for (QAction* entry : menu->actions())
                    nameKeys(*entry);
        return false;
    }

private:
    void nameKeys(QAction& entry) const
    {
        const QAction* command = m_commands.find(entry.property("command").toString());
        if (command && !command->shortcut().isEmpty() && !entry.text().contains(u'\t'))
            entry.setText(
                entry.text() + u'\t' + command->shortcut().toString(QKeySequence::NativeText));
    }

    CommandList& m_commands;
};

} // namespace

void CommandList::nameKeysInToolTips()
{
    new KeysInMenus(*this);
    for (QWidget* widget : m_window.findChildren<QWidget*>())
        if (const QAction* action = find(widget->property("command").toString()))
            new KeysInToolTip(*widget, *action); // the widget's
}

void CommandList::setKeys(const QString& id, const QList<QKeySequence>& keys)
{
    const Command* found = command(id);
    if (!found)
        return;
    found->action->setShortcuts(keys);
    const QByteArray key = "shortcuts/" + id.toLatin1();
    const bool isFallback = keys == found->fallbackKeys;
    m_settings.set(
        services::Setting<QString>{key.constData(), {}}, isFallback ? QString() : toText(keys));
    emit changed();
}

void CommandList::resetKeys(const QString& id)
{
    if (const Command* found = command(id))
        setKeys(id, found->fallbackKeys);
}

bool CommandList::hasFallbackKeys(const QString& id) const
{
    const Command* found = command(id);
    return found && found->action->shortcuts() == found->fallbackKeys;
}

const CommandList::Command* CommandList::findByKeys(
    const QKeySequence& keys, const QString& except) const
{
    for (const Command& each : m_commands)
        if (each.id != except && each.action->shortcuts().contains(keys))
            return &each;
    return nullptr;
}

} // namespace ui
