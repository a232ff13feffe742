#include "ui/settings/shortcuts_editor.h"

#include "ui/commands/command_list.h"
#include "ui/settings/shortcut_row.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSet>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

ShortcutsEditor::ShortcutsEditor(CommandList& commands, QWidget* parent)
    : QWidget(parent)
    , m_commands(commands)
    , m_search(new SearchField(tr("Search commands or shortcuts")))
    , m_resetAll(new QPushButton(tr("Reset all to defaults")))
{
    const Metrics distance = metrics(this);
    auto* top = new QHBoxLayout;
    top->setSpacing(distance.small);
    top->addWidget(m_search, 1);
    top->addWidget(m_resetAll);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(distance.tight);
    layout->addLayout(top);
    addRows();
    connect(m_search, &SearchField::textChanged, this, &ShortcutsEditor::search);
    connect(m_resetAll, &QPushButton::clicked, this, [this] {
        for (const ShortcutRow* row : m_rows)
            if (!m_commands.hasFallbackKeys(row->id()))
                m_commands.resetKeys(row->id());
    });
    connect(&m_commands, &CommandList::changed, this, &ShortcutsEditor::showKeys);
    showKeys();
}

QString ShortcutsEditor::searchWords(const CommandList& commands)
{
    QStringList words;
    for (const CommandList::Command& each : commands.commands())
        words << each.action->text();
    return words.join(u'\n');
}

ShortcutRow* ShortcutsEditor::row(const QString& id) const
{
    const auto found
        = std::ranges::find_if(m_rows, [&](const ShortcutRow* row) { return row->id() == id; });
    return found == m_rows.end() ? nullptr : *found;
}

// Adds the rows by group, the groups in the order of their first commands.
void ShortcutsEditor::addRows()
{
    QStringList groups;
    for (const CommandList::Command& each : m_commands.commands())
        if (!groups.contains(each.group))
            groups << each.group;
    for (const QString& group : groups) {
        auto* heading = new TextLabel(TextRole::Muted, group);
        heading->setContentsMargins(0, metrics(this).medium, 0, 0);
        m_groups[group] = heading;
        layout()->addWidget(heading);
        for (const CommandList::Command& each : m_commands.commands()) {
            if (each.group != group)
                continue;
            m_rows << new ShortcutRow(m_commands, each);
            layout()->addWidget(m_rows.back());
        }
    }
}

void ShortcutsEditor::search(const QString& text)
{
    QSet<QString> groups;
    for (ShortcutRow* row : m_rows) {
        const bool isFound = row->words().contains(text.trimmed(), Qt::CaseInsensitive);
        row->setVisible(isFound);
        if (isFound)
            groups << row->group();
    }
    for (auto heading = m_groups.cbegin(); heading != m_groups.cend(); ++heading)
        heading.value()->setVisible(groups.contains(heading.key()));
}

void ShortcutsEditor::showKeys()
{
    bool isAnyChanged = false;
    for (ShortcutRow* row : m_rows) {
        row->showKeys();
        isAnyChanged = isAnyChanged || !m_commands.hasFallbackKeys(row->id());
    }
    m_resetAll->setEnabled(isAnyChanged);
}

} // namespace ui
