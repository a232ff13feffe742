#include "ui/models/models_page.h"

#include "services/background.h"
#include "services/downloads/model_downloads.h"
#include "services/downloads/stored_model.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/models/load_settings.h"
#include "services/models/model_id_text.h"
#include "services/settings/settings.h"
#include "services/text.h"
#include "ui/drops/attachments.h"
#include "ui/drops/drop_overlay.h"
#include "ui/models/delete_question.h"
#include "ui/models/model_card.h"
#include "ui/models/model_defaults_editor.h"
#include "ui/theme/theme.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/undo_bar.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace ui {

using services::InstalledModels;
using services::ModelFacts;
using services::ModelId;
using services::ModelPool;

namespace {

constexpr qsizetype maxProblems = 5; // that are listed one by one

// What may be a model; the rest is for others to take.
QStringList modelPaths(const QMimeData* data)
{
    QStringList paths;
    for (const QString& path : localFiles(data)) {
        const QFileInfo info(path);
        const QString suffix = info.suffix().toLower();
        if (info.isDir() || suffix == QLatin1String("gguf")
            || suffix == QLatin1String("safetensors"))
            paths << info.absoluteFilePath();
    }
    return paths;
}

} // namespace

ModelsPage::ModelsPage(ModelPool& pool, InstalledModels& installed, services::Settings& settings,
    services::ModelDownloads& downloads, QWidget* parent)
    : QWidget(parent)
    , m_pool(pool)
    , m_installed(installed)
    , m_settings(settings)
    , m_downloads(downloads)
    , m_deletion(pool, installed, downloads)
    , m_scroll(new ScrollColumn(this))
    , m_notices(new QVBoxLayout)
    , m_list(new QVBoxLayout)
    , m_hint(new TextLabel(TextRole::Muted,
          tr("Only the built-in model is available. Drop a GGUF file or a model folder here, or "
             "use the buttons above. Files stay where they are."),
          this))
    , m_undo(new UndoBar(this))
    , m_announcer(new Announcer(this))
{
    auto* drops = new DropOverlay(
        this,
        [](const QMimeData* data) {
            return modelPaths(data).isEmpty() ? QString() : tr("Drop to add models");
        },
        [this](const QMimeData* data) { addFiles(modelPaths(data)); });
    drops->takePasted();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
    layout->addWidget(m_undo, 0, Qt::AlignHCenter);
    makeHeading();
    const Metrics distance = metrics(this);
    m_notices->setSpacing(distance.small);
    m_list->setSpacing(distance.medium);
    m_scroll->column()->addLayout(m_notices);
    m_scroll->column()->addLayout(m_list);
    m_scroll->column()->addWidget(m_hint);
    m_scroll->column()->addStretch(1);
    connectServices();
    showModels();
}

void ModelsPage::makeHeading()
{
    auto* heading
        = new PageHeading(tr("Models"), tr("Models on this computer. Files stay where they are."));
    auto* addFile = new QPushButton(tr("Add files"));
    auto* addFolder = new QPushButton(tr("Add folder"));
    m_lookElsewhere = new QPushButton(tr("Find installed models…"));
    m_lookElsewhere->setToolTip(
        services::plainToolTip(tr("Finds models from Hugging Face, LM Studio, Ollama, Jan, GPT4All "
                                  "and llama.cpp; files stay where they are")));
    connect(m_lookElsewhere, &QPushButton::clicked, this, [this] {
        m_lookElsewhere->setEnabled(false);
        m_installed.lookElsewhere();
    });
    connect(addFile, &QPushButton::clicked, this, &ModelsPage::chooseFiles);
    connect(addFolder, &QPushButton::clicked, this, &ModelsPage::chooseFolder);
    heading->addAction(addFile);
    heading->addAction(addFolder);
    heading->addAction(m_lookElsewhere);
    m_scroll->column()->addWidget(heading);
}

void ModelsPage::connectServices()
{
    connect(&m_installed, &InstalledModels::changed, this, &ModelsPage::showModels);
    connect(&m_installed, &InstalledModels::rejected, this,
        [this](const QString& message) { showNotice(message); });
    connect(&m_installed, &InstalledModels::added, this, [this](const ModelId& model) {
        ModelCard* added = card(model);
        if (!added)
            return;
        added->setNew(true);
        m_scroll->reveal(added);
    });
    connect(&m_installed, &InstalledModels::lookedElsewhere, this, &ModelsPage::showFound);
    connect(&m_pool, &ModelPool::stateChanged, this, &ModelsPage::showState);
    connect(&m_pool, &ModelPool::currentChanged, this, &ModelsPage::showModels);
    connect(&m_settings, &services::Settings::changed, this, [this](const QString& key) {
        if (key.startsWith(QLatin1String("model/")))
            QTimer::singleShot(0, this, [this] { showMemory(); }); // the pool is notified as well
    });
}

ModelCard* ModelsPage::card(const ModelId& model) const
{
    return m_cards.value(model);
}

QStringList ModelsPage::notices() const
{
    QStringList messages;
    for (int i = 0; i < m_notices->count(); ++i)
        messages << static_cast<Notice*>(m_notices->itemAt(i)->widget())->message();
    return messages;
}

ModelCard* ModelsPage::makeCard(const ModelId& model)
{
    auto* card = new ModelCard(model);
    connect(card, &ModelCard::chosen, this, [this, model] {
        m_pool.setCurrent(model);
        m_pool.registry().load(model);
    });
    connect(
        card, &ModelCard::loadRequested, this, [this, model] { m_pool.registry().load(model); });
    connect(card, &ModelCard::cancelRequested, this,
        [this, model] { m_pool.registry().cancelLoad(model); });
    connect(card, &ModelCard::unloadRequested, this,
        [this, model] { m_pool.registry().unload(model); });
    connect(card, &ModelCard::loadAgainRequested, this, [this, model] { loadAgain(model); });
    connect(card, &ModelCard::settingsToggled, this, [this, card] { toggleSettings(*card); });
    connect(card, &ModelCard::deleteRequested, this, [this, model] { askToDelete(model); });
    connect(card, &ModelCard::removeRequested, this, [this, model] { remove(model); });
    connect(card, &ModelCard::fetchRequested, this, &ModelsPage::fetchRequested);
    if (!model.isRemote() && !model.isBuiltIn())
        card->setRepository(
            services::repositoryOf(services::toString(model), m_downloads.folder()));
    return card;
}

void ModelsPage::remove(const ModelId& model)
{
    const bool wasCurrent = m_pool.current() == model;
    const QString name = m_installed.displayName(model);
    focusAfter(model);
    m_pool.registry().unload(model);
    if (wasCurrent)
        m_pool.setCurrent({});
    m_installed.remove(model);
    const QString message = model.isRemote()
        ? tr("Removed “%1” from the list.")
        : tr("Removed “%1” from the list. Its files weren't deleted.");
    m_undo->offer(message.arg(name), [this, model, wasCurrent] {
        const auto focus = [this](const ModelId& back) {
            if (ModelCard* shown = card(back))
                shown->removeButton()->setFocus(Qt::OtherFocusReason);
        };
        if (m_installed.putBack(model))
            connect(&m_installed, &InstalledModels::added, this, focus, Qt::SingleShotConnection);
        if (wasCurrent)
            m_pool.setCurrent(model);
    });
}

// The next model has the focus once this one is gone, or the one before it.
void ModelsPage::focusAfter(const ModelId& model)
{
    const QList<ModelFacts>& models = m_installed.models();
    const auto found = std::ranges::find(models, model, &ModelFacts::id);
    if (found == models.end())
        return;
    const auto next = found + 1 == models.end() ? found - 1 : found + 1;
    if (ModelCard* other = card(next->id))
        (other->removeButton()->isHidden() ? static_cast<QWidget*>(other->loadButton())
                                           : other->removeButton())
            ->setFocus(Qt::OtherFocusReason);
}

void ModelsPage::askToDelete(const ModelId& model)
{
    if (const ModelFacts* found = m_installed.find(model))
        m_deletion.find(
            *found, this, [this](const services::StoredModel& stored) { askToDelete(stored); });
}

void ModelsPage::askToDelete(const services::StoredModel& stored)
{
    if (stored.files.isEmpty())
        return showNotice(tr("The files of “%1” can't be deleted here because another program "
                             "manages them. You can remove the model from the list.")
                              .arg(stored.name));
    auto* question = new DeleteQuestion(stored, this);
    connect(question, &DeleteQuestion::confirmed, this, [this, stored] { deleteFiles(stored); });
    question->open();
}

void ModelsPage::deleteFiles(const services::StoredModel& stored)
{
    m_undo->withdraw();
    focusAfter(stored.model);
    m_deletion.remove({stored}, this, [this, stored](const QString& problem) {
        if (!problem.isEmpty())
            return showNotice(problem);
        m_announcer->say(tr("Deleted “%1” and freed %2.").arg(stored.name, sizeText(stored.bytes)));
    });
}

// Cards stay the same while their models do, so that the focus stays where it is.
void ModelsPage::showModels()
{
    QHash<ModelId, ModelCard*> gone = m_cards;
    const QList<ModelFacts>& models = m_installed.models();
    for (qsizetype i = 0; i < models.size(); ++i) {
        gone.remove(models[i].id);
        ModelCard*& card = m_cards[models[i].id];
        if (!card)
            card = makeCard(models[i].id);
        if (m_list->indexOf(card) != int(i))
            m_list->insertWidget(int(i), card);
        card->setCurrent(models[i].id == m_pool.current());
        card->showModel(models[i], m_installed.displayName(models[i].id));
        card->showState(m_pool.registry().state(models[i].id));
    }
    for (auto card = gone.cbegin(); card != gone.cend(); ++card) {
        m_cards.remove(card.key());
        card.value()->hide();
        card.value()->deleteLater();
    }
    m_hint->setVisible(models.size() == 1 && !m_installed.isLooking());
    showMemory();
}

void ModelsPage::showState(const ModelId& model)
{
    ModelCard* changed = card(model);
    if (!changed)
        return;
    const services::ModelState state = m_pool.registry().state(model);
    changed->showState(state);
    showOutdated(*changed);
    if (state.stage != services::ModelState::Stage::Loading)
        showMemory();
}

void ModelsPage::showOutdated(ModelCard& card)
{
    const bool isOutdated = m_pool.isOutdated(card.model());
    if (isOutdated && !card.isOutdated())
        m_announcer->say(card.outdatedText());
    card.setOutdated(isOutdated);
}

void ModelsPage::loadAgain(const ModelId& model)
{
    m_pool.registry().unload(model);
    m_pool.registry().load(model);
}

void ModelsPage::toggleSettings(ModelCard& card)
{
    const ModelFacts* model = m_installed.find(card.model());
    card.setEditor(card.editor() || !model ? nullptr : new ModelDefaultsEditor(m_settings, *model));
}

void ModelsPage::showContext(const ModelId& model)
{
    ModelCard* shown = card(model);
    if (!shown)
        return;
    if (!shown->editor())
        toggleSettings(*shown);
    auto* editor = qobject_cast<ModelDefaultsEditor*>(shown->editor());
    if (!editor)
        return;
    editor->context()->setFocus(Qt::OtherFocusReason);
    editor->context()->selectAll();
    m_scroll->reveal(editor->context());
}

services::MemoryEstimate ModelsPage::estimateMemory(const ModelFacts& model) const
{
    const services::LoadOptions options = m_pool.optionsInUse(model.id);
    const ModelId draft = ModelId::fromPath(options.draftPath);
    return services::estimateMemory(
        model, options, draft.isBuiltIn() ? nullptr : m_installed.find(draft));
}

// Each device is asked once.
void ModelsPage::showMemory()
{
    std::map<std::string, services::LoadOptions> byDevice;
    for (const ModelFacts& model : m_installed.models()) {
        const services::LoadOptions options = m_pool.optionsInUse(model.id);
        byDevice.emplace(options.device, options);
        if (ModelCard* shown = card(model.id))
            showOutdated(*shown);
    }
    for (const auto& [device, options] : byDevice)
        showMemoryOn(options);
}

// Cards are asked in the background, for that may wake them.
void ModelsPage::showMemoryOn(const services::LoadOptions& options)
{
    const auto room = [options] { return services::deviceRoom(options, services::freeMemory()); };
    if (options.device == "cpu") {
        showMemoryOn(options.device, room());
        return;
    }
    services::runInBackground<services::DeviceRoom>(this, room,
        [this, device = options.device](const services::Outcome<services::DeviceRoom>& outcome) {
            if (outcome.value)
                showMemoryOn(device, *outcome.value);
        });
}

void ModelsPage::showMemoryOn(const std::string& device, const services::DeviceRoom& room)
{
    for (const ModelFacts& model : m_installed.models()) {
        ModelCard* shown = card(model.id);
        if (shown && m_pool.optionsInUse(model.id).device == device)
            shown->showMemory(estimateMemory(model), room);
    }
}

void ModelsPage::drop(const DropContents& contents, const QMimeData*)
{
    addFiles(contents.models);
}

void ModelsPage::addFiles(const QStringList& paths)
{
    m_installed.add(paths);
}

void ModelsPage::showFound(const services::ForeignModels& found)
{
    m_lookElsewhere->setEnabled(true);
    const auto count = int(found.models.size());
    showNotice(count == 0 ? tr("No models from other programs were found on this computer.")
                          : tr("Added %Ln model(s) from other programs. Files stay where they are.",
                              nullptr, count),
        Tone::News);
    for (const QString& problem :
        found.problems.first(std::min(maxProblems, found.problems.size())))
        showNotice(problem);
    if (found.problems.size() > maxProblems)
        showNotice(tr("%Ln more were skipped.", nullptr, int(found.problems.size() - maxProblems)));
}

void ModelsPage::showNotice(const QString& message, Tone tone)
{
    if (notices().contains(message))
        return;
    auto* notice = new Notice(message, tone);
    connect(notice, &Notice::dismissed, notice, [this, notice] {
        m_notices->removeWidget(notice);
        if (m_announcer->text() == notice->message())
            m_announcer->withdraw();
        notice->deleteLater();
        setFocus();
    });
    m_notices->addWidget(notice);
    m_announcer->say(message);
    m_scroll->reveal(notice);
}

void ModelsPage::chooseFiles()
{
    auto* dialog = new QFileDialog(this, tr("Add models"), {}, tr("Models (*.gguf *.safetensors)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &ModelsPage::addFiles);
    dialog->open();
}

void ModelsPage::chooseFolder()
{
    auto* dialog = new QFileDialog(this, tr("Choose a folder of models"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::filesSelected, this, &ModelsPage::addFiles);
    dialog->open();
}

void ModelsPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    for (ModelCard* each : std::as_const(m_cards))
        each->setNew(false);
}

void ModelsPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_installed.refresh();
}

} // namespace ui
