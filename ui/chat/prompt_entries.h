#pragma once

#include "services/models/model_id_text.h"
#include "services/presets/saved_prompts.h"
#include "ui/chat/prompt_completion.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QStringList>

namespace services {
class DocumentLibrary;
class InstalledModels;
class Presets;
class Settings;
} // namespace services

namespace ui {

class CommandList;

/// What can be chosen behind "/" and "@" in the message box: prompts, presets and commands of the chat;
/// files, documents and collections of the library, and models.
class PromptEntries : public QObject {
    Q_OBJECT

public:
    /// All of them must outlive this object.
    PromptEntries(services::Settings& settings, const services::Presets& presets,
        const services::InstalledModels& installed, const services::DocumentLibrary& library,
        QObject* parent = nullptr);

    /// Offers the commands of the chat and of its messages. The list must outlive this object.
    void setCommands(const CommandList& commands) { m_commands = &commands; }

    /// The entries that are known at once; those of a folder follow by found().
    QList<PaletteEntry> entriesFor(const CompletionTrigger& trigger);

    /// Remembers files that were attached, to offer them again.
    void noteFiles(const QStringList& paths);

signals:
    void promptRemoved(const services::SavedPrompt& prompt); ///< by the user
    void found(const ui::CompletionTrigger& trigger, const QList<ui::PaletteEntry>& entries);

    // One of these is sent when an entry is chosen.
    void textChosen(const QString& text); ///< to be inserted
    void commandChosen(const std::function<void()>& act);
    void presetChosen(const QString& name);
    void fileChosen(const QString& path);
    void folderChosen(const QString& typed); ///< to go on with in it, behind the sign
    void documentsChosen(const QString& path); ///< a document or a collection of the library
    void modelChosen(const services::ModelId& model);

private:
    QList<PaletteEntry> commandsFor(const QString& typed);
    QList<PaletteEntry> mentionsFor(const QString& typed);
    void addPrompts(QList<PaletteEntry>& entries, const QString& typed);
    void addFiles(QList<PaletteEntry>& entries, const QString& typed);
    void addDocuments(QList<PaletteEntry>& entries, const QString& typed);
    void addModels(QList<PaletteEntry>& entries, const QString& typed);
    struct ListedFile {
        QString name;
        bool isFolder = false;
    };
    void listFolder(const CompletionTrigger& trigger);
    QList<PaletteEntry> entriesOfFolder(const CompletionTrigger& trigger);
    static QList<ListedFile> listed(const QString& folder);

    services::Settings& m_settings;
    const services::Presets& m_presets;
    const services::InstalledModels& m_installed;
    const services::DocumentLibrary& m_library;
    const CommandList* m_commands = nullptr;
    QString m_folder; // that was listed last; empty: none
    QList<ListedFile> m_files; // in it
    QElapsedTimer m_listed; // since then
};

} // namespace ui
