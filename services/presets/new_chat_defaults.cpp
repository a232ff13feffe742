#include "services/presets/new_chat_defaults.h"

#include "services/conversations/conversation.h"
#include "services/presets/presets.h"
#include "services/settings/setting.h"
#include "services/settings/settings.h"

namespace services {

namespace {

bool isNew(const Conversation& conversation)
{
    return conversation.isLoaded() && conversation.isEmpty();
}

} // namespace

void NewChatDefaults::setDocuments(const std::optional<QStringList>& roots)
{
    m_settings.set(settings::documentsAsked, roots.has_value());
    m_settings.set(settings::askedRoots, roots.value_or(QStringList()));
}

void NewChatDefaults::apply(Conversation& conversation) const
{
    applyDocuments(conversation);
    applyPreset(conversation);
}

void NewChatDefaults::applyDocuments(Conversation& conversation) const
{
    if (!isNew(conversation))
        return;
    ChatSettings own = conversation.settings();
    own.documents.reset();
    if (m_settings.get(settings::documentsAsked))
        own.documents = m_settings.get(settings::askedRoots);
    conversation.setSettings(own);
}

void NewChatDefaults::applyPreset(Conversation& conversation) const
{
    const QString name = m_settings.get(settings::presetOfNewChats);
    const Preset* preset = name.isEmpty() ? nullptr : m_presets.find(name);
    if (!preset || !isNew(conversation))
        return;
    const ChatSettings own = conversation.settings();
    ChatSettings withoutModel = preset->settings;
    withoutModel.model.reset();
    withoutModel.documents = own.documents;
    if (own == ChatSettings{.documents = own.documents} || own == withoutModel)
        conversation.setSettings(chosenFor(own, *preset, m_installed));
}

} // namespace services
