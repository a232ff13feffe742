#pragma once

#include "services/generation/answer_settings.h"
#include "services/models/model_texts.h"
#include "services/settings/settings.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QButtonGroup;
class QComboBox;
class QPlainTextEdit;
class QVBoxLayout;

namespace services {
class Settings;
}

namespace ui {

class FormRow;
class TextLabel;

/// How answers are chosen: three ready choices, and below, everything that can be set, with what it
/// does. Each goes back to what it is by default. Belongs to no setting: the caller keeps the
/// value.
class SamplerEditor : public QWidget {
    Q_OBJECT

public:
    enum class Extent { All, Essentials }; ///< essentials: the rest is behind a button

    explicit SamplerEditor(Extent extent = Extent::All, QWidget* parent = nullptr);

    const services::AnswerSettings& value() const { return m_value; }
    void setValue(const services::AnswerSettings& value); ///< says nothing

    /// Sets the values to which rows are reset. Initially those of usualAnswerSettings().
    void setStandard(const services::AnswerSettings& standard);

    /// Offers what a model's template follows; nothing: everything, for the model is not known.
    void offerReasoning(const std::optional<services::ReasoningChoices>& choices);

signals:
    void edited(const services::AnswerSettings& value); ///< by the user

private:
    using Change = std::function<void(services::AnswerSettings&)>;
    using Reset
        = std::function<void(services::AnswerSettings&, const services::AnswerSettings& standard)>;

    struct Field {
        FormRow* row;
        std::function<void()> show; // the value, in the row's control
        Reset reset;
    };

    void addPresets(QVBoxLayout* layout);
    QVBoxLayout* addMore(QVBoxLayout* layout, Extent extent);
    void addNumber(QVBoxLayout* layout, const services::AnswerField& field);
    void addSeed(QVBoxLayout* layout);
    void addTexts(QVBoxLayout* layout, const char* key, const QString& name, const QString& help);
    void addNegativePrompt(QVBoxLayout* layout);
    void addReasoning(QVBoxLayout* layout);
    void showReasoning();
    void addContinuesWords(QVBoxLayout* layout);
    void addSchema(QVBoxLayout* layout);
    QString schema() const;
    void takeSchema();
    void checkSchema();
    void showSchemaProblem(const QString& message);
    void addField(QVBoxLayout* layout, const Field& field);
    void edit(const Change& change);
    void showValue();
    void showPreset();

    services::AnswerSettings m_value = services::usualAnswerSettings(); // all but the seed is set
    services::AnswerSettings m_standard = services::usualAnswerSettings(); // the same
    QList<Field> m_fields;
    std::optional<services::ReasoningChoices> m_offered; // see offerReasoning()
    QComboBox* m_reasoning = nullptr;
    QButtonGroup* m_presets;
    TextLabel* m_presetHelp;
    QPlainTextEdit* m_schema;
    TextLabel* m_schemaProblem;
    QTimer m_schemaTimer; // until it is looked at closely, for more may be typed
};

/// Edits the setting that says how answers are chosen in conversations that have no such setting of
/// their own.
class SamplerSetting : public SamplerEditor {
    Q_OBJECT

public:
    /// The settings must outlive it.
    explicit SamplerSetting(services::Settings& settings, QWidget* parent = nullptr);
};

} // namespace ui
