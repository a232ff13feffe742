#include "ui/settings/sampler_editor.h"

#include "services/background.h"
#include "services/generation/answer_settings.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "ui/settings/sampler_fields.h"
#include "ui/settings/setting_rows.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/choice_bar.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/marked_slider.h"
#include "ui/widgets/text_label.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ui {

using services::AnswerSettings;

namespace {

constexpr int schemaPause = 300; // milliseconds without a key

// Controls have at least this width, in characters, so that sliders end at the same place.
constexpr int controlCharacters = 15;

int controlWidth(const QWidget& control)
{
    return control.fontMetrics().averageCharWidth() * controlCharacters;
}

// Has room for what it says while it is empty.
class SeedField : public QLineEdit {
public:
    using QLineEdit::QLineEdit;

    QSize sizeHint() const override
    {
        const int words = fontMetrics().horizontalAdvance(placeholderText());
        return {words + metrics(this).control, QLineEdit::sizeHint().height()};
    }
};

std::vector<std::string> splitLines(const QString& text)
{
    std::vector<std::string> lines;
    for (const QString& line : text.split(u'\n', Qt::SkipEmptyParts))
        lines.push_back(line.toStdString());
    return lines;
}

QString joinLines(const std::vector<std::string>& lines)
{
    QStringList list;
    for (const std::string& line : lines)
        list << QString::fromStdString(line);
    return list.join(u'\n');
}

QString translated(const char* text)
{
    return *text ? SamplerEditor::tr(text) : QString();
}

QDoubleSpinBox* numberControl(const services::FieldValue<float>& value, double step)
{
    auto* control = new QDoubleSpinBox;
    control->setRange(double(value.min), double(value.max));
    control->setSingleStep(step);
    control->setDecimals(2);
    return control;
}

template <typename Integer>
QSpinBox* numberControl(const services::FieldValue<Integer>& value, double step)
{
    auto* control = new QSpinBox;
    control->setRange(int(value.min), int(value.max));
    control->setSingleStep(int(step));
    control->setGroupSeparatorShown(step > 1);
    return control;
}

// The values that a slider shows: with a number that has a very large range those in reach of the
// usual ones. All others can be typed.
template <typename Value>
struct SliderRange {
    static constexpr bool isInteger = std::is_integral_v<Value>;
    double step = 1; // of the slider
    double min = 0, max = 1;

    SliderRange(const services::FieldValue<Value>& value, double fieldStep)
        : step(isInteger || fieldStep < 0.1 ? fieldStep : fieldStep / 2)
    {
        const double reach = fieldStep * (isInteger ? 100 : 20);
        const double usual = double(value.standard.value_or(value.min));
        // Whole steps from zero on, so that round numbers are reached.
        min = std::floor(std::max(double(value.min), usual - reach) / step) * step;
        max = std::ceil(std::min(double(value.max), usual + reach) / step) * step;
    }

    int count() const { return int(std::lround((max - min) / step)); }
    int position(double value) const
    {
        return std::clamp(int(std::lround((std::clamp(value, min, max) - min) / step)), 0, count());
    }
    double value(int position) const { return min + position * step; }
};

QString numberText(float value)
{
    return QLocale().toString(double(value), 'f', 2);
}

template <typename Integer>
QString numberText(Integer value)
{
    return QLocale().toString(qlonglong(value));
}

// A slider and the number that it changes, which can be typed, too.
class NumberWithSlider : public QWidget {
public:
    NumberWithSlider(const QString& name, const QString& help, QAbstractSpinBox* number)
        : slider(new MarkedSlider)
    {
        auto* layout = new QHBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(metrics(this).medium);
        layout->addWidget(slider, 1);
        number->setMinimumWidth(controlWidth(*number));
        layout->addWidget(number);
        slider->setAccessibleName(SamplerEditor::tr("%1 slider", "what it sets").arg(name));
        number->setAccessibleName(name);
        number->setAccessibleDescription(help);
    }

    MarkedSlider* const slider;
};

// Empty if it is a JSON object or nothing at all.
QString problemOfJson(const QString& schema)
{
    if (schema.isEmpty())
        return {};
    QJsonParseError error;
    const QJsonDocument document = services::parseSchema(schema, &error);
    if (document.isObject())
        return {};
    return error.error == QJsonParseError::NoError
        ? SamplerEditor::tr("A schema must be a JSON object.")
        : SamplerEditor::tr("Invalid JSON: %1 at character %2.")
              .arg(error.errorString())
              .arg(error.offset + 1);
}

} // namespace

SamplerEditor::SamplerEditor(Extent extent, QWidget* parent)
    : QWidget(parent)
    , m_presets(new QButtonGroup(this))
    , m_presetHelp(new TextLabel(TextRole::Small))
    , m_schema(new LinesEdit(3, tr("For example: {\"type\": \"object\"}")))
    , m_schemaProblem(new TextLabel(TextRole::Error))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    const services::AnswerField& temperature = services::answerField("temperature");
    addPresets(layout);
    addNumber(layout, temperature);
    addNumber(layout, services::answerField("maxTokens"));
    addReasoning(layout);
    addSeed(layout);
    addSchema(layout);
    QVBoxLayout* more = addMore(layout, extent);
    addTexts(more, "stopStrings", tr("Stop sequences"),
        tr("An answer ends before any of these sequences."));
    addTexts(
        more, "bannedPhrases", tr("Banned phrases"), tr("Answers never contain these phrases."));
    addNegativePrompt(more);
    addNumber(more, services::answerField("guidance"));
    for (const services::AnswerField& field : services::answerFields())
        if (choosesTokens(field) && &field != &temperature)
            addNumber(more, field);
    addContinuesWords(more);
    showValue();
}

void SamplerEditor::addPresets(QVBoxLayout* layout)
{
    auto* bar = new ChoiceBar(tr("Presets"));
    for (const SamplerPreset& preset : samplerPresets())
        m_presets->addButton(
            bar->addChoice(preset.name, preset.help), int(m_presets->buttons().size()));
    connect(m_presets, &QButtonGroup::idClicked, this, [this](int index) {
        edit([&](AnswerSettings& value) { chooseLike(value, samplerPresets()[index].settings); });
    });
    layout->addWidget(bar);
    layout->addSpacing(metrics(this).tight);
    layout->addWidget(m_presetHelp);
}

QVBoxLayout* SamplerEditor::addMore(QVBoxLayout* layout, Extent extent)
{
    auto* rest = new QWidget;
    auto* inner = new QVBoxLayout(rest);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(0);
    if (extent == Extent::Essentials) {
        auto* button = new QPushButton(tr("More…"));
        connect(button, &QPushButton::clicked, rest, [button, rest] {
            rest->show();
            button->hide();
        });
        layout->addWidget(button, 0, Qt::AlignLeading);
        rest->hide();
    }
    layout->addWidget(rest);
    return inner;
}

void SamplerEditor::addNumber(QVBoxLayout* layout, const services::AnswerField& field)
{
    const auto add = [&](const auto& value) {
        using Value = typename std::decay_t<decltype(value)>::Type;
        if constexpr (std::is_same_v<Value,
                          float> || std::is_same_v<Value, int> || std::is_same_v<Value, int64_t>) {
            auto* number = numberControl(value, field.step);
            using Number = std::remove_pointer_t<decltype(number)>;
            using Shown = decltype(number->value());
            number->setSpecialValueText(translated(field.offText));
            number->setSuffix(translated(field.unit));
            number->setKeyboardTracking(false);
            auto* control
                = new NumberWithSlider(translated(field.label), translated(field.help), number);
            MarkedSlider* slider = control->slider;
            const SliderRange<Value> range(value, field.step);
            slider->setRange(0, range.count());
            slider->setSingleStep(std::max(1, int(std::lround(field.step / range.step))));
            slider->setPageStep(std::max(slider->singleStep(), range.count() / 10));
            const auto member = value.member;
            connect(number, &Number::valueChanged, this, [this, member](auto changed) {
                edit([&](AnswerSettings& settings) { settings.*member = Value(changed); });
            });
            connect(slider, &QSlider::valueChanged, number,
                [number, range](int position) { number->setValue(Shown(range.value(position))); });
            const auto show = [this, number, slider, member, range] {
                const QSignalBlocker numberBlocker(number), sliderBlocker(slider);
                number->setValue(Shown(*(m_value.*member)));
                slider->setValue(range.position(double(*(m_value.*member))));
                slider->setMark(range.position(double(*(m_standard.*member))));
                slider->setAccessibleDescription(
                    tr("Default: %1").arg(numberText(*(m_standard.*member))));
            };
            addField(layout,
                {new FormRow(translated(field.label), translated(field.help), control,
                     FormRow::ControlPosition::Below),
                    show, [member](AnswerSettings& settings, const AnswerSettings& standard) {
                        settings.*member = standard.*member;
                    }});
        }
    };
    std::visit(add, field.value);
}

void SamplerEditor::addSeed(QVBoxLayout* layout)
{
    auto* control = new SeedField;
    control->setPlaceholderText(tr("Random"));
    control->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    static const QRegularExpression digits(QStringLiteral("[0-9]{0,20}"));
    control->setValidator(new QRegularExpressionValidator(digits, control));
    connect(control, &QLineEdit::textEdited, this, [this](const QString& text) {
        edit([&](AnswerSettings& value) {
            bool fits = false;
            const quint64 seed = text.toULongLong(&fits);
            value.seed = text.isEmpty() ? std::nullopt : std::optional(fits ? seed : UINT64_MAX);
        });
    });
    addField(layout,
        {new FormRow(
             tr("Seed"), tr("The same seed gives the same answer to the same question."), control),
            [this, control] {
                const bool isSame = m_value.seed && control->text().toULongLong() == *m_value.seed;
                if (!isSame)
                    control->setText(m_value.seed ? QString::number(*m_value.seed) : QString());
            },
            [](AnswerSettings& value, const AnswerSettings& standard) {
                value.seed = standard.seed;
            }});
}

void SamplerEditor::addTexts(
    QVBoxLayout* layout, const char* key, const QString& name, const QString& help)
{
    using Texts = services::FieldValue<std::vector<std::string>>;
    const Texts value = std::get<Texts>(services::answerField(key).value);
    auto* control = new LinesEdit(2, tr("One per line"));
    connect(control, &QPlainTextEdit::textChanged, this, [this, control, value] {
        std::vector<std::string> lines = splitLines(control->toPlainText());
        const bool isLimited = runtime::limit(value, lines);
        edit([&](AnswerSettings& settings) { settings.*value.member = std::move(lines); });
        if (isLimited)
            showValue(); // the rest of what is typed isn't taken
    });
    addField(layout,
        {new FormRow(name, help, control, FormRow::ControlPosition::Below),
            [this, control, value] {
                if (splitLines(control->toPlainText()) != *(m_value.*value.member))
                    control->setPlainText(joinLines(*(m_value.*value.member)));
            },
            [value](AnswerSettings& settings, const AnswerSettings& standard) {
                settings.*value.member = standard.*value.member;
            }});
}

void SamplerEditor::addNegativePrompt(QVBoxLayout* layout)
{
    auto* control = new LinesEdit(2, tr("For example: You are wordy and vague."));
    connect(control, &QPlainTextEdit::textChanged, this, [this, control] {
        edit([&](AnswerSettings& value) {
            value.negativePrompt = control->toPlainText().toStdString();
        });
    });
    addField(layout,
        {new FormRow(tr("Negative prompt"),
             tr("Steers answers away from what the model would say with this prompt. Takes twice "
                "the time and half of the context."),
             control, FormRow::ControlPosition::Below),
            [this, control] {
                const QString prompt = QString::fromStdString(*m_value.negativePrompt);
                if (control->toPlainText() != prompt)
                    control->setPlainText(prompt);
            },
            [](AnswerSettings& value, const AnswerSettings& standard) {
                value.negativePrompt = standard.negativePrompt;
            }});
}

void SamplerEditor::addReasoning(QVBoxLayout* layout)
{
    m_reasoning = new QComboBox;
    m_reasoning->setMinimumWidth(controlWidth(*m_reasoning));
    connect(m_reasoning, &QComboBox::activated, this, [this] {
        edit([&](AnswerSettings& value) {
            const QVariant choice = m_reasoning->currentData();
            const bool isSwitch = choice.typeId() == QMetaType::Bool;
            value.thinks = isSwitch ? std::optional(choice.toBool()) : std::nullopt;
            value.reasoningEffort = isSwitch ? std::string() : choice.toString().toStdString();
        });
    });
    addField(layout,
        {new FormRow(tr("Reasoning"),
             tr("For models that can answer with or without reasoning. The reasoning is "
                "shown above the answer, collapsed until you open it."),
             m_reasoning),
            [this] { showReasoning(); },
            [](AnswerSettings& value, const AnswerSettings& standard) {
                value.thinks = standard.thinks;
                value.reasoningEffort = standard.reasoningEffort;
            }});
}

void SamplerEditor::offerReasoning(const std::optional<services::ReasoningChoices>& choices)
{
    m_offered = choices;
    const QSignalBlocker blocker(m_reasoning);
    showReasoning();
}

// What is chosen is there in any case.
void SamplerEditor::showReasoning()
{
    const QString effort = QString::fromStdString(*m_value.reasoningEffort);
    const QVariant chosen = m_value.thinks ? QVariant(*m_value.thinks) : QVariant(effort);
    const QStringList known{"low", "medium", "high"};
    m_reasoning->clear();
    m_reasoning->addItem(tr("Default"), QString());
    for (const auto& [text, thinks] : {std::pair{tr("On"), true}, {tr("Off"), false}})
        if (!m_offered || m_offered->canBeOff || chosen == QVariant(thinks))
            m_reasoning->addItem(text, thinks);
    for (const auto& [text, level] :
        {std::pair{tr("Low"), known[0]}, {tr("Medium"), known[1]}, {tr("High"), known[2]}})
        if (!m_offered || effort == level
            || std::ranges::count(m_offered->efforts, level.toStdString()) > 0)
            m_reasoning->addItem(text, level);
    if (!effort.isEmpty() && !known.contains(effort))
        m_reasoning->addItem(effort, effort); // set on the command line or in a preset
    m_reasoning->setCurrentIndex(m_reasoning->findData(chosen));
}

void SamplerEditor::addContinuesWords(QVBoxLayout* layout)
{
    const QString name = tr("Token healing");
    auto* control = new Switch(name);
    connect(control, &QAbstractButton::toggled, this,
        [this](bool on) { edit([&](AnswerSettings& value) { value.continuesWords = on; }); });
    addField(layout,
        {new FormRow(
             name, tr("Continuing an answer may complete the word it was cut off in."), control),
            [this, control] { control->setChecked(*m_value.continuesWords); },
            [](AnswerSettings& value, const AnswerSettings& standard) {
                value.continuesWords = standard.continuesWords;
            }});
}

void SamplerEditor::addSchema(QVBoxLayout* layout)
{
    m_schemaTimer.setSingleShot(true);
    m_schemaTimer.setInterval(schemaPause);
    connect(&m_schemaTimer, &QTimer::timeout, this, &SamplerEditor::checkSchema);
    connect(m_schema, &QPlainTextEdit::textChanged, this, &SamplerEditor::takeSchema);
    addField(layout,
        {new FormRow(tr("JSON schema"), tr("Answers are JSON that matches this schema."), m_schema,
             FormRow::ControlPosition::Below),
            [this] {
                const QString typed = m_schema->toPlainText().trimmed();
                if (typed != schema() && problemOfJson(typed).isEmpty())
                    m_schema->setPlainText(schema()); // it is not being typed just now
            },
            [](AnswerSettings& value, const AnswerSettings& standard) {
                value.schema = standard.schema;
            }});
    connect(m_fields.last().row, &FormRow::resetRequested, m_schema, &QPlainTextEdit::clear);
    m_schemaProblem->hide();
    layout->addWidget(m_schemaProblem);
}

// What is not JSON yet is not taken, and what was there before stays.
void SamplerEditor::takeSchema()
{
    const QString schema = m_schema->toPlainText().trimmed();
    const QString problem = problemOfJson(schema);
    showSchemaProblem(problem);
    if (!problem.isEmpty())
        return m_schemaTimer.stop();
    m_schemaTimer.start();
    edit([&](AnswerSettings& value) { value.schema = schema.toStdString(); });
}

void SamplerEditor::checkSchema()
{
    const QString schema = this->schema();
    if (schema.isEmpty())
        return;
    services::runInBackground<QString>(
        this, [schema] { return services::schemaProblem(schema); },
        [this, schema](const services::Outcome<QString>& outcome) {
            if (schema == m_schema->toPlainText().trimmed())
                showSchemaProblem(outcome.value.value_or(outcome.error));
        });
}

void SamplerEditor::showSchemaProblem(const QString& message)
{
    m_schemaProblem->setText(message);
    m_schemaProblem->setVisible(!message.isEmpty());
}

void SamplerEditor::addField(QVBoxLayout* layout, const Field& field)
{
    connect(field.row, &FormRow::resetRequested, this, [this, reset = field.reset] {
        edit([&](AnswerSettings& value) { reset(value, m_standard); });
    });
    layout->addWidget(field.row);
    m_fields << field;
}

void SamplerEditor::setValue(const AnswerSettings& value)
{
    m_value = services::completed(value);
    if (m_schema->toPlainText().trimmed() != schema()) { // what is half typed is for the other
        const QSignalBlocker blocker(m_schema);
        m_schema->setPlainText(schema());
        m_schemaTimer.stop();
        showSchemaProblem({});
    }
    showValue();
}

void SamplerEditor::setStandard(const AnswerSettings& standard)
{
    m_standard = services::completed(standard);
    showValue();
}

QString SamplerEditor::schema() const
{
    return QString::fromStdString(*m_value.schema);
}

void SamplerEditor::edit(const Change& change)
{
    AnswerSettings changed = m_value;
    change(changed);
    if (changed == m_value)
        return;
    m_value = changed;
    showValue();
    emit edited(m_value);
}

void SamplerEditor::showValue()
{
    for (const Field& field : m_fields) {
        const QSignalBlocker blocker(field.row->control());
        field.show();
        AnswerSettings defaults = m_value;
        field.reset(defaults, m_standard);
        field.row->setResettable(defaults != m_value);
    }
    showPreset();
}

void SamplerEditor::showPreset()
{
    m_presets->setExclusive(false); // none is chosen where the numbers are the user's own
    QString help = choosesAlike(m_value, m_standard) ? tr("The values recommended for the model")
                                                     : tr("Custom values");
    const QList<SamplerPreset> presets = samplerPresets();
    for (qsizetype i = 0; i < presets.size(); ++i) {
        const bool isChosen = choosesAlike(m_value, presets[i].settings);
        m_presets->button(int(i))->setChecked(isChosen);
        if (isChosen)
            help = presets[i].help;
    }
    m_presets->setExclusive(true);
    m_presetHelp->setText(help);
}

SamplerSetting::SamplerSetting(services::Settings& settings, QWidget* parent)
    : SamplerEditor(Extent::All, parent)
{
    connect(this, &SamplerEditor::edited, this, [&settings](const AnswerSettings& value) {
        services::setPageAnswerSettings(settings, value);
    });
    keepShown(this, settings, QLatin1String(services::settings::sampler.key), [this, &settings] {
        const AnswerSettings kept = services::pageAnswerSettings(settings);
        if (kept != value())
            setValue(kept);
    });
}

} // namespace ui
