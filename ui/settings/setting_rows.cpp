#include "ui/settings/setting_rows.h"

#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "ui/settings/address_edit.h"
#include "ui/settings/document_store_edit.h"
#include "ui/settings/sampler_editor.h"
#include "ui/settings/setting_choices.h"
#include "ui/widgets/choice_bar.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/line_edits.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QSignalBlocker>
#include <QSpinBox>

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
    {"models", &keys::experts, SettingKind::Choice,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Experts"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Where mixture-of-experts models compute their experts if the device is a GPU. "
            "Applies the next time a model is loaded."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "On the GPU if they fit"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "On the GPU"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "On the CPU")}},
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
    {"answers", &keys::pictureDetail, SettingKind::Choice,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Picture detail"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "How closely models look at new pictures. Fine detail keeps small text readable, but "
            "takes more of the context and more time. With “Tiles”, models that cut pictures into tiles "
            "use as many as they can. Models that read every picture alike ignore this."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "Automatic"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Fast"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Balanced"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Fine"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Tiles")}},
    {"answers", &keys::readPictures, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Read text in pictures (OCR)"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Text that Tesseract finds in a picture is sent to the model together with the "
            "picture, and you can select it in the picture viewer.")},
    {"answers", &keys::checkPictureAnswers, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Check answers against pictures"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Numbers, dates and names in an answer are searched in the text of the picture: point at "
            "one to see where it is. Those that aren't there are marked.")},
    {"answers", &keys::readFormsAgain, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Check facts of receipts and forms again"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "After an answer about a receipt or form, the model reads up to five amounts again, each "
            "alone in the enlarged picture. Takes as long as five short answers.")},
    {"answers", &keys::readingSpeed, SettingKind::Choice,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Reading speed"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "How fast “Read aloud” reads answers, with the voices of Speech Dispatcher."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "Slow"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Normal"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Fast"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Very fast")}},
    // Documents
    {"documents", &keys::embeddingModel, SettingKind::EmbeddingModel,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Embedding model"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Searches documents by meaning. Your library is indexed for it in the background. See "
            "Models → Get models."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "None (keyword search)")}},
    {"documents", &keys::rerankerModel, SettingKind::Reranker,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Reranker"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "A small model that reads the best 20 or 30 passages and puts those that answer your "
            "question first."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "None")}},
    {"documents", &keys::answerChecker, SettingKind::AnswerChecker,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Answer checker"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "A small model that reads each statement with the passages it cites and marks those "
            "that aren't supported."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "None (only facts are compared)")}},
    {"documents", &keys::passagesJudged, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Re-rank results with the model"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "A model with at least a billion parameters checks whether each of the best passages "
            "answers your question. This takes as long as reading them.")},
    {"documents", &keys::answerThreshold, SettingKind::Number,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Answer only if a passage fits"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "A question is answered if its best passage scores at least this much. Documents → "
            "More "
            "→ Measure search suggests a value."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "Always answer"),
            QT_TRANSLATE_NOOP("ui::SettingsPage", " %")}},
    {"documents", &keys::scanModel, SettingKind::ScanModel,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Read scanned pages with"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "A vision model on this computer, best one made for OCR, reads scanned pages in the "
            "background after Tesseract. This takes seconds to minutes per page."),
        {QT_TRANSLATE_NOOP("ui::SettingsPage", "Tesseract")}},
    {"documents", &keys::figuresDescribed, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Describe figures in documents"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "While a vision model on this computer is loaded, it describes images and drawings in "
            "your documents in the background, so that questions find them by what they show. This "
            "takes seconds per figure, and answers are slower meanwhile.")},
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
    {"server", &keys::serverOffersDocuments, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Offer documents"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Lets these programs get answers with sources from your documents.")},
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
    {"system", &keys::screenShortcut, SettingKind::Switch,
        QT_TRANSLATE_NOOP("ui::SettingsPage", "Global shortcut for screenshots"),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Ctrl+Alt+A takes a screenshot in any program and asks about it in a new chat. Some "
            "desktops ask for permission and let you choose other keys.")},
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

namespace {

using services::Setting;
using services::Settings;

constexpr int longTextLines = 5;

template <typename T>
const Setting<T>& typedSetting(const SettingRow& row)
{
    return *std::get<const Setting<T>*>(row.setting);
}

QWidget* makeSwitch(const SettingRow& row, Settings& settings)
{
    const Setting<bool>& setting = typedSetting<bool>(row);
    auto* control = new Switch(row.name);
    QObject::connect(control, &Switch::toggled, control,
        [&settings, &setting](bool isOn) { settings.set(setting, isOn); });
    keepShown(control, settings, row.key(), [control, &settings, &setting] {
        const QSignalBlocker blocker(control);
        control->setChecked(settings.get(setting));
    });
    return control;
}

// A step that is felt, whatever the range.
int singleStep(const Setting<int>& setting)
{
    const int range = setting.most - setting.least;
    return range > 1'000'000 ? 1024 : (range > 10'000 ? 500 : 1);
}

QSpinBox* makeSpinBox(const SettingRow& row, Settings& settings)
{
    const Setting<int>& setting = typedSetting<int>(row);
    auto* control = new QSpinBox;
    control->setRange(setting.least, setting.most);
    control->setKeyboardTracking(false);
    control->setSpecialValueText(row.words.value(0)); // instead of 0, the least
    QObject::connect(control, &QSpinBox::valueChanged, control,
        [&settings, &setting](int value) { settings.set(setting, value); });
    keepShown(control, settings, row.key(), [control, &settings, &setting] {
        const QSignalBlocker blocker(control);
        control->setValue(settings.get(setting));
    });
    return control;
}

QWidget* makeNumber(const SettingRow& row, Settings& settings)
{
    QSpinBox* control = makeSpinBox(row, settings);
    control->setSingleStep(singleStep(typedSetting<int>(row)));
    control->setGroupSeparatorShown(true);
    control->setSuffix(row.words.value(1));
    return control;
}

QWidget* makeChoice(const SettingRow& row, Settings& settings)
{
    const Setting<QString>& setting = typedSetting<QString>(row);
    auto* control = new QComboBox;
    for (qsizetype i = 0; i < setting.choices.size(); ++i)
        control->addItem(row.words.value(i), setting.choices[i]);
    QObject::connect(control, &QComboBox::activated, control, [control, &settings, &setting] {
        settings.set(setting, control->currentData().toString());
    });
    keepShown(control, settings, row.key(), [control, &settings, &setting] {
        control->setCurrentIndex(control->findData(settings.get(setting)));
    });
    return control;
}

QWidget* makeLongText(const SettingRow& row, Settings& settings)
{
    const Setting<QString>& setting = typedSetting<QString>(row);
    auto* control = new LinesEdit(longTextLines, row.words.value(0));
    QObject::connect(control, &QPlainTextEdit::textChanged, control,
        [control, &settings, &setting] { settings.set(setting, control->toPlainText()); });
    keepShown(control, settings, row.key(), [control, &settings, &setting] {
        if (control->toPlainText() == settings.get(setting))
            return; // it was typed here
        const QSignalBlocker blocker(control);
        control->setPlainText(settings.get(setting));
    });
    return control;
}

QWidget* makeDevice(const SettingRow& row, Settings& settings)
{
    const Setting<QString>& setting = typedSetting<QString>(row);
    auto* control = new DeviceChoice;
    QObject::connect(control, &DeviceChoice::chosen, control,
        [&settings, &setting](const QString& name) { settings.set(setting, name); });
    keepShown(control, settings, row.key(),
        [control, &settings, &setting] { control->setDevice(settings.get(setting)); });
    return control;
}

QWidget* makeControl(const SettingRow& row, Settings& settings,
    services::InstalledModels& installed, const services::DocumentLibrary& library)
{
    switch (row.kind) {
    case SettingKind::Switch:
        return makeSwitch(row, settings);
    case SettingKind::Number:
        return makeNumber(row, settings);
    case SettingKind::Port:
        return makeSpinBox(row, settings);
    case SettingKind::Choice:
        return makeChoice(row, settings);
    case SettingKind::LongText:
        return makeLongText(row, settings);
    case SettingKind::Model:
        return new ModelChoice(settings, typedSetting<QString>(row), installed, row.words.value(0),
            ModelChoice::Offered::Answering);
    case SettingKind::EmbeddingModel:
        return new ModelChoice(settings, typedSetting<QString>(row), installed, row.words.value(0),
            ModelChoice::Offered::Embedding);
    case SettingKind::Reranker:
        return new ModelChoice(settings, typedSetting<QString>(row), installed, row.words.value(0),
            ModelChoice::Offered::Reranker);
    case SettingKind::AnswerChecker:
        return new ModelChoice(settings, typedSetting<QString>(row), installed, row.words.value(0),
            ModelChoice::Offered::AnswerChecker);
    case SettingKind::ScanModel:
        return new ModelChoice(settings, typedSetting<QString>(row), installed, row.words.value(0),
            ModelChoice::Offered::Seeing);
    case SettingKind::DocumentStore:
        return new DocumentStoreEdit(
            settings, typedSetting<QString>(row), library, row.words.value(0));
    case SettingKind::Device:
        return makeDevice(row, settings);
    case SettingKind::Files:
        return new PathList(
            settings, typedSetting<QStringList>(row), installed, PathList::Kind::Models);
    case SettingKind::Folders:
        return new PathList(
            settings, typedSetting<QStringList>(row), installed, PathList::Kind::Folders);
    case SettingKind::Accent:
        return new AccentChoice(settings, typedSetting<QString>(row));
    case SettingKind::Language:
        return new LanguageChoice(settings, typedSetting<QString>(row));
    case SettingKind::Sampler:
        return new SamplerSetting(settings);
    case SettingKind::HubAddress:
        return new HubAddressEdit(settings, typedSetting<QString>(row));
    case SettingKind::ListenAddress:
        return new ListenAddressEdit(settings, typedSetting<QString>(row));
    }
    return nullptr;
}

// Those that need the whole width.
bool isLarge(SettingKind kind)
{
    return kind == SettingKind::LongText || kind == SettingKind::Files
        || kind == SettingKind::Folders || kind == SettingKind::Sampler
        || kind == SettingKind::HubAddress || kind == SettingKind::ListenAddress
        || kind == SettingKind::DocumentStore;
}

} // namespace

FormRow* makeSettingRow(const SettingRow& row, Settings& settings,
    services::InstalledModels& installed, const services::DocumentLibrary& library, QWidget* parent)
{
    auto* form = new FormRow(row.name, row.help, makeControl(row, settings, installed, library),
        isLarge(row.kind) ? FormRow::ControlPosition::Below : FormRow::ControlPosition::Beside,
        parent);
    form->setObjectName(row.key());
    std::visit(
        [form, &settings, &row](const auto* setting) {
            QObject::connect(form, &FormRow::resetRequested, form,
                [&settings, setting] { settings.reset(*setting); });
            keepShown(form, settings, row.key(), [form, &settings, setting] {
                form->setResettable(!settings.isFallback(*setting));
            });
        },
        row.setting);
    return form;
}

void keepShown(QWidget* control, const services::Settings& settings, const QString& key,
    std::function<void()> show)
{
    show();
    QObject::connect(&settings, &services::Settings::changed, control,
        [key, show = std::move(show)](const QString& changed) {
            if (changed == key)
                show();
        });
}

} // namespace ui
