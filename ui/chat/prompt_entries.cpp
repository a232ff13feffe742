#include "ui/chat/prompt_entries.h"

#include "services/background.h"
#include "services/documents/library/document_library.h"
#include "services/models/installed_models.h"
#include "services/pictures/picture.h"
#include "services/presets/presets.h"
#include "services/presets/saved_prompts.h"
#include "services/settings/settings.h"
#include "ui/commands/command_list.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

#include <algorithm>

namespace ui {

namespace {

constexpr qsizetype maxRecentFiles = 12; // that are remembered
constexpr qsizetype shownUntyped = 5; // of each kind, before anything is typed
constexpr qsizetype maxOfKind = 20;
constexpr int maxListed = 5000; // files of a folder that are looked at

// Prompts that everybody has. The first two make models read whole documents.
struct BuiltInPrompt {
    const char* name;
    const char* text;
};

constexpr BuiltInPrompt builtInPrompts[] = {
    {QT_TRANSLATE_NOOP("ui::PromptEntries", "Summarize"),
        QT_TRANSLATE_NOOP("ui::PromptEntries", "Summarize this.")},
    {QT_TRANSLATE_NOOP("ui::PromptEntries", "Compare"),
        QT_TRANSLATE_NOOP("ui::PromptEntries", "Compare these two.")},
    {QT_TRANSLATE_NOOP("ui::PromptEntries", "Explain"),
        QT_TRANSLATE_NOOP("ui::PromptEntries", "Explain in simple words: ")},
    {QT_TRANSLATE_NOOP("ui::PromptEntries", "Translate"),
        QT_TRANSLATE_NOOP("ui::PromptEntries", "Translate into English: ")},
};

// The commands that are offered before anything is typed; then all of the chat and its messages are.
constexpr QLatin1String usualCommands[] = {QLatin1String("chat.new"),
    QLatin1String("chat.temporary"), QLatin1String("chat.export"), QLatin1String("chat.settings"),
    QLatin1String("chat.model"), QLatin1String("message.attach"), QLatin1String("message.again")};

bool isOffered(const QString& command, const QString& typed)
{
    if (typed.isEmpty())
        return std::ranges::find(usualCommands, command) != std::end(usualCommands);
    return command != QLatin1String("message.write") // it is there already
        && (command.startsWith(QLatin1String("chat."))
            || command.startsWith(QLatin1String("message.")));
}

void sortByScore(QList<PaletteEntry>& entries)
{
    std::ranges::stable_sort(entries, std::greater(), &PaletteEntry::score);
}

QString folderOf(const QString& path)
{
    QString folder = QFileInfo(path).path();
    const QString home = QDir::homePath();
    if (folder == home || folder.startsWith(home + u'/'))
        folder.replace(0, home.size(), u'~');
    return folder;
}

QString iconOfFile(const QString& path)
{
    return QDir::match(services::pictureNamePatterns(), QFileInfo(path).fileName())
        ? QStringLiteral("picture")
        : QStringLiteral("document");
}

struct ListedFile {
    QString name;
    bool isFolder = false;
};

// Folders first, by name; hidden ones only if that is what was typed.
QList<ListedFile> listed(const QString& folder, const QString& beginning)
{
    QList<ListedFile> files;
    QDir::Filters filters = QDir::AllEntries | QDir::NoDotAndDotDot;
    if (beginning.startsWith(u'.'))
        filters |= QDir::Hidden;
    QDirIterator all(folder, filters);
    for (int count = 0; all.hasNext() && count < maxListed; ++count) {
        const QFileInfo file = all.nextFileInfo();
        if (file.fileName().startsWith(beginning, Qt::CaseInsensitive))
            files << ListedFile{file.fileName(), file.isDir()};
    }
    std::ranges::sort(files, [](const ListedFile& left, const ListedFile& right) {
        if (left.isFolder != right.isFolder)
            return left.isFolder;
        return QString::compare(left.name, right.name, Qt::CaseInsensitive) < 0;
    });
    if (files.size() > maxOfKind)
        files.resize(maxOfKind);
    return files;
}

} // namespace

PromptEntries::PromptEntries(services::Settings& settings, const services::Presets& presets,
    const services::InstalledModels& installed, const services::DocumentLibrary& library,
    QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_presets(presets)
    , m_installed(installed)
    , m_library(library)
{
}

QList<PaletteEntry> PromptEntries::entriesFor(const CompletionTrigger& trigger)
{
    if (trigger.kind == CompletionTrigger::Kind::Command)
        return commandsFor(trigger.typed);
    if (trigger.typed.startsWith(u'/') || trigger.typed.startsWith(QLatin1String("~/"))) {
        listFolder(trigger);
        return {};
    }
    return mentionsFor(trigger.typed);
}

QList<PaletteEntry> PromptEntries::commandsFor(const QString& typed)
{
    QList<PaletteEntry> entries;
    addPrompts(entries, typed);
    for (const services::Preset& preset : m_presets.all())
        if (const auto score = matchesWord(typed, preset.name))
            entries << PaletteEntry{QStringLiteral("settings"), preset.name, tr("Preset"), {},
                *score, [this, name = preset.name] { emit presetChosen(name); }};
    if (m_commands)
        for (const CommandList::Command& command : m_commands->commands()) {
            const auto score = matchesWord(typed, command.action->text());
            if (!score || !isOffered(command.id, typed) || !command.action->isEnabled())
                continue;
            entries << PaletteEntry{QStringLiteral("next"), command.action->text(), tr("Command"),
                command.action->shortcut().toString(QKeySequence::NativeText), *score,
                [this, action = QPointer(command.action)] {
                    emit commandChosen([action] {
                        if (action)
                            action->trigger();
                    });
                }};
        }
    sortByScore(entries);
    return entries;
}

void PromptEntries::addPrompts(QList<PaletteEntry>& entries, const QString& typed)
{
    const auto insert = [this](const QString& text) {
        return [this, text] {
            emit textChosen(services::filledIn(text, QApplication::clipboard()->text()));
        };
    };
    for (const services::SavedPrompt& prompt : services::savedPrompts(m_settings))
        if (const auto score = matchesWord(typed, prompt.name))
            entries << PaletteEntry{QStringLiteral("edit"), prompt.name, tr("Saved prompt"), {},
                *score, insert(prompt.text),
                [this, name = prompt.name] { services::removePrompt(m_settings, name); }};
    for (const BuiltInPrompt& prompt : builtInPrompts)
        if (const auto score = matchesWord(typed, tr(prompt.name)))
            entries << PaletteEntry{QStringLiteral("edit"), tr(prompt.name), tr(prompt.text), {},
                *score, insert(tr(prompt.text))};
}

QList<PaletteEntry> PromptEntries::mentionsFor(const QString& typed)
{
    QList<PaletteEntry> entries;
    addFiles(entries, typed);
    addDocuments(entries, typed);
    addModels(entries, typed);
    sortByScore(entries);
    return entries;
}

void PromptEntries::addFiles(QList<PaletteEntry>& entries, const QString& typed)
{
    qsizetype count = 0;
    for (const QString& path : m_settings.get(services::settings::recentFiles)) {
        const QString name = QFileInfo(path).fileName();
        const auto score = matchesWord(typed, name);
        if (!score || (typed.isEmpty() && count >= shownUntyped))
            continue;
        ++count;
        entries << PaletteEntry{iconOfFile(path), name, tr("Attach – %1").arg(folderOf(path)), {},
            *score, [this, path] { emit fileChosen(path); }};
    }
}

// Files of the library are offered only where something was typed: there may be very many.
void PromptEntries::addDocuments(QList<PaletteEntry>& entries, const QString& typed)
{
    qsizetype documents = 0, collections = 0;
    for (const services::LibraryRoot& root : m_library.roots()) {
        const QString name = QFileInfo(root.path).fileName();
        const auto score = matchesWord(typed, name);
        const bool isShown = !typed.isEmpty() || collections < shownUntyped;
        if (score && isShown && ++collections <= maxOfKind)
            entries << PaletteEntry{
                root.isFolder ? QStringLiteral("folder") : QStringLiteral("document"), name,
                root.isFolder ? tr("Ask this collection") : tr("Ask this document"), {}, *score,
                [this, path = root.path] { emit documentsChosen(path); }};
        if (typed.isEmpty() || !root.isFolder)
            continue;
        for (const services::LibraryFile& file : root.files) {
            if (documents >= maxOfKind)
                break;
            const QString fileName = file.path.mid(file.path.lastIndexOf(u'/') + 1);
            const bool mayMatch = file.state == services::LibraryFile::State::Read
                && fileName.contains(typed, Qt::CaseInsensitive); // quick, for there may be many
            const auto fileScore = mayMatch ? matchesWord(typed, fileName) : std::nullopt;
            if (!fileScore)
                continue;
            ++documents;
            entries << PaletteEntry{QStringLiteral("document"), fileName,
                tr("Ask this document – %1").arg(folderOf(file.path)), {}, *fileScore,
                [this, path = file.path] { emit documentsChosen(path); }};
        }
    }
}

void PromptEntries::addModels(QList<PaletteEntry>& entries, const QString& typed)
{
    qsizetype count = 0;
    for (const services::ModelFacts& model : m_installed.models()) {
        const QString name = m_installed.displayName(model.id);
        const auto score = matchesWord(typed, name);
        if (!score || !model.isUsable() || (typed.isEmpty() && count >= shownUntyped))
            continue;
        ++count;
        entries << PaletteEntry{QStringLiteral("models"), name, tr("Use this model in this chat"),
            {}, *score, [this, id = model.id] { emit modelChosen(id); }};
    }
}

// A folder may be on a slow disk.
void PromptEntries::listFolder(const CompletionTrigger& trigger)
{
    const qsizetype slash = trigger.typed.lastIndexOf(u'/');
    const QString shown = trigger.typed.left(slash + 1), beginning = trigger.typed.mid(slash + 1);
    const QString folder = shown.startsWith(u'~') ? QDir::homePath() + shown.mid(1) : shown;
    services::runInBackground<QList<ListedFile>>(
        this, [folder, beginning] { return listed(folder, beginning); },
        [this, trigger, shown, folder](const services::Outcome<QList<ListedFile>>& outcome) {
            QList<PaletteEntry> entries;
            for (const ListedFile& file : outcome.value.value_or(QList<ListedFile>()))
                entries << (file.isFolder
                        ? PaletteEntry{QStringLiteral("folder"), file.name + u'/',
                            tr("Open folder"), {}, 0,
                            [this, typed = shown + file.name + u'/'] { emit folderChosen(typed); }}
                        : PaletteEntry{iconOfFile(file.name), file.name, tr("Attach"), {}, 0,
                            [this, path = folder + file.name] { emit fileChosen(path); }});
            emit found(trigger, entries);
        });
}

void PromptEntries::noteFiles(const QStringList& paths)
{
    QStringList recent = m_settings.get(services::settings::recentFiles);
    for (const QString& path : paths) {
        recent.removeAll(path);
        recent.prepend(path);
    }
    if (recent.size() > maxRecentFiles)
        recent.resize(maxRecentFiles);
    m_settings.set(services::settings::recentFiles, recent);
}

} // namespace ui
