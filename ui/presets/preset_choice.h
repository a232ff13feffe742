#pragma once

#include "services/background.h"
#include "services/presets/preset.h"
#include "ui/services.h"
#include "ui/widgets/sentence_box.h"

#include <QPointer>
#include <QWidget>

class QComboBox;
class QMenu;

namespace services {
class Conversation;
}

namespace ui {

class IconButton;
class TextLabel;
class UndoBar;

/// Chooses a preset for a conversation, whose settings become those of the preset. The button beside
/// it has a menu that keeps the settings as a preset and renames, deletes, exports and imports
/// presets. Settings that were nowhere else can be brought back for a while.
class PresetChoice : public QWidget {
    Q_OBJECT

public:
    /// The services must outlive it.
    explicit PresetChoice(const Services& services, QWidget* parent = nullptr);

    void setConversation(services::Conversation* conversation);

    /// False if there is no such preset.
    bool choose(const QString& name);

    void save(); ///< asks for a name
    void chooseImports(); ///< asks for files
    /// Files are read and written in the background.
    void import(const QStringList& paths);
    void exportTo(const QString& name, const QString& path); ///< one of the presets

    QComboBox* combo() const { return m_combo; }
    UndoBar* undoBar() const { return m_undo; }
    QMenu* popup(); ///< the menu; it deletes itself

signals:
    void told(const QString& sentence, ui::Tone tone); ///< about what was done or failed

protected:
    void showEvent(QShowEvent* event) override;

private:
    using ReadPresets = QList<services::Outcome<services::Preset>>; ///< one for each file

    QString current() const;
    void replaceSettings(const services::ChatSettings& settings, const QString& sentence);
    void chooseNone();
    void showPresets();
    void showCurrent();
    void addToMenu(QMenu& menu, const QString& name);
    void rename(const QString& name);
    void askToRemove(const QString& name);
    void chooseExport(const QString& name);
    void add(const ReadPresets& presets);
    QString addForeign(const services::Preset& preset);
    void useForNewChats(const QString& name, bool isUsed);
    template <typename Act>
    bool attempt(Act act);

    Services m_services;
    QPointer<services::Conversation> m_conversation;
    QComboBox* m_combo;
    IconButton* m_button;
    TextLabel* m_problems;
    UndoBar* m_undo;
};

} // namespace ui
