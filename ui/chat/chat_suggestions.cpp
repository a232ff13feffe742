// What is done when something was chosen behind "/" or "@" in the message box.
#include "services/background.h"
#include "services/conversations/conversation.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/presets/presets.h"
#include "services/presets/saved_prompts.h"
#include "services/settings/settings.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/documents_button.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_completion.h"
#include "ui/chat/prompt_edit.h"
#include "ui/chat/prompt_entries.h"
#include "ui/chat/queue_strip.h"
#include "ui/presets/preset_choice.h"

#include <QFileInfo>

#include <exception>

namespace ui {

void ChatPage::connectSuggestions()
{
    connect(m_entries, &PromptEntries::found, m_suggestions, &PromptCompletion::show);
    connect(m_entries, &PromptEntries::textChosen, this, [this](const QString& text) {
        if (m_prompt->edit()->canInsert(text))
            return m_suggestions->replaceTyped(text);
        m_suggestions->replaceTyped({});
        m_prompt->attachText(text);
    });
    connect(
        m_entries, &PromptEntries::commandChosen, this, [this](const std::function<void()>& act) {
            m_suggestions->replaceTyped({});
            act();
        });
    connect(m_entries, &PromptEntries::presetChosen, this, [this](const QString& name) {
        m_suggestions->replaceTyped({});
        choosePreset(name);
    });
    connect(m_entries, &PromptEntries::fileChosen, this, [this](const QString& path) {
        m_suggestions->replaceTyped({});
        m_prompt->attachFile(path);
    });
    connect(m_entries, &PromptEntries::folderChosen, this,
        [this](const QString& typed) { m_suggestions->replaceTyped(u'@' + typed); });
    connect(m_entries, &PromptEntries::documentsChosen, this, [this](const QString& path) {
        m_suggestions->replaceTyped({});
        limitDocuments(path);
    });
    connect(m_entries, &PromptEntries::modelChosen, this, [this](const services::ModelId& model) {
        m_suggestions->replaceTyped({});
        useHere(model);
        m_prompt->showAside(tr("This chat now uses %1.").arg(m_installed.displayName(model)));
    });
    connect(m_entries, &PromptEntries::promptRemoved, this,
        [this](const services::SavedPrompt& prompt) {
            const auto restore = [this, prompt] {
                const auto save = [this, prompt] {
                    services::savePrompt(m_settings, prompt);
                    return true;
                };
                const auto saved = services::callForOutcome<bool>(save);
                if (!saved.value)
                    m_prompt->showNotice(saved.error);
            };
            m_prompt->queueStrip()->offerUndo(tr("Deleted prompt “%1”").arg(prompt.name), restore);
        });
    connect(m_prompt, &PromptBox::filesAttached, this, [this](const QStringList& paths) {
        if (!m_current->isTemporary()) // of which nothing is stored
            m_entries->noteFiles(paths);
    });
    connect(m_prompt, &PromptBox::savePromptRequested, this, &ChatPage::savePrompt);
}

// Limits this chat alone, in addition to what it was limited to before.
void ChatPage::limitDocuments(const QString& path)
{
    services::ChatSettings settings = m_current->settings();
    QStringList paths = settings.documents.value_or(QStringList());
    paths.removeAll(path);
    settings.documents = paths << path;
    m_current->setSettings(settings);
    m_prompt->showAside(
        tr("Questions in this chat are now about “%1”.").arg(QFileInfo(path).fileName()));
}

void ChatPage::savePrompt()
{
    const QString text = m_prompt->text();
    if (text.isEmpty())
        return m_prompt->showAside(tr("Write the prompt in the message box first."));
    QStringList names;
    for (const services::SavedPrompt& prompt : services::savedPrompts(m_settings))
        names << prompt.name;
    auto* dialog = new PresetNameDialog(tr("Save as prompt"), services::presetName(text.left(30)),
        names, PresetNameDialog::Taken::IsReplaced, window(),
        {tr("Prompt name"), tr("For example: Proofread"),
            tr("This replaces the existing prompt with this name."), {}});
    connect(dialog, &QDialog::accepted, this, [this, dialog, text] {
        try {
            services::savePrompt(m_settings, {dialog->name(), text});
            m_prompt->showAside(tr("Saved. Type / to insert it."));
        } catch (const std::exception& error) {
            m_prompt->showNotice(QString::fromUtf8(error.what()));
        }
    });
    dialog->open();
}

} // namespace ui
