#pragma once

#include "services/background.h"
#include "services/presets/presets.h"
#include "ui/widgets/undo_bar.h"

#include <QDialog>
#include <QPointer>
#include <QStringList>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QMenu;
class QPushButton;

namespace services {
class AnswerWriter;
class Conversation;
class InstalledModels;
class Settings;
} // namespace services

namespace ui {

class IconButton;
class TextLabel;
class UndoBar;

/// Asks for the name of a preset or of something else. Deletes itself when it is closed.
class PresetNameDialog : public QDialog {
    Q_OBJECT

public:
    enum class Taken { IsReplaced, IsRejected }; ///< what happens to what has the name

    /// What it says.
    struct Words {
        QString fieldName;
        QString example;
        QString replaces; ///< where the name is taken
        QString exists; ///< the same if that is rejected
    };
    static Words wordsOfPresets();

    /// `taken` are the names that are used.
    PresetNameDialog(const QString& title, const QString& name, const QStringList& taken,
        Taken whatHappens, QWidget* parent, const Words& words = wordsOfPresets());

    void offerModel(const QString& modelName, bool isChosen); ///< to be part of the preset
    bool takesModel() const; ///< it was offered and is chosen

    QLineEdit* field() const { return m_field; }
    QPushButton* acceptButton() const { return m_accept; }
    QString name() const; ///< as services::presetName() leaves it

private:
    void showWhatHappens();

    const Words m_words;
    const QStringList m_taken;
    const Taken m_whatHappens;
    QLineEdit* m_field;
    TextLabel* m_note;
    QCheckBox* m_model;
    QPushButton* m_accept = nullptr;
};

/// Chooses a preset for a conversation, whose settings become those of the preset. The button next
/// to it has a menu that keeps the settings as a preset and renames, deletes, exports and imports
/// presets. Settings that were nowhere else can be brought back for a while.
class PresetChoice : public QWidget {
    Q_OBJECT

public:
    /// All references must outlive it.
    PresetChoice(services::Presets& presets, const services::AnswerWriter& answers,
        services::InstalledModels& installed, services::Settings& settings,
        QWidget* parent = nullptr);

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
    void reported(const QString& message, ui::Tone tone); ///< about what was done or failed

protected:
    void showEvent(QShowEvent* event) override;

private:
    using ReadPresets = QList<services::Outcome<services::Preset>>; ///< one for each file

    QString current() const;
    void replaceSettings(const services::ChatSettings& settings, const QString& message);
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

    services::Presets& m_presets;
    const services::AnswerWriter& m_answers;
    services::InstalledModels& m_installed;
    services::Settings& m_settings;
    QPointer<services::Conversation> m_conversation;
    QComboBox* m_combo;
    IconButton* m_button;
    TextLabel* m_problems;
    UndoBar* m_undo;
};

} // namespace ui
