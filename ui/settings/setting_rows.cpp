#include "ui/settings/setting_rows.h"

#include "services/settings/settings_table.h"

#include <QCoreApplication>

namespace ui {

namespace {

namespace keys = services::settings;

struct Row {
    const char* section;
    AnySetting setting;
    SettingKind kind;
    const char* name;
    const char* help;
    QList<const char*> words = {};
};

// The rows are in the order of the page.
const Row table[] = {
    // Models and device
    {"models", &keys::currentModel, SettingKind::Model,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Model"),
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Answers wherever a conversation names no other."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "The built-in model")}},
    {"models", &keys::addedModels, SettingKind::Files,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Models added by you"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Files and folders that are used where they lie; nothing is copied.")},
    {"models", &keys::modelFolders, SettingKind::Folders,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Folders with models"),
        QT_TRANSLATE_NOOP(
            "ui::SettingsPage", "Every model in them is offered on the page of models.")},
    {"models", &keys::device, SettingKind::Device, QT_TRANSLATE_NOOP("ui::SettingsPage", "Device"),
        QT_TRANSLATE_NOOP(
            "ui::SettingsPage", "What computes. Used by models that are loaded from now on.")},
    {"models", &keys::deviceMemory, SettingKind::Number,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Memory of a graphics card"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "How much of it a model may take. Used by models that are loaded from now on."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "All that is free"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", " MiB")}},
    {"models", &keys::threads, SettingKind::Number,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Threads"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "How many threads compute on the processor. Used by models that are loaded from now "
            "on."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "One per core"), ""}},
    {"models", &keys::contextTokens, SettingKind::Number,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Context"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "How much a model can keep in view; more takes more memory. Used by models that are "
            "loaded from now on."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "As the model suggests"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", " tokens")}},
    {"models", &keys::cacheType, SettingKind::Choice,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Precision of the context"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "How exactly the context is kept in memory: 8 bits halve its size and cost next to "
            "nothing. Used by models that are loaded from now on."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "32 bits"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "16 bits"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "8 bits"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "6 bits"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "4 bits"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "8 bits, values 4")}},
    {"models", &keys::draftModel, SettingKind::Model,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Draft model"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "A small model of the same family that guesses ahead, which makes answers faster and "
            "leaves them the same. Used by models that are loaded from now on."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "None")}},
    {"models", &keys::exactProducts, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Compute exactly"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "On the processor, in full precision: the numbers are those of the model's file to the "
            "last place, and answers take about twice as long. Used by models that are loaded from "
            "now on.")},
    {"models", &keys::keepsLayouts, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Load models faster"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Keeps a copy of a model's weights on the disk as this processor needs them, all "
            "together "
            "at most 16 GB. Used by models that are loaded from now on.")},
    {"models", &keys::unloadAfterMinutes, SettingKind::Number,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Unload an idle model after"),
        QT_TRANSLATE_NOOP(
            "ui::SettingsPage", "Gives its memory back; the next question loads it again."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "Never"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", " min")}},
    {"models", &keys::hubAddress, SettingKind::HubAddress,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Hub of models"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Where models are fetched from when you ask for one: Hugging Face, or a mirror of it. "
            "HF_ENDPOINT of the environment goes first.")},
    // Answers
    {"answers", &keys::systemPrompt, SettingKind::LongText,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "System prompt"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "What every conversation tells the model first, unless it has a prompt of its own."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "For example: Answer in short sentences.")}},
    {"answers", &keys::sampler, SettingKind::Sampler,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "How answers are chosen"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "For conversations that have set nothing of their own. Acts from the next answer on.")},
    {"answers", &keys::makeTitles, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Name conversations"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "The model finds a title for a new conversation after its first answer.")},
    {"answers", &keys::readPictures, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Read the text in pictures"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "What Tesseract reads in a page, a screenshot or a receipt goes with the picture to "
            "the "
            "model, and can be selected where the picture is shown.")},
    // Documents
    {"documents", &keys::embeddingModel, SettingKind::EmbeddingModel,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Compare by meaning with"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "A model that finds passages which say the same in other words. What has been read is "
            "prepared for it in the background. The page Get models offers some."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "Nothing: words alone")}},
    {"documents", &keys::passagesJudged, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Let the model read what was found"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "A model of at least a billion parameters reads each of the best passages first and "
            "says "
            "whether it answers your question. That takes as long as reading them.")},
    {"documents", &keys::documentsWatched, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Follow changes"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "What is new or changed in your folders is read at once. Otherwise at the next start, "
            "or when you let them be checked.")},
    {"documents", &keys::documentStore, SettingKind::DocumentStore,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Where it is kept what documents say"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "A file, or the address of a PostgreSQL database that several people use: "
            "postgresql://user@host/database. A password is better kept in ~/.pgpass. What was "
            "read before stays where it is."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "A file of this program")}},
    // Server
    {"server", &keys::serverIsOn, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Offer models to other programs"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Programs that speak OpenAI's or Anthropic's interface can then ask the models of this "
            "window. Their answers are written at the same time as yours.")},
    {"server", &keys::serverHost, SettingKind::ListenAddress,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Address"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "127.0.0.1 is for programs on this computer. With 0.0.0.0 other computers reach it, "
            "too, "
            "which need the key; nothing is encrypted on the way.")},
    {"server", &keys::serverPort, SettingKind::Port, QT_TRANSLATE_NOOP("ui::SettingsPage", "Port"),
        QT_TRANSLATE_NOOP("ui::SettingsPage", "A change ends the answers under way."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "A free one")}},
    // Writing
    {"writing", &keys::sendByControlEnter, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Send with Ctrl+Enter"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Enter then begins a new line. Otherwise Enter sends and Shift+Enter begins a new "
            "line.")},
    {"writing", &keys::longPasteCharacters, SettingKind::Number,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Attach a pasted text from"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "A longer text becomes an attachment instead of filling the prompt box."),
        {"", QT_TRANSLATE_NOOP("ui::SettingsPage", " characters")}},
    // Appearance
    {"appearance", &keys::scheme, SettingKind::Choice,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Colours"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "As on the desktop means that the program changes together with it."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "As on the desktop"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Light"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Dark")}},
    {"appearance", &keys::accent, SettingKind::Accent,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Accent"),
        QT_TRANSLATE_NOOP(
            "ui::SettingsPage", "The colour of buttons, links and of what has the focus.")},
    {"appearance", &keys::highContrast, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "High contrast"),
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Stronger text, lines and outlines.")},
    {"appearance", &keys::fontSize, SettingKind::Number,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Text size"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Of everything in the window. Ctrl++, Ctrl+- and Ctrl+0 change it, too."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "As on the desktop"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", " pt")}},
    {"appearance", &keys::codeFontSize, SettingKind::Number,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Code size"),
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Of code in messages."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "As the text"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", " pt")}},
    {"appearance", &keys::density, SettingKind::Choice,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Density"),
        QT_TRANSLATE_NOOP(
            "ui::SettingsPage", "Compact shows more at once, with less space between."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "Comfortable"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Compact")}},
    {"appearance", &keys::reducedMotion, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Reduce motion"),
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Nothing slides or fades.")},
    // Language
    {"language", &keys::language, SettingKind::Language,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Language"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Of the program's texts; models answer in whatever language they are asked. Used from "
            "the next start.")},
    // Storage
    {"storage", &keys::keptContextGigabytes, SettingKind::Number,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Keep what models have read"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "After a start a model would have to read a long conversation again, which takes a "
            "while. What it has read is kept on the disk instead, up to this size in all, and "
            "deleted with the conversation. With None nothing is kept, and what is there is "
            "deleted."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "None"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", " GB")}},
    // System
    {"system", &keys::restoreSession, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Continue where you left off"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Opens the last conversation at the start, with what you had begun to write.")},
    {"system", &keys::notify, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Notify about finished answers"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "When a long answer ends while the window is in the background. The message never "
            "shows the text.")},
    {"system", &keys::useTray, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Icon in the system tray"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Closing the window then leaves the program running. Has no effect where the desktop "
            "has no tray.")},
    {"system", &keys::logLevel, SettingKind::Choice, QT_TRANSLATE_NOOP("ui::SettingsPage", "Log"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "What the log file holds. Never prompts, answers or names of pictures."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "Warnings only"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Usual"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Everything, for a report")}},
};

QString translated(const char* text)
{
    return *text ? QCoreApplication::translate("ui::SettingsPage", text) : QString();
}

} // namespace

QString SettingRow::key() const
{
    return std::visit(
        [](const auto* setting) { return QString(QLatin1String(setting->key)); }, setting);
}

QList<SettingRow> settingRows()
{
    QList<SettingRow> rows;
    for (const Row& row : table) {
        QStringList words;
        for (const char* word : row.words)
            words << translated(word);
        rows << SettingRow{QLatin1String(row.section), row.setting, row.kind, translated(row.name),
            translated(row.help), words};
    }
    return rows;
}

} // namespace ui
