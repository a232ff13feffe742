#pragma once

#include <QDialog>

namespace ui {

class CommandList;
class ScrollColumn;
class SearchField;

/// A window that lists all keys of the program by group, with a search.
class ShortcutHelp : public QDialog {
    Q_OBJECT

public:
    /// The commands must outlive it.
    explicit ShortcutHelp(const CommandList& commands, QWidget* parent = nullptr);

signals:
    void editRequested(); ///< the user wants other keys

private:
    void fill(const QString& wanted);

    const CommandList& m_commands;
    SearchField* m_field;
    ScrollColumn* m_column;
};

} // namespace ui
