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
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Default model for new chats."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "Built-in model")}},
    {"models", &keys::addedModels, SettingKind::Files,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Added models"),
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Files and folders stay where they are.")},
    {"models", &keys::modelFolders, SettingKind::Folders,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Model folders"),
        QT_TRANSLATE_NOOP(
            "ui::SettingsPage", "All models in these folders are listed on the page “Models”.")},
    {"models", &keys::device, SettingKind::Device, QT_TRANSLATE_NOOP("ui::SettingsPage", "Device"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Hardware used to run models. Applies the next time a model is loaded.")},
    {"models", &keys::deviceMemory, SettingKind::Number,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "GPU memory limit"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "How much GPU memory a model may use. Applies the next time a model is loaded."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "All free memory"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", " MiB")}},
    {"models", &keys::threads, SettingKind::Number,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Threads"),
        QT_TRANSLATE_NOOP(
            "ui::SettingsPage", "Number of CPU threads. Applies the next time a model is loaded."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "One per core"), ""}},
    {"models", &keys::contextTokens, SettingKind::Number,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Context length"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Longer contexts use more memory. Applies the next time a model is loaded."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "Model default"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", " tokens")}},
    {"models", &keys::cacheType, SettingKind::Choice,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "KV cache quantization"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "8-bit halves the memory for the context with almost no quality loss. Applies the next "
            "time a model is loaded."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "32-bit"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "16-bit"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "8-bit"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "6-bit"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "4-bit"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "8-bit keys, 4-bit values")}},
    {"models", &keys::draftModel, SettingKind::Model,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Draft model"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "A small model of the same family for speculative decoding: faster, identical answers. "
            "Applies the next time a model is loaded."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "None")}},
    {"models", &keys::exactProducts, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Full precision (slower)"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Computes with the model file's exact numbers on the CPU. Answers take about twice as "
            "long. Applies the next time a model is loaded.")},
    {"models", &keys::keepsLayouts, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Load models faster"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Caches a copy of model weights on disk in the layout this CPU needs, up to 16 GB in "
            "total. Applies the next time a model is loaded.")},
    {"models", &keys::unloadAfterMinutes, SettingKind::Number,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Unload idle models after"),
        QT_TRANSLATE_NOOP(
            "ui::SettingsPage", "Frees the model's memory. It loads again with your next message."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "Never"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", " min")}},
    {"models", &keys::hubAddress, SettingKind::HubAddress,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Model hub URL"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Models are downloaded from here: Hugging Face or a mirror. The HF_ENDPOINT "
            "environment variable takes precedence.")},
    // Answers
    {"answers", &keys::systemPrompt, SettingKind::LongText,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "System prompt"),
        QT_TRANSLATE_NOOP(
            "ui::SettingsPage", "Used for chats without a system prompt of their own."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "For example: Answer in short sentences.")}},
    {"answers", &keys::sampler, SettingKind::Sampler,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Answer style"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Used for chats without settings of their own, starting with the next answer.")},
    {"answers", &keys::makeTitles, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Generate chat titles"),
        QT_TRANSLATE_NOOP(
            "ui::SettingsPage", "The model writes a title for a new chat after its first answer.")},
    {"answers", &keys::readPictures, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Read text in pictures (OCR)"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Text that Tesseract finds in a picture is sent to the model together with the "
            "picture, and you can select it in the picture viewer.")},
    // Documents
    {"documents", &keys::embeddingModel, SettingKind::EmbeddingModel,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Embedding model"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Searches documents by meaning. Your library is indexed for it in the background. See "
            "Models → Get models."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "None (keyword search)")}},
    {"documents", &keys::passagesJudged, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Re-rank results with the model"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "A model with at least a billion parameters checks whether each of the best passages "
            "answers your question. This takes as long as reading them.")},
    {"documents", &keys::documentsWatched, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Watch folders for changes"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "New and changed files are indexed immediately. Otherwise at the next start, or when "
            "you check for changes.")},
    {"documents", &keys::documentStore, SettingKind::DocumentStore,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Index location"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "A file, or the URL of a shared PostgreSQL database: postgresql://user@host/database. "
            "Store the password in ~/.pgpass. An existing index stays where it is."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "Local file")}},
    // Server
    {"server", &keys::serverIsOn, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Local API server"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Lets programs that support the OpenAI or Anthropic API use the models of this window, "
            "at the same time as you.")},
    {"server", &keys::serverHost, SettingKind::ListenAddress,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Address"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "127.0.0.1 is for programs on this computer. 0.0.0.0 also accepts other computers, "
            "which need the API key; traffic isn't encrypted.")},
    {"server", &keys::serverPort, SettingKind::Port, QT_TRANSLATE_NOOP("ui::SettingsPage", "Port"),
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Changing the port interrupts running requests."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "Automatic")}},
    // Writing
    {"writing", &keys::sendByControlEnter, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Send with Ctrl+Enter"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Enter then starts a new line. Otherwise, Enter sends and Shift+Enter starts a new "
            "line.")},
    {"writing", &keys::longPasteCharacters, SettingKind::Number,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Attach pasted text longer than"),
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Longer text becomes an attachment."),
        {"", QT_TRANSLATE_NOOP("ui::SettingsPage", " characters")}},
    // Appearance
    {"appearance", &keys::scheme, SettingKind::Choice,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Theme"),
        QT_TRANSLATE_NOOP("ui::SettingsPage", "“System” follows your desktop."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "System"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Light"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Dark")}},
    {"appearance", &keys::accent, SettingKind::Accent,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Accent color"),
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Color of buttons, links and the focus.")},
    {"appearance", &keys::highContrast, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "High contrast"),
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Stronger text, lines and outlines.")},
    {"appearance", &keys::fontSize, SettingKind::Number,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Text size"),
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Applies to the whole interface (Ctrl++ / Ctrl+−)."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "System"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", " pt")}},
    {"appearance", &keys::codeFontSize, SettingKind::Number,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Code size"),
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Applies to code in messages."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "Same as text"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", " pt")}},
    {"appearance", &keys::density, SettingKind::Choice,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Density"),
        QT_TRANSLATE_NOOP("ui::SettingsPage", "“Compact” reduces the spacing."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "Comfortable"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Compact")}},
    {"appearance", &keys::reducedMotion, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Reduce motion"),
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Turns off animations.")},
    // Language
    {"language", &keys::language, SettingKind::Language,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Language"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Language of the interface. Models answer in the language of the question. Applies "
            "after a restart.")},
    // Storage
    {"storage", &keys::keptContextGigabytes, SettingKind::Number,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Prompt cache on disk"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Lets long chats resume quickly after a restart. The cache grows up to this size and "
            "is deleted with its chats. “None” turns it off and deletes it."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "None"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", " GB")}},
    // System
    {"system", &keys::restoreSession, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Continue where you left off"),
        QT_TRANSLATE_NOOP(
            "ui::SettingsPage", "Opens the last chat and restores your draft at startup.")},
    {"system", &keys::notify, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Notify about finished answers"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "When a long answer finishes while the window is in the background. Notifications "
            "never show the text.")},
    {"system", &keys::useTray, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "System tray icon"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Closing the window then keeps Vignette running. Has no effect on desktops without a "
            "tray.")},
    {"system", &keys::logLevel, SettingKind::Choice,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Log level"),
        QT_TRANSLATE_NOOP(
            "ui::SettingsPage", "The log file never contains prompts, answers or picture names."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "Warnings only"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Normal"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Debug")}},
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
