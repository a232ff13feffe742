#include "ui/commands/keys_in_tool_tip.h"

#include "ui/commands/command_list.h"

#include <QAction>
#include <QEvent>
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

} // namespace ui
