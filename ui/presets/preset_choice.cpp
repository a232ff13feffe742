#include "ui/presets/preset_choice.h"

#include "services/conversations/answer_writer.h"
#include "services/conversations/conversation.h"
#include "services/models/installed_models.h"
#include "services/presets/presets.h"
#include "services/settings/settings.h"
#include "services/storage/whole_file.h"
#include "services/text.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/undo_bar.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

#include <exception>

namespace ui {

namespace {

constexpr int dialogWidth = 400; // pixels

} // namespace

PresetNameDialog::Words PresetNameDialog::wordsOfPresets()
{
    return {tr("Preset name"), tr("For example: Translator"),
        tr("This replaces the existing preset with this name."),
        tr("A preset with this name already exists.")};
}

PresetNameDialog::PresetNameDialog(const QString& title, const QString& name,
    const QStringList& taken, Taken whatHappens, QWidget* parent, const Words& words)
    : QDialog(parent)
    , m_words(words)
    , m_taken(taken)
    , m_whatHappens(whatHappens)
    , m_field(new QLineEdit(name))
    , m_note(new TextLabel(TextRole::Small))
    , m_model(new QCheckBox)
{
    setWindowTitle(title);
    setAttribute(Qt::WA_DeleteOnClose);
    m_field->setAccessibleName(words.fieldName);
    m_field->setPlaceholderText(words.example);
    m_field->selectAll();
    m_model->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_accept = buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_field, &QLineEdit::textChanged, this, &PresetNameDialog::showWhatHappens);

    const Metrics metric = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metric.large, metric.large, metric.large, metric.large);
    layout->setSpacing(metric.medium);
    for (QWidget* each : std::initializer_list<QWidget*>{m_field, m_note, m_model, buttons})
        layout->addWidget(each);
    showWhatHappens();
    resize(dialogWidth, sizeHint().height());
}

void PresetNameDialog::offerModel(const QString& modelName, bool isChosen)
{
    m_model->setText(tr("Include the model %1").arg(labelText(modelName)));
    m_model->setChecked(isChosen);
    m_model->show();
}

bool PresetNameDialog::takesModel() const
{
    return m_model->isChecked();
}

QString PresetNameDialog::name() const
{
    return services::presetName(m_field->text());
}

void PresetNameDialog::showWhatHappens()
{
    const bool isTaken = m_taken.contains(name());
    const bool isReplaced = isTaken && m_whatHappens == Taken::IsReplaced;
    m_accept->setText(isReplaced ? tr("Replace") : tr("Save"));
    m_accept->setEnabled(!name().isEmpty() && (!isTaken || isReplaced));
    const QString message = isReplaced ? m_words.replaces : isTaken ? m_words.exists : QString();
    m_note->setText(message);
    m_note->setVisible(!message.isEmpty());
    m_field->setAccessibleDescription(message);
}

using services::ChatSettings;
using services::Preset;
using services::settings::presetOfNewChats;

namespace {

constexpr qsizetype shownProblems = 3;
constexpr qsizetype maxModelLength = 200; // characters of what somebody else's preset names

QStringList presetNames(const QList<Preset>& presets)
{
    QStringList names;
    for (const Preset& preset : presets)
        names << preset.name;
    return names;
}

bool holdsNothing(const ChatSettings& settings)
{
    return !settings.systemPrompt && !settings.generation;
}

// Reads each file: its preset, or why it is not one.
QList<services::Outcome<Preset>> readPresets(const QStringList& paths)
{
    QList<services::Outcome<Preset>> presets;
    for (const QString& path : paths) {
        const auto read = [&path] { return services::readPreset(path); };
        presets << services::callForOutcome<Preset>(read);
    }
    return presets;
}

} // namespace

PresetChoice::PresetChoice(services::Presets& presets, const services::AnswerWriter& answers,
    services::InstalledModels& installed, services::Settings& settings, QWidget* parent)
    : QWidget(parent)
    , m_presets(presets)
    , m_answers(answers)
    , m_installed(installed)
    , m_settings(settings)
    , m_combo(new QComboBox)
    , m_button(new IconButton(
          QStringLiteral("more"), tr("Save and manage presets"), IconButton::Look::Quiet))
    , m_problems(new TextLabel(TextRole::Error))
    , m_undo(new UndoBar)
{
    m_combo->setAccessibleName(tr("Preset"));
    m_combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_combo->setPlaceholderText(tr("Custom settings"));
    setFocusProxy(m_combo);
    auto* line = new QHBoxLayout;
    line->setSpacing(metrics(this).tight);
    line->addWidget(m_combo, 1);
    line->addWidget(m_button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).tight);
    layout->addLayout(line);
    layout->addWidget(m_problems);
    layout->addWidget(m_undo);
    m_problems->hide();

    connect(m_combo, &QComboBox::activated, this, [this](int row) {
        if (row == 0)
            chooseNone();
        else
            choose(m_combo->itemData(row).toString());
    });
    connect(m_button, &IconButton::clicked, this, &PresetChoice::popup);
    connect(&m_presets, &services::Presets::changed, this, &PresetChoice::showPresets);
    connect(&m_installed, &services::InstalledModels::changed, this, &PresetChoice::showCurrent);
}

void PresetChoice::setConversation(services::Conversation* conversation)
{
    if (m_conversation)
        m_conversation->disconnect(this);
    m_undo->withdraw();
    m_conversation = conversation;
    connect(
        conversation, &services::Conversation::settingsChanged, this, &PresetChoice::showCurrent);
    connect(conversation, &services::Conversation::loaded, this, &PresetChoice::showCurrent);
    showCurrent();
}

bool PresetChoice::choose(const QString& name)
{
    const Preset* preset = m_presets.find(name);
    if (!m_conversation || !preset)
        return false;
    if (preset->settings.model && !services::findModel(*preset, m_installed))
        emit reported(tr("The model of “%1” (%2) isn't available; this chat keeps its model.")
                          .arg(name, m_installed.displayName(*preset->settings.model)),
            Tone::Failure);
    replaceSettings(services::chosenFor(m_conversation->settings(), *preset, m_installed),
        tr("Settings replaced"));
    return true;
}

void PresetChoice::chooseNone()
{
    if (m_conversation)
        replaceSettings({.model = m_conversation->settings().model,
                            .documents = m_conversation->settings().documents},
            tr("Settings removed"));
}

// Settings that no preset holds, and a model that was chosen, are not lost by a slip in the list.
void PresetChoice::replaceSettings(const ChatSettings& settings, const QString& message)
{
    const ChatSettings before = m_conversation->settings();
    const bool isKept
        = before.model == settings.model && (holdsNothing(before) || !current().isEmpty());
    m_conversation->setSettings(settings);
    m_undo->withdraw();
    if (!isKept)
        m_undo->offer(message, [this, before] {
            if (m_conversation)
                m_conversation->setSettings(before);
        });
}

// The preset that says what is set in the conversation; empty if there is none.
QString PresetChoice::current() const
{
    if (!m_conversation)
        return {};
    const ChatSettings& own = m_conversation->settings();
    const QJsonObject kept = toJson(own); // what is usual is the same as what is not said
    for (const Preset& preset : m_presets.all()) {
        const bool saysSomething = preset.settings != ChatSettings();
        if (saysSomething && toJson(services::chosenFor(own, preset, m_installed)) == kept)
            return preset.name;
    }
    return {};
}

void PresetChoice::showPresets()
{
    m_combo->clear();
    m_combo->addItem(tr("None"), QString());
    for (const QString& name : presetNames(m_presets.all()))
        m_combo->addItem(name, name);
    m_problems->setText(m_presets.problems().mid(0, shownProblems).join(u'\n'));
    m_problems->setVisible(!m_problems->text().isEmpty());
    showCurrent();
}

// The folder is read when the list is seen first.
void PresetChoice::showCurrent()
{
    if (!m_conversation || !isVisible())
        return;
    if (m_combo->count() == 0)
        return showPresets();
    const QString name = current();
    if (!name.isEmpty())
        m_combo->setCurrentIndex(m_combo->findData(name));
    else
        m_combo->setCurrentIndex(holdsNothing(m_conversation->settings()) ? 0 : -1);
}

void PresetChoice::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    showCurrent();
}

QMenu* PresetChoice::popup()
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Save as preset…"), this, &PresetChoice::save);
    const QString name = current();
    if (!name.isEmpty())
        addToMenu(*menu, name);
    menu->addSeparator();
    menu->addAction(tr("Import…"), this, &PresetChoice::chooseImports);
    menu->popup(m_button->mapToGlobal(QPoint(0, m_button->height())));
    return menu;
}

void PresetChoice::addToMenu(QMenu& menu, const QString& name)
{
    menu.addSection(labelText(name));
    QAction* use = menu.addAction(tr("Use for new chats"));
    use->setCheckable(true);
    use->setChecked(m_settings.get(presetOfNewChats) == name);
    connect(
        use, &QAction::toggled, this, [this, name](bool isUsed) { useForNewChats(name, isUsed); });
    menu.addAction(tr("Rename…"), this, [this, name] { rename(name); });
    menu.addAction(tr("Export…"), this, [this, name] { chooseExport(name); });
    menu.addAction(tr("Delete…"), this, [this, name] { askToRemove(name); });
}

void PresetChoice::useForNewChats(const QString& name, bool isUsed)
{
    m_settings.set(presetOfNewChats, isUsed ? name : QString());
}

// Reports what went wrong; returns false then.
template <typename Act>
bool PresetChoice::attempt(Act act)
{
    try {
        act();
        return true;
    } catch (const std::exception& error) {
        emit reported(QString::fromUtf8(error.what()), Tone::Failure);
        return false;
    }
}

void PresetChoice::save()
{
    if (!m_conversation)
        return;
    auto* dialog = new PresetNameDialog(tr("Save as preset"), current(),
        presetNames(m_presets.all()), PresetNameDialog::Taken::IsReplaced, window());
    const ChatSettings now = m_conversation->settings();
    const services::ModelId model = m_answers.modelFor(*m_conversation);
    dialog->offerModel(m_installed.displayName(model), now.model.has_value());
    connect(dialog, &QDialog::accepted, this, [this, dialog, now, model] {
        ChatSettings settings = now;
        settings.model = dialog->takesModel() ? std::optional(model) : std::nullopt;
        attempt([&] { m_presets.save({dialog->name(), settings}); });
    });
    dialog->open();
}

void PresetChoice::rename(const QString& name)
{
    QStringList others = presetNames(m_presets.all());
    others.removeAll(name);
    auto* dialog = new PresetNameDialog(
        tr("Rename preset"), name, others, PresetNameDialog::Taken::IsRejected, window());
    connect(dialog, &QDialog::accepted, this, [this, dialog, name] {
        const bool isRenamed = attempt([&] { m_presets.rename(name, dialog->name()); });
        if (isRenamed && m_settings.get(presetOfNewChats) == name)
            useForNewChats(dialog->name(), true);
    });
    dialog->open();
}

void PresetChoice::askToRemove(const QString& name)
{
    auto* box = new QMessageBox(QMessageBox::Question, tr("Delete preset"),
        tr("Delete “%1”? Chats that use it keep their settings.").arg(name), QMessageBox::Cancel,
        window());
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* remove = box->addButton(tr("Delete"), QMessageBox::AcceptRole);
    connect(remove, &QPushButton::clicked, this, [this, name] {
        const bool isRemoved = attempt([&] { m_presets.remove(name); });
        if (isRemoved && m_settings.get(presetOfNewChats) == name)
            useForNewChats(name, false);
    });
    box->open();
}

void PresetChoice::chooseExport(const QString& name)
{
    auto* dialog = new QFileDialog(window(), tr("Export preset"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(tr("Presets (*%1)").arg(services::presetEnding));
    dialog->setDefaultSuffix(services::presetEnding.mid(1));
    dialog->selectFile(
        services::toFileName(name, QStringLiteral("preset")) + services::presetEnding);
    connect(dialog, &QFileDialog::fileSelected, this,
        [this, name](const QString& path) { exportTo(name, path); });
    dialog->open();
}

void PresetChoice::exportTo(const QString& name, const QString& path)
{
    const Preset* preset = m_presets.find(name);
    if (!preset)
        return;
    const auto write = [exported = services::portable(*preset), path] {
        services::writePreset(exported, path);
        return true;
    };
    services::runInBackground<bool>(
        this, write, [this, name, path](const services::Outcome<bool>& written) {
            if (written.value)
                emit reported(tr("“%1” was exported to “%2”.").arg(name, path), Tone::News);
            else
                emit reported(written.error, Tone::Failure);
        });
}

void PresetChoice::chooseImports()
{
    auto* dialog = new QFileDialog(
        window(), tr("Import presets"), {}, tr("Presets (*%1)").arg(services::presetEnding));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &PresetChoice::import);
    dialog->open();
}

void PresetChoice::import(const QStringList& paths)
{
    services::runInBackground<ReadPresets>(
        this, [paths] { return readPresets(paths); },
        [this](const services::Outcome<ReadPresets>& read) {
            if (read.value)
                add(*read.value);
            else
                emit reported(read.error, Tone::Failure);
        });
}

void PresetChoice::add(const ReadPresets& presets)
{
    QStringList names;
    for (const services::Outcome<Preset>& preset : presets) {
        if (preset.value)
            attempt([&] { names << QStringLiteral("“%1”").arg(addForeign(*preset.value)); });
        else
            emit reported(preset.error, Tone::Failure);
    }
    if (!names.isEmpty())
        emit reported(tr("Presets added: %1.").arg(names.join(QStringLiteral(", "))), Tone::News);
}

// New chats begin with a preset of one's own whose file is gone: not with what has its name by chance.
QString PresetChoice::addForeign(const Preset& preset)
{
    const QString standard = m_settings.get(presetOfNewChats);
    const bool isHere = m_presets.find(standard);
    const QString name = m_presets.add(preset);
    if (name == standard && !isHere)
        useForNewChats(name, false);
    if (services::namesServer(preset))
        emit reported(
            tr("“%1” was added without its model, which is on a remote server (%2). To use "
               "that model, choose it and save the preset again.")
                .arg(name,
                    services::visibleText(services::toString(*preset.settings.model))
                        .left(maxModelLength)),
            Tone::Failure);
    return name;
}

} // namespace ui
