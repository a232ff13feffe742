#include "ui/chat/prompt_drafts.h"

#include "services/conversations/conversation_list.h"
#include "ui/chat/prompt_box.h"

namespace ui {

using services::Conversation;
using services::ConversationList;
using services::Draft;

namespace {

void setText(Conversation& conversation, const QString& text)
{
    Draft draft = conversation.draft();
    draft.text = text;
    conversation.setDraft(draft);
}

void setFiles(Conversation& conversation, Draft files)
{
    files.text = conversation.draft().text;
    conversation.setDraft(files);
}

} // namespace

PromptDrafts::PromptDrafts(PromptBox& prompt, ConversationList& conversations, QObject* parent)
    : QObject(parent)
    , m_prompt(prompt)
{
    connect(&prompt, &PromptBox::draftChanged, this,
        [this](const QString& text) { setText(*m_conversation, text); });
    connect(&prompt, &PromptBox::draftFilesChanged, this,
        [this](const Draft& files) { setFiles(*m_conversation, files); });
    connect(&prompt, &PromptBox::hiddenDraftFilesChanged, this,
        [&conversations](const QObject* shownFor, const Draft& files) {
            for (int row = 0; row < conversations.rowCount(); ++row)
                if (conversations.conversation(row) == shownFor)
                    setFiles(*conversations.conversation(row), files);
        });
    connect(&conversations, &ConversationList::restored, this, &PromptDrafts::show);
}

void PromptDrafts::setConversation(Conversation* conversation)
{
    if (m_conversation)
        m_conversation->disconnect(this);
    m_conversation = conversation;
    connect(conversation, &Conversation::loaded, this, &PromptDrafts::show);
    show();
}

void PromptDrafts::show()
{
    m_prompt.showDraft(m_conversation, m_conversation->draft());
}

} // namespace ui
