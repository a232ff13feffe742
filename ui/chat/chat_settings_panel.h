#pragma once

#include "services/conversations/conversation_record.h"

#include <QPointer>
#include <QWidget>

class QComboBox;
class QPlainTextEdit;
class QPushButton;

namespace services {
class AnswerWriter;
class Conversation;
class InstalledModels;
class ModelPool;
class Settings;
} // namespace services

namespace ui {

class FormRow;
class PresetChoice;
class SamplerEditor;
class TextLabel;

/// Shows and changes the settings of one conversation: its system prompt, its model, and how answers
/// are chosen; or all of them at once by a preset. Prompt and choice have their values from the
/// model's card or the settings page unless they are set here.
class ChatSettingsPanel : public QWidget {
    Q_OBJECT

public:
    /// Owns `presets`. All references must outlive the panel.
    ChatSettingsPanel(PresetChoice* presets, services::ModelPool& models,
        services::InstalledModels& installed, const services::AnswerWriter& answers,
        services::Settings& settings, QWidget* parent = nullptr);

    void setConversation(services::Conversation* conversation);

    PresetChoice* presets() const { return m_preset; }

    QSize sizeHint() const override;

signals:
    void closeRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeHeading();
    QWidget* makeRows();
    void connectRows();
    template <typename Change>
    void change(Change change);
    void showSettings();
    void showReasoning(const services::ModelId& changed);
    void showModels();
    void makeDefault();
    services::AnswerSettings defaultGeneration() const;

    services::ModelPool& m_models;
    services::InstalledModels& m_installed;
    const services::AnswerWriter& m_answers;
    services::Settings& m_settings;
    QPointer<services::Conversation> m_conversation;
    PresetChoice* m_preset;
    QPlainTextEdit* m_systemPrompt;
    FormRow* m_systemPromptRow;
    QComboBox* m_model;
    FormRow* m_modelRow;
    SamplerEditor* m_sampler;
    QPushButton* m_reset;
    QPushButton* m_makeDefault; // of the model
};

} // namespace ui
