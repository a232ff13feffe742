#include "ui/commands/shortcut_help.h"

#include "ui/commands/command_list.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/choice_bar.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

namespace {

// A command and its keys on one line.
QWidget* makeLine(const CommandList::Command& command)
{
    auto* line = new QWidget;
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(line).tight);
    layout->addWidget(new TextLabel(TextRole::Body, command.action->text(), line), 1);
    QStringList spoken;
    for (const QKeySequence& keys : command.action->shortcuts()) {
        layout->addWidget(new KeyCap(keys, line));
        spoken << keys.toString(QKeySequence::NativeText);
    }
    line->setAccessibleName(command.action->text() + u' ' + spoken.join(u' '));
    return line;
}

bool isWanted(const CommandList::Command& command, const QString& text)
{
    if (command.action->shortcuts().isEmpty())
        return false;
    if (command.action->text().contains(text, Qt::CaseInsensitive))
        return true;
    for (const QKeySequence& keys : command.action->shortcuts())
        if (keys.toString(QKeySequence::NativeText).contains(text, Qt::CaseInsensitive))
            return true;
    return text.isEmpty();
}

} // namespace

ShortcutHelp::ShortcutHelp(const CommandList& commands, QWidget* parent)
    : QDialog(parent)
    , m_commands(commands)
    , m_field(new SearchField(tr("Search commands or shortcuts")))
    , m_column(new ScrollColumn)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    auto* edit = new QPushButton(tr("Change shortcuts…"));
    auto* close = new QPushButton(tr("Close"));
    edit->setAutoDefault(false);
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    connect(edit, &QPushButton::clicked, this, [this] {
        accept();
        emit editRequested();
    });
    connect(m_field, &SearchField::textChanged, this, &ShortcutHelp::fill);

    const Metrics distance = metrics(this);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(edit);
    buttons->addStretch(1);
    buttons->addWidget(close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(distance.large, distance.large, distance.large, distance.large);
    layout->setSpacing(distance.medium);
    layout->addWidget(m_field);
    layout->addWidget(m_column, 1);
    layout->addLayout(buttons);
    m_column->setFocusPolicy(Qt::StrongFocus); // its keys scroll
    m_column->setAccessibleName(windowTitle());
    resize(520, 560);
    fill({});
}

void ShortcutHelp::fill(const QString& wanted)
{
    QVBoxLayout* column = m_column->column();
    while (QLayoutItem* item = column->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    column->setContentsMargins(0, 0, metrics(this).medium, 0);
    column->setSpacing(metrics(this).tight);
    QStringList groups;
    for (const CommandList::Command& command : m_commands.commands())
        if (!groups.contains(command.group))
            groups << command.group;
    for (const QString& group : groups) {
        bool isFirst = true;
        for (const CommandList::Command& command : m_commands.commands()) {
            if (command.group != group || !isWanted(command, wanted.trimmed()))
                continue;
            if (isFirst)
                column->addWidget(new TextLabel(TextRole::Heading, group));
            isFirst = false;
            column->addWidget(makeLine(command));
        }
        if (!isFirst)
            column->addSpacing(metrics(this).medium);
    }
    if (column->isEmpty())
        column->addWidget(new TextLabel(TextRole::Muted, tr("No matching commands")));
    column->addStretch(1);
}

} // namespace ui
