#include "ui/models/model_defaults_editor.h"

#include "services/models/model_texts.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "ui/settings/sampler_editor.h"
#include "ui/settings/setting_choices.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/text_label.h"

#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using services::ModelDefaults;

namespace {

constexpr int contextStep = 1024; // tokens

} // namespace

ModelDefaultsEditor::ModelDefaultsEditor(
    services::Settings& settings, const services::ModelFacts& model, QWidget* parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_model(model.id)
    , m_context(new QSpinBox)
    , m_contextRow(
          new FormRow(tr("Context length"), tr("Longer contexts use more memory."), m_context))
    , m_device(new DeviceChoice(tr("Default")))
    , m_deviceRow(new FormRow(tr("Device"), tr("Hardware used to run this model."), m_device))
    , m_sampler(new SamplerEditor(SamplerEditor::Extent::Essentials))
    , m_reset(new QPushButton(tr("Reset to defaults")))
{
    makeContext(model);
    auto* heading
        = new TextLabel(TextRole::Strong, tr("Default settings of this model for new chats"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).tight);
    for (QWidget* row :
        std::initializer_list<QWidget*>{m_contextRow, m_deviceRow, heading, m_sampler})
        layout->addWidget(row);
    layout->addWidget(m_reset, 0, Qt::AlignLeading);
    const bool isOnThisMachine = !m_model.isRemote();
    m_contextRow->setVisible(isOnThisMachine);
    m_deviceRow->setVisible(isOnThisMachine);
    connectControls();
    showDefaults();
}

// The maximum is what the model was trained for, as far as that is known.
void ModelDefaultsEditor::makeContext(const services::ModelFacts& model)
{
    const int max = services::settings::contextTokens.most;
    m_context->setRange(0,
        model.config.contextLength > 0 ? int(std::min<qint64>(model.config.contextLength, max))
                                       : max);
    m_context->setSingleStep(contextStep);
    m_context->setGroupSeparatorShown(true);
    m_context->setSpecialValueText(tr("Default"));
    m_context->setSuffix(tr(" tokens"));
    m_context->setKeyboardTracking(false);
}

void ModelDefaultsEditor::connectControls()
{
    connect(m_context, &QSpinBox::valueChanged, this, [this](int tokens) {
        change([tokens](ModelDefaults& own) {
            own.contextTokens = tokens > 0 ? std::optional(tokens) : std::nullopt;
        });
    });
    connect(m_contextRow, &FormRow::resetRequested, this,
        [this] { change([](ModelDefaults& own) { own.contextTokens.reset(); }); });
    connect(m_device, &DeviceChoice::chosen, this, [this](const QString& device) {
        change([&](ModelDefaults& own) {
            own.device = device.isEmpty() ? std::nullopt : std::optional(device);
        });
    });
    connect(m_deviceRow, &FormRow::resetRequested, this,
        [this] { change([](ModelDefaults& own) { own.device.reset(); }); });
    connect(m_sampler, &SamplerEditor::edited, this, [this](const services::AnswerSettings& value) {
        change([&](ModelDefaults& own) { own.generation = value; });
    });
    connect(m_reset, &QPushButton::clicked, this,
        [this] { change([](ModelDefaults& own) { own = {}; }); });
    connect(&m_settings, &services::Settings::changed, this, &ModelDefaultsEditor::showDefaults);
}

template <typename Change>
void ModelDefaultsEditor::change(Change change)
{
    const ModelDefaults before = services::modelDefaults(m_settings, m_model);
    ModelDefaults own = before;
    change(own);
    if (own != before)
        services::setModelDefaults(m_settings, m_model, own);
}

void ModelDefaultsEditor::showDefaults()
{
    const ModelDefaults own = services::modelDefaults(m_settings, m_model);
    const QSignalBlocker blocker(m_context);
    m_context->setValue(own.contextTokens.value_or(0));
    m_contextRow->setResettable(own.contextTokens.has_value());
    m_device->setDevice(own.device.value_or(QString()));
    m_deviceRow->setResettable(own.device.has_value());
    m_sampler->setStandard(services::recommendedAnswerSettings(m_settings, m_model));
    const auto defaults = services::defaultAnswerSettings(m_settings, m_model);
    if (m_sampler->value() != defaults)
        m_sampler->setValue(defaults);
    m_reset->setEnabled(own != ModelDefaults());
}

} // namespace ui
