#pragma once

#include <QMap>
#include <QWidget>

class QPushButton;

namespace ui {

class CommandList;
class SearchField;
class ShortcutRow;
class TextLabel;

/// The keys of all commands, by group, to search and to change.
class ShortcutsEditor : public QWidget {
    Q_OBJECT

public:
    /// The commands must outlive it.
    explicit ShortcutsEditor(CommandList& commands, QWidget* parent = nullptr);

    /// What a search finds it by: the names of all commands.
    static QString searchWords(const CommandList& commands);

    SearchField* searchField() const { return m_search; }
    ShortcutRow* row(const QString& id) const; ///< null if there is no such command

private:
    void addRows();
    void search(const QString& text);
    void showKeys();

    CommandList& m_commands;
    SearchField* m_search;
    QPushButton* m_resetAll;
    QList<ShortcutRow*> m_rows;
    QMap<QString, TextLabel*> m_groups; // headings, by their texts
};

} // namespace ui
