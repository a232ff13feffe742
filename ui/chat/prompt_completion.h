#pragma once

#include "ui/commands/command_palette.h"

#include <QFrame>
#include <QObject>
#include <QString>

#include <functional>
#include <optional>

class QListView;
class QStandardItemModel;

namespace ui {

class Announcer;
class PromptBox;

/// What begins a list of suggestions in a message, and what was typed behind it.
struct CompletionTrigger {
    enum class Kind {
        Command, ///< "/" at the start of the message
        Mention, ///< "@" at the start of a word
    };

    Kind kind = Kind::Command;
    qsizetype begin = 0; ///< of the sign in the text
    QString typed = {}; ///< behind it, up to the cursor

    bool operator==(const CompletionTrigger&) const = default;
};

/// The trigger that the cursor is behind; nothing in paths, e-mail addresses and ordinary text. A
/// path behind "@" may contain spaces.
std::optional<CompletionTrigger> findTrigger(const QString& text, qsizetype cursor);

/// The letters of a text in which matchesWord() looks: without case, accents, spaces and hyphens. What was
/// typed is among those of a name that it matches.
QString lettersToMatch(const QString& text);

/// Whether a name has a word with which what was typed begins, as "sum" and "summarizet" begin
/// "Summarize text". More is better: 2 where it is the first word. Case and accents do not matter.
std::optional<int> matchesWord(const QString& typed, const QString& name);

/// A list of suggestions above the message box. It never has the focus: the message box keeps it and
/// passes keys on.
class CompletionList : public QFrame {
    Q_OBJECT

public:
    explicit CompletionList(QWidget* parent = nullptr);

    void setEntries(const QList<PaletteEntry>& entries); ///< and selects the first
    const QList<PaletteEntry>& entries() const { return m_entries; }
    int current() const; ///< −1: none
    void step(int rows); ///< from the last to the first, unless it is a page
    int fittingHeight(int room) const; ///< of as many rows as there is room for
    QListView* view() const { return m_view; }
    QString announcement() const; ///< what a screen reader says of the list

signals:
    void chosen(int index);
    void removeRequested(int index);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void announce(bool isNew);

    QListView* m_view;
    QStandardItemModel* m_rows;
    Announcer* m_announcer;
    QList<PaletteEntry> m_entries; // of the rows
};

/// Offers suggestions while the user types "/" or "@" in the message box. Arrow keys select, Enter
/// and Tab choose, Escape closes the list until the next sign.
class PromptCompletion : public QObject {
    Q_OBJECT

public:
    /// Returns the entries for what was typed. What it finds later it passes to show(), if that is
    /// still what was typed.
    using Source = std::function<QList<PaletteEntry>(const CompletionTrigger& trigger)>;

    /// The box must outlive it.
    PromptCompletion(PromptBox& prompt, Source source, QObject* parent = nullptr);
    ~PromptCompletion() override;

    bool isOpen() const;
    CompletionList* list() const { return m_list; }

    void show(const CompletionTrigger& trigger, const QList<PaletteEntry>& entries);

    /// Puts a text in the place of the sign and what was typed behind it.
    void replaceTyped(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void update();
    void close();
    void dismiss();
    void choose(int index);
    void remove(int index);
    void place();
    bool handleKey(int key, Qt::KeyboardModifiers modifiers);

    PromptBox& m_prompt;
    const Source m_source;
    CompletionList* m_list; // in the window that has the box, once it is shown
    std::optional<CompletionTrigger> m_trigger; // whose suggestions are wanted
    std::optional<qsizetype> m_dismissed; // the sign that the user wants none for
    bool m_isReplacing = false;
};

} // namespace ui
