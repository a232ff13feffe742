#include "ui/chat/chat_settings_panel.h"

#include "services/conversations/answer_writer.h"
#include "services/conversations/conversation.h"
#include "services/generation/answer_settings.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "services/text.h"
#include "ui/presets/preset_choice.h"
#include "ui/settings/sampler_editor.h"
#include "ui/theme/colors.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/text_label.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>

namespace ui {

using services::ChatSettings;
using services::Conversation;

namespace {

constexpr int panelWidth = 340; // pixels
constexpr int promptLines = 5;

} // namespace

ChatSettingsPanel::ChatSettingsPanel(PresetChoice* presets, services::ModelPool& models,
    services::InstalledModels& installed, const services::AnswerWriter& answers,
    services::Settings& settings, QWidget* parent)
    : QWidget(parent)
    , m_models(models)
    , m_installed(installed)
    , m_answers(answers)
    , m_settings(settings)
    , m_preset(presets)
    , m_systemPrompt(new LinesEdit(promptLines))
    , m_systemPromptRow(new FormRow(tr("System prompt"),
          tr("Instructions the model reads before the first message."), m_systemPrompt,
          FormRow::ControlPosition::Below))
    , m_model(new QComboBox)
    , m_modelRow(new FormRow(tr("Model"), tr("The model used in this chat."), m_model,
          FormRow::ControlPosition::Below))
    , m_sampler(new SamplerEditor(SamplerEditor::Extent::Essentials))
    , m_reset(new QPushButton(tr("Reset to defaults")))
    , m_makeDefault(new QPushButton(tr("Use as model defaults")))
{
    setAccessibleName(tr("Chat settings"));
    setFixedWidth(panelWidth);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeading());
    layout->addWidget(makeRows(), 1);
    setFocusProxy(m_systemPrompt);
    connectRows();
    connect(&models, &services::ModelPool::currentChanged, this, &ChatSettingsPanel::showSettings);
    connect(&models, &services::ModelPool::stateChanged, this, &ChatSettingsPanel::showReasoning);
    showModels();
}

QSize ChatSettingsPanel::sizeHint() const
{
    return {panelWidth, QWidget::sizeHint().height()};
}

QWidget* ChatSettingsPanel::makeHeading()
{
    const Metrics metric = metrics(this);
    auto* heading = new QWidget;
    auto* layout = new QHBoxLayout(heading);
    layout->setContentsMargins(metric.small, metric.small, metric.small, metric.small);
    layout->addSpacing(metric.small);
    layout->addWidget(new TextLabel(TextRole::Heading, tr("This chat")), 1);
    auto* close = new IconButton(
        QStringLiteral("close"), tr("Close (Esc)"), IconButton::Look::Quiet, heading);
    connect(close, &IconButton::clicked, this, &ChatSettingsPanel::closeRequested);
    layout->addWidget(close);
    return heading;
}

QWidget* ChatSettingsPanel::makeRows()
{
    const Metrics metric = metrics(this);
    m_model->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);

    auto* rows = new QWidget;
    auto* layout = new QVBoxLayout(rows);
    layout->setContentsMargins(metric.large, 0, metric.large, metric.large);
    layout->setSpacing(metric.small);
    auto* preset = new FormRow(
        tr("Preset"), tr("Reusable settings"), m_preset, FormRow::ControlPosition::Below);
    for (QWidget* row : std::initializer_list<QWidget*>{
             preset, m_systemPromptRow, m_modelRow, m_sampler, m_reset, m_makeDefault})
        layout->addWidget(row);
    layout->addStretch();

    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(rows);
    area->viewport()->setAutoFillBackground(false);
    rows->setAutoFillBackground(false);
    return area;
}

void ChatSettingsPanel::connectRows()
{
    connect(m_systemPrompt, &QPlainTextEdit::textChanged, this, [this] {
        change([this](ChatSettings& settings) {
            settings.systemPrompt = m_systemPrompt->toPlainText();
        });
    });
    connect(m_systemPromptRow, &FormRow::resetRequested, this,
        [this] { change([](ChatSettings& settings) { settings.systemPrompt.reset(); }); });
    connect(m_model, &QComboBox::activated, this, [this] {
        const auto model = m_model->currentData().value<services::ModelId>();
        change([&model](ChatSettings& settings) { settings.model = model; });
    });
    connect(m_sampler, &SamplerEditor::edited, this,
        [this](const services::AnswerSettings& generation) {
            change([&generation](ChatSettings& settings) { settings.generation = generation; });
        });
    m_makeDefault->setAccessibleDescription(
        tr("New chats with this model start with these answer settings."));
    m_makeDefault->setToolTip(services::plainToolTip(m_makeDefault->accessibleDescription()));
    connect(m_makeDefault, &QPushButton::clicked, this, &ChatSettingsPanel::makeDefault);
    connect(m_reset, &QPushButton::clicked, this, [this] {
        change([](ChatSettings& settings) {
            settings = {.model = settings.model, .documents = settings.documents};
        });
    });
    connect(&m_settings, &services::Settings::changed, this, &ChatSettingsPanel::showSettings);
    connect(
        &m_installed, &services::InstalledModels::changed, this, &ChatSettingsPanel::showModels);
}

template <typename Change>
void ChatSettingsPanel::change(Change change)
{
    if (!m_conversation)
        return;
    ChatSettings settings = m_conversation->settings();
    change(settings);
    if (!(settings == m_conversation->settings()))
        m_conversation->setSettings(settings);
}

void ChatSettingsPanel::setConversation(Conversation* conversation)
{
    if (m_conversation)
        m_conversation->disconnect(this);
    m_conversation = conversation;
    m_preset->setConversation(conversation);
    connect(conversation, &Conversation::settingsChanged, this, &ChatSettingsPanel::showSettings);
    connect(conversation, &Conversation::loaded, this, &ChatSettingsPanel::showSettings);
    m_sampler->setValue(conversation->settings().generation.value_or(defaultGeneration()));
    showSettings();
}

services::AnswerSettings ChatSettingsPanel::defaultGeneration() const
{
    return services::defaultAnswerSettings(m_settings, m_answers.modelFor(*m_conversation));
}

void ChatSettingsPanel::showSettings()
{
    if (!m_conversation)
        return;
    const ChatSettings& own = m_conversation->settings();
    const QString defaultPrompt = m_settings.get(services::settings::systemPrompt);
    const QString prompt = own.systemPrompt.value_or(defaultPrompt);
    const QSignalBlocker blocker(m_systemPrompt);
    if (m_systemPrompt->toPlainText() != prompt)
        m_systemPrompt->setPlainText(prompt);
    m_systemPromptRow->setResettable(own.systemPrompt.has_value());
    const auto usual = defaultGeneration();
    m_sampler->setStandard(usual);
    if (!(m_sampler->value() == own.generation.value_or(usual)))
        m_sampler->setValue(own.generation.value_or(usual));
    const services::ModelId model = m_answers.modelFor(*m_conversation);
    showReasoning(model);
    m_model->setCurrentIndex(m_model->findData(QVariant::fromValue(model)));
    m_reset->setEnabled(own.systemPrompt || own.generation);
    m_makeDefault->setEnabled(m_sampler->value() != usual);
}

// From then on this chat has them from the model, too.
void ChatSettingsPanel::makeDefault()
{
    const services::ModelId model = m_answers.modelFor(*m_conversation);
    services::ModelDefaults defaults = services::modelDefaults(m_settings, model);
    defaults.generation = m_sampler->value();
    services::setModelDefaults(m_settings, model, defaults);
    change([](ChatSettings& settings) { settings.generation.reset(); });
    m_sampler->setFocus();
}

// A model that is not ready does not say what it offers.
void ChatSettingsPanel::showReasoning(const services::ModelId& changed)
{
    if (!m_conversation || changed != m_answers.modelFor(*m_conversation))
        return;
    const services::ModelState state = m_models.registry().state(changed);
    m_sampler->offerReasoning(state.summary.reasoning);
}

void ChatSettingsPanel::showModels()
{
    m_model->clear();
    for (const services::ModelFacts& model : m_installed.models())
        if (model.isUsable())
            m_model->addItem(m_installed.displayName(model.id), QVariant::fromValue(model.id));
    showSettings();
}

void ChatSettingsPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        emit closeRequested();
    else
        QWidget::keyPressEvent(event);
}

void ChatSettingsPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors& color = colors(palette());
    painter.fillRect(rect(), color.sidebar);
    const int edge = layoutDirection() == Qt::RightToLeft ? width() - 1 : 0;
    painter.fillRect(edge, 0, 1, height(), color.border); // it may lie on the conversation
}

} // namespace ui
