#include "ui/models/model_card.h"

#include "services/generation/model_pool.h"
#include "services/models/load_settings.h"
#include "services/text.h"
#include "ui/models/model_text.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

using services::ModelState;

namespace {

constexpr int radius = 12; // pixels
constexpr int steps = 1000; // of the progress bar

} // namespace

ModelCard::ModelCard(const services::ModelId& model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_name(new TextLabel(TextRole::Strong, {}, this))
    , m_new(new Badge(this))
    , m_facts(new TextLabel(TextRole::Small, {}, this))
    , m_warning(new QLabel(this))
    , m_problem(new TextLabel(TextRole::Error, {}, this))
    , m_details(new QPushButton(this))
    , m_fetch(new QPushButton(tr("Download again"), this))
    , m_takeOut(new QPushButton(tr("Remove from list"), this))
    , m_memory(new TextLabel(TextRole::Small, {}, this))
    , m_partsButton(new IconButton(
          QStringLiteral("collapsed"), tr("Show memory details"), IconButton::Look::Quiet, this))
    , m_parts(new TextLabel(TextRole::Small, {}, this))
    , m_state(new TextLabel(TextRole::Small, {}, this))
    , m_progress(new QProgressBar(this))
    , m_default(new TextLabel(TextRole::Small, tr("Default for new chats ✓"), this))
    , m_use(new QPushButton(tr("Set as default"), this))
    , m_load(new QPushButton(this))
    , m_outdated(
          new TextLabel(TextRole::Small, tr("Reload the model to apply your changes."), this))
    , m_loadAgain(new QPushButton(tr("Reload"), this))
    , m_settings(new IconButton(
          QStringLiteral("settings"), tr("Model settings"), IconButton::Look::Quiet, this))
    , m_delete(new IconButton(
          QStringLiteral("delete"), tr("Delete files…"), IconButton::Look::Quiet, this))
    , m_remove(new IconButton(
          QStringLiteral("close"), tr("Remove from list"), IconButton::Look::Quiet, this))
{
    m_problem->makeSelectable();
    m_default->setWordWrap(false); // its mark would be alone on a second line
    m_progress->setRange(0, steps);
    m_progress->setTextVisible(false);
    m_parts->hide();
    layOut();
    setOutdated(false);
    connect(m_use, &QPushButton::clicked, this, &ModelCard::chosen);
    connect(m_load, &QPushButton::clicked, this, &ModelCard::act);
    connect(m_loadAgain, &QPushButton::clicked, this, [this] {
        m_load->setFocus(); // for this button goes
        emit loadAgainRequested();
    });
    connect(m_settings, &IconButton::clicked, this, &ModelCard::settingsToggled);
    connect(m_delete, &IconButton::clicked, this, &ModelCard::deleteRequested);
    connect(m_remove, &IconButton::clicked, this, &ModelCard::removeRequested);
    for (QAbstractButton* button :
        std::initializer_list<QAbstractButton*>{m_partsButton, m_details})
        connect(
            button, &QAbstractButton::clicked, this, [this] { showParts(m_parts->isHidden()); });
    connect(m_fetch, &QPushButton::clicked, this, [this] { emit fetchRequested(m_repository); });
    connect(m_takeOut, &QPushButton::clicked, this, &ModelCard::removeRequested);
    m_details->setFlat(true);
    showWarning();
}

// What needs memory; of a model that cannot be used, what was found in its file.
void ModelCard::showParts(bool isShown)
{
    m_parts->setVisible(isShown);
    m_partsButton->setMeaning(isShown ? QStringLiteral("expanded") : QStringLiteral("collapsed"),
        isShown ? tr("Hide memory details") : tr("Show memory details"));
    m_details->setText(isShown ? tr("Hide details") : tr("Details"));
    m_details->setAccessibleName(tr("%1: %2").arg(m_details->text(), m_shownName));
}

void ModelCard::setRepository(const QString& repository)
{
    m_repository = repository;
    m_fetch->setVisible(!m_isUsable && !repository.isEmpty());
}

void ModelCard::showWarning()
{
    const int side = fontMetrics().height();
    m_warning->setPixmap(
        icon(QStringLiteral("warning"), colors(palette()).error).pixmap(QSize(side, side)));
}

void ModelCard::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        showWarning();
}

// Why it can't be used, with what was found in its file.
QLayout* ModelCard::makeProblemRow()
{
    auto* row = new QHBoxLayout;
    row->setSpacing(metrics(this).small);
    row->addWidget(m_warning, 0, Qt::AlignTop);
    row->addWidget(m_problem, 1);
    row->addWidget(m_details, 0, Qt::AlignTop);
    return row;
}

void ModelCard::layOut()
{
    const Metrics distance = metrics(this);
    auto* title = new QHBoxLayout;
    title->setSpacing(distance.small);
    title->addWidget(m_name, 1);
    title->addWidget(m_new, 0, Qt::AlignTop);
    title->addWidget(m_settings, 0, Qt::AlignTop);
    title->addWidget(m_delete, 0, Qt::AlignTop);
    title->addWidget(m_remove, 0, Qt::AlignTop);

    auto* memory = new QHBoxLayout;
    memory->setSpacing(distance.tight);
    memory->addWidget(m_memory, 1);
    memory->addWidget(m_partsButton);

    auto* actions = new QHBoxLayout;
    actions->setSpacing(distance.small);
    actions->addWidget(m_default);
    actions->addWidget(m_use);
    actions->addWidget(m_load);
    actions->addWidget(m_fetch);
    actions->addWidget(m_takeOut);
    actions->addWidget(m_state, 1000);
    actions->addStretch(1);

    auto* again = new QHBoxLayout;
    again->setSpacing(distance.small);
    again->addWidget(m_outdated, 1);
    again->addWidget(m_loadAgain);

    m_rows = new QVBoxLayout(this);
    m_rows->setContentsMargins(distance.large, distance.medium, distance.large, distance.medium);
    m_rows->setSpacing(distance.tight);
    m_rows->addLayout(title);
    m_rows->addWidget(m_facts);
    m_rows->addLayout(makeProblemRow());
    m_rows->addLayout(memory);
    m_rows->addWidget(m_parts);
    m_rows->addWidget(m_progress);
    m_rows->addSpacing(distance.tight);
    m_rows->addLayout(actions);
    m_rows->addLayout(again);
}

QString ModelCard::outdatedText() const
{
    return tr("%1: %2").arg(m_shownName, m_outdated->text());
}

void ModelCard::setOutdated(bool isOutdated)
{
    m_isOutdated = isOutdated;
    m_outdated->setVisible(isOutdated);
    m_loadAgain->setVisible(isOutdated);
}

void ModelCard::setEditor(QWidget* editor)
{
    delete m_editor;
    m_editor = editor;
    if (editor)
        m_rows->addWidget(editor);
}

void ModelCard::showModel(const services::ModelFacts& model, const QString& name)
{
    m_isUsable = model.isUsable();
    m_shownName = name;
    m_name->setText(name);
    m_name->setToolTip(services::plainToolTip(services::toString(model.id)));
    m_facts->setText(factsText(model));
    m_facts->setVisible(!m_facts->text().isEmpty());
    m_problem->setText(services::problemMessage(model));
    for (QWidget* part : std::initializer_list<QWidget*>{m_warning, m_problem})
        part->setVisible(!m_isUsable);
    showLoadButton();
    m_memory->setVisible(m_isUsable && !isElsewhere());
    m_settings->setVisible(m_isUsable);
    m_partsButton->setVisible(m_isUsable && !isElsewhere());
    m_details->setVisible(!m_isUsable && !model.sentence.empty());
    m_takeOut->setVisible(!m_isUsable && !model.id.isBuiltIn());
    setRepository(m_repository);
    m_delete->setVisible(!model.id.isBuiltIn() && !isElsewhere()
        && model.problem != services::ModelFacts::Problem::IsMissing);
    m_remove->setVisible(m_isUsable && !model.id.isBuiltIn());
    if (!m_isUsable)
        m_parts->setText(QString::fromStdString(model.sentence));
    showParts(!m_parts->isHidden() && !(m_partsButton->isHidden() && m_details->isHidden()));
    setCurrent(m_isCurrent);
}

void ModelCard::setCurrent(bool isCurrent)
{
    m_isCurrent = isCurrent;
    const bool hadFocus = m_use->hasFocus();
    m_default->setVisible(m_isUsable && isCurrent);
    m_use->setVisible(m_isUsable && !isCurrent);
    if (hadFocus && isCurrent)
        m_load->setFocus();
    setNames();
}

void ModelCard::showState(const ModelState& state)
{
    m_stage = int(state.stage);
    const bool isLoading = state.stage == ModelState::Stage::Loading;
    m_progress->setVisible(isLoading);
    m_progress->setValue(int(state.share * steps));
    const QString message = services::stateMessage(state);
    switch (state.stage) {
    case ModelState::Stage::Unloaded:
        m_load->setText(tr("Load"));
        m_state->setText({});
        break;
    case ModelState::Stage::Loading:
        m_load->setText(tr("Cancel"));
        m_state->setText(
            message.isEmpty() ? tr("Loading: %1 %").arg(int(state.share * 100)) : message);
        break;
    case ModelState::Stage::Ready:
        m_load->setText(tr("Unload"));
        m_state->setText((isElsewhere() ? tr("Runs on %1") : tr("Loaded on %1"))
                             .arg(services::shownDevice(state.summary)));
        break;
    case ModelState::Stage::Failed:
        m_load->setText(tr("Retry"));
        m_state->setText(message);
        break;
    }
    showLoadButton();
    m_state->setVisible(m_isUsable && !m_state->text().isEmpty());
    const bool failed = state.stage == ModelState::Stage::Failed;
    m_state->setRole(failed ? TextRole::Error : TextRole::Small);
    setNames();
}

// A model on a server is connected to when it is used, and takes no memory that could be freed.
void ModelCard::showLoadButton()
{
    const auto stage = ModelState::Stage(m_stage);
    const bool isWaiting
        = stage == ModelState::Stage::Loading || stage == ModelState::Stage::Failed;
    const bool isShown = m_isUsable && (!isElsewhere() || isWaiting);
    if (m_load->hasFocus() && !isShown)
        m_remove->setFocus(Qt::OtherFocusReason);
    m_load->setVisible(isShown);
}

void ModelCard::setNew(bool isNew)
{
    m_isNew = isNew;
    m_new->setBadge(isNew ? tr("New") : QString(), {}, true);
}

QString ModelCard::stateText() const
{
    return m_state->text();
}

// The same words are on every card.
void ModelCard::setNames()
{
    m_use->setAccessibleName(tr("%1: %2").arg(m_use->text(), m_shownName));
    m_load->setAccessibleName(tr("%1: %2").arg(m_load->text(), m_shownName));
    m_loadAgain->setAccessibleName(tr("%1: %2").arg(m_loadAgain->text(), m_shownName));
    m_fetch->setAccessibleName(tr("%1: %2").arg(m_fetch->text(), m_shownName));
    m_takeOut->setAccessibleName(tr("%1: %2").arg(m_takeOut->text(), m_shownName));
    m_details->setAccessibleName(tr("%1: %2").arg(m_details->text(), m_shownName));
    m_settings->setMeaning(QStringLiteral("settings"), tr("Settings of %1").arg(m_shownName));
    m_delete->setMeaning(QStringLiteral("delete"), tr("Delete files of %1…").arg(m_shownName));
    m_remove->setMeaning(
        QStringLiteral("close"), tr("Remove %1 from list (keep files)").arg(m_shownName));
    m_progress->setAccessibleName(tr("Loading %1").arg(m_shownName));
}

void ModelCard::showMemory(
    const services::MemoryEstimate& estimate, const services::DeviceRoom& room)
{
    if (!m_isUsable || isElsewhere())
        return;
    const bool isLoaded = m_stage == int(ModelState::Stage::Ready);
    const qint64 needed = estimate.total();
    const bool fits = isLoaded || room.free == 0 || needed <= room.free;
    m_memory->setText(isLoaded ? tr("Memory: %1").arg(sizeText(needed))
            : fits             ? memoryText(estimate, room)
                               : tr("%1. It may not fit; idle models are unloaded first.")
                         .arg(memoryText(estimate, room)));
    m_memory->setRole(fits ? TextRole::Small : TextRole::Error);
    m_memory->setToolTip(services::plainToolTip(memoryParts(estimate)));
    m_parts->setText(memoryParts(estimate));
}

// It takes no memory here.
bool ModelCard::isElsewhere() const
{
    return m_model.isRemote();
}

void ModelCard::act()
{
    switch (ModelState::Stage(m_stage)) {
    case ModelState::Stage::Loading:
        return emit cancelRequested();
    case ModelState::Stage::Ready:
        return emit unloadRequested();
    case ModelState::Stage::Unloaded:
    case ModelState::Stage::Failed:
        return emit loadRequested();
    }
}

void ModelCard::paintEvent(QPaintEvent*)
{
    paintSurface(*this, colors(palette()).sidebar, radius);
}

} // namespace ui
