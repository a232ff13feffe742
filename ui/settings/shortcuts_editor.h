#pragma once

#include "ui/commands/command_list.h"

#include <QKeySequence>
#include <QMap>
#include <QPointer>
#include <QWidget>

class QHBoxLayout;
class QPushButton;
class QVBoxLayout;

namespace ui {

class IconButton;
class TextLabel;

/// A message that says why keys cannot be given to a command; empty if they can. `text` is what
/// pressing them types.
QString problemOfKeys(QKeyCombination keys, const QString& text = {});

/// Waits for keys to be pressed. While it has the focus, no key does anything else; Escape or
/// losing the focus ends the waiting.
class KeyCapture : public QWidget {
    Q_OBJECT

public:
    /// `name` is the name of the command that the keys are for.
    explicit KeyCapture(const QString& name, QWidget* parent = nullptr);

signals:
    void captured(const QKeySequence& keys); ///< the keys may belong to another command
    void cancelled();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    TextLabel* m_prompt;
    TextLabel* m_problem;
};

/// A command and its keys: each can be removed, others can be added, and all can be reset to the
/// defaults. If new keys belong to another command, it says so and can take them over.
class ShortcutRow : public QWidget {
    Q_OBJECT

public:
    /// The commands must outlive the row.
    ShortcutRow(
        CommandList& commands, const CommandList::Command& command, QWidget* parent = nullptr);

    const QString& id() const { return m_id; }
    const QString& group() const { return m_group; }
    QString name() const;
    QString words() const; ///< what a search finds it by: name, group and keys

    void showKeys(); ///< updates the keys that are shown
    void capture(); ///< waits for the user to press keys to add

protected:
    bool eventFilter(QObject* button, QEvent* event) override;

private:
    void addKeys(const QKeySequence& keys);
    void askToTakeOver(const QKeySequence& keys, const CommandList::Command& holder);
    void takeOver(const QKeySequence& keys);
    void leaveCapture();
    QList<QKeySequence> keys() const;

    CommandList& m_commands;
    QString m_id;
    QString m_group;
    QList<QKeySequence> m_shown;
    QHBoxLayout* m_line;
    QVBoxLayout* m_layout;
    QWidget* m_caps = nullptr; // the keys
    IconButton* m_add;
    IconButton* m_reset;
    QPointer<QWidget> m_below; // what waits for keys, or the question whose they are to be
};

class CommandList;
class SearchField;
class ShortcutRow;

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
