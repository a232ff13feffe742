#include "ui/chat/prompt_entries.h"

#include "services/background.h"
#include "services/documents/library/document_library.h"
#include "services/models/installed_models.h"
#include "services/pictures/picture.h"
#include "services/presets/presets.h"
#include "services/presets/saved_prompts.h"
#include "services/settings/settings.h"
#include "ui/commands/command_list.h"
#include "ui/documents/library/library_model.h"

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
constexpr qint64 listedMilliseconds = 5000; // for which a list of them is used

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

QString iconOfFile(const QString& path)
{
    return QDir::match(services::pictureNamePatterns(), QFileInfo(path).fileName())
        ? QStringLiteral("picture")
        : QStringLiteral("document");
}

// The folder that is typed behind "@", and what it is on the disk.
struct TypedFolder {
    explicit TypedFolder(const QString& typed)
        : shown(typed.left(typed.lastIndexOf(u'/') + 1))
        , path(shown.startsWith(u'~') ? QDir::homePath() + shown.mid(1) : shown)
        , beginning(typed.mid(shown.size()))
    {
    }

    QString shown, path;
    QString beginning; // of the name of what is in it
};

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
        const bool isKnown = TypedFolder(trigger.typed).path == m_folder
            && !m_listed.hasExpired(listedMilliseconds);
        if (isKnown)
            return entriesOfFolder(trigger);
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
                *score, insert(prompt.text), [this, prompt] {
                    services::removePrompt(m_settings, prompt.name);
                    emit promptRemoved(prompt);
                }};
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
        const QString name = nameOfPath(path);
        const auto score = matchesWord(typed, name);
        if (!score || (typed.isEmpty() && count >= shownUntyped))
            continue;
        ++count;
        entries << PaletteEntry{iconOfFile(path), name, tr("Attach – %1").arg(folderOfPath(path)),
            {}, *score, [this, path] { emit fileChosen(path); }};
    }
}

// Files of the library are offered only where something was typed: there may be very many.
void PromptEntries::addDocuments(QList<PaletteEntry>& entries, const QString& typed)
{
    qsizetype documents = 0, collections = 0;
    const QString letters = lettersToMatch(typed);
    for (const services::LibraryRoot& root : m_library.roots()) {
        const QString name = nameOfPath(root.path);
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
                && lettersToMatch(fileName).contains(letters); // quick, for there may be many
            const auto fileScore = mayMatch ? matchesWord(typed, fileName) : std::nullopt;
            if (!fileScore)
                continue;
            ++documents;
            entries << PaletteEntry{QStringLiteral("document"), fileName,
                tr("Ask this document – %1").arg(folderOfPath(file.path)), {}, *fileScore,
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

// Folders first, by name.
QList<PromptEntries::ListedFile> PromptEntries::listed(const QString& folder)
{
    QList<ListedFile> files;
    QDirIterator all(folder, QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden);
    while (all.hasNext() && files.size() < maxListed) {
        const QFileInfo file = all.nextFileInfo();
        files << ListedFile{file.fileName(), file.isDir()};
    }
    std::ranges::sort(files, [](const ListedFile& left, const ListedFile& right) {
        if (left.isFolder != right.isFolder)
            return left.isFolder;
        return QString::compare(left.name, right.name, Qt::CaseInsensitive) < 0;
    });
    return files;
}

// A folder may be on a slow disk, so it is listed in the background, and not for each letter.
void PromptEntries::listFolder(const CompletionTrigger& trigger)
{
    const QString folder = TypedFolder(trigger.typed).path;
    services::runInBackground<QList<ListedFile>>(
        this, [folder] { return listed(folder); },
        [this, trigger, folder](const services::Outcome<QList<ListedFile>>& outcome) {
            m_folder = folder;
            m_files = outcome.value.value_or(QList<ListedFile>());
            m_listed.start();
            emit found(trigger, entriesOfFolder(trigger));
        });
}

// Hidden files only if that is what was typed.
QList<PaletteEntry> PromptEntries::entriesOfFolder(const CompletionTrigger& trigger)
{
    const TypedFolder typed(trigger.typed);
    QList<PaletteEntry> entries;
    for (const ListedFile& file : m_files) {
        const bool isMeant = file.name.startsWith(typed.beginning, Qt::CaseInsensitive)
            && (typed.beginning.startsWith(u'.') || !file.name.startsWith(u'.'));
        if (!isMeant || entries.size() >= maxOfKind)
            continue;
        entries << (file.isFolder
                ? PaletteEntry{QStringLiteral("folder"), file.name + u'/', tr("Open folder"), {}, 0,
                    [this, path = typed.shown + file.name + u'/'] { emit folderChosen(path); }}
                : PaletteEntry{iconOfFile(file.name), file.name, tr("Attach"), {}, 0,
                    [this, path = typed.path + file.name] { emit fileChosen(path); }});
    }
    return entries;
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
