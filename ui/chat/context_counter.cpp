#include "ui/chat/context_counter.h"

#include "services/conversations/answer_request_of.h"
#include "services/conversations/conversation.h"
#include "services/models/installed_models.h"
#include "services/settings/settings.h"
#include "ui/chat/context_meter.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/send_menu.h"

#include <QLocale>

namespace ui {

using services::Conversation;
using services::ModelPool;
using services::ModelState;
using services::TokenCount;

namespace {

constexpr int pause = 300; // milliseconds without a key before anything is counted
constexpr qsizetype surelyTooLong = 64; // characters a token; no text has so many

} // namespace

ContextCounter::ContextCounter(const Services& services, PromptBox& prompt, QObject* parent)
    : QObject(parent)
    , m_services(services)
    , m_prompt(prompt)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(pause);
    connect(&m_timer, &QTimer::timeout, this, &ContextCounter::count);
    connect(&prompt, &PromptBox::contentsChanged, &m_timer, qOverload<>(&QTimer::start));
    connect(&services.models, &ModelPool::stateChanged, this, &ContextCounter::forgetBranch);
    connect(&services.models, &ModelPool::currentChanged, this, &ContextCounter::forgetBranch);
    connect(&services.settings, &services::Settings::changed, this, &ContextCounter::forgetBranch);
    connect(&services.installed, &services::InstalledModels::changed, this,
        &ContextCounter::listModels);
    listModels();
}

void ContextCounter::listModels()
{
    QList<SendMenu::Model> models;
    for (const services::ModelDescription& model : m_services.installed.models())
        if (model.isUsable())
            models << SendMenu::Model{model.id, m_services.installed.nameOf(model.id)};
    m_prompt.sendMenu()->setModels(models);
}

void ContextCounter::setConversation(Conversation* conversation)
{
    if (m_conversation)
        m_conversation->disconnect(this);
    m_conversation = conversation;
    connect(conversation, &Conversation::loaded, this, &ContextCounter::forgetBranch);
    connect(conversation, &Conversation::branchChanged, this, &ContextCounter::forgetBranch);
    connect(conversation, &Conversation::rowAppended, this, &ContextCounter::forgetBranch);
    connect(conversation, &Conversation::writingChanged, this, &ContextCounter::forgetBranch);
    connect(conversation, &Conversation::settingsChanged, this, &ContextCounter::forgetBranch);
    forgetBranch();
    m_contextTokens = 0;
    show();
}

services::ModelId ContextCounter::model() const
{
    return m_conversation->settings().model.value_or(m_services.models.current());
}

void ContextCounter::forgetBranch()
{
    ++m_round;
    m_branchTokens.reset();
    m_timer.start();
}

ContextCounter::Messages ContextCounter::branch() const
{
    const int rows = m_conversation->rowCount();
    return rows > 0 ? m_conversation->messagesUntil(m_conversation->message(rows - 1).id)
                    : Messages();
}

services::Message ContextCounter::draft() const
{
    services::Message message;
    message.text = m_prompt.text();
    message.pictures = m_prompt.pictures();
    message.attachments = m_prompt.attachments();
    return message;
}

// The branch is counted once, and what is being written each time, by itself: a chat format adds
// the same few tokens to a message wherever it stands.
void ContextCounter::count()
{
    const bool isReady = m_conversation && m_conversation->isLoaded()
        && m_services.models.state(model()).stage == ModelState::Stage::Ready;
    if (!isReady || m_conversation->isWriting()) {
        if (m_conversation && !m_conversation->isWriting()) {
            m_contextTokens = 0;
            show();
        }
        return;
    }
    ++m_round;
    if (!m_branchTokens)
        countBranch();
    countDraft();
}

void ContextCounter::countBranch()
{
    const Messages messages = branch();
    if (messages.isEmpty()) {
        m_branchTokens = 0;
        return;
    }
    const auto request = services::answerRequestOf(*m_conversation, messages, m_services.settings);
    m_services.models.countTokens(
        model(), request, this, [this, round = m_round](const TokenCount& count) {
            if (round != m_round)
                return;
            m_branchTokens = count.tokens;
            m_contextTokens = count.contextTokens;
            show();
        });
}

void ContextCounter::countDraft()
{
    const services::Message message = draft();
    qsizetype characters = message.text.size();
    for (const services::TextAttachment& text : message.attachments)
        characters += text.text.size();
    const qint64 context = m_services.models.state(model()).summary.contextTokens;
    if (context > 0 && characters / surelyTooLong > context) { // not worth counting
        m_draftTokens = characters / surelyTooLong;
        m_contextTokens = context;
        return show();
    }
    if (characters == 0 && message.pictures.isEmpty() && m_branchTokens != 0) {
        m_draftTokens = 0;
        return show();
    }
    const auto request = services::answerRequestOf(*m_conversation, {message}, m_services.settings);
    m_services.models.countTokens(
        model(), request, this, [this, round = m_round](const TokenCount& count) {
            if (round != m_round)
                return;
            m_draftTokens = count.tokens;
            m_contextTokens = count.contextTokens;
            show();
        });
}

void ContextCounter::show()
{
    const qint64 used = m_branchTokens.value_or(0) + m_draftTokens;
    m_prompt.contextMeter()->setUse(used, m_contextTokens);
    if (m_contextTokens > 0 && m_branchTokens && used >= m_contextTokens)
        warn();
    else
        m_prompt.showWarning({});
}

void ContextCounter::warn()
{
    const QLocale locale;
    const QString needed = locale.toString(*m_branchTokens + m_draftTokens);
    const QString room = locale.toString(m_contextTokens);
    QList<PromptWarning::Choice> choices;
    const bool isDraftTooLong = m_draftTokens >= m_contextTokens;
    if (!isDraftTooLong && *m_branchTokens > 0)
        choices << PromptWarning::Choice{
            tr("Leave out the oldest messages"), [this] { leaveOutOldest(); }};
    choices << PromptWarning::Choice{tr("Enlarge the context in the settings"),
        [this] { emit m_prompt.settingsPageRequested(); }};
    m_prompt.showWarning(isDraftTooLong
            ? tr("This message is too long for the model: it takes %1 tokens, and %2 fit. Shorten "
                 "it or attach less.")
                  .arg(needed, room)
            : tr("The conversation has grown too long for the model: with this message it takes %1 "
                 "tokens, and %2 fit.")
                  .arg(needed, room),
        choices);
}

// Looks for the fewest messages to leave out, so that an eighth of the context stays free for the
// answer. Questions only come first: a model wants to begin with one.
void ContextCounter::leaveOutOldest()
{
    Messages messages = branch();
    messages << draft();
    if (messages.size() < 2)
        return; // all were deleted since this was offered
    ++m_round;
    tryLeavingOut(messages, 1, messages.size() - 1);
}

void ContextCounter::tryLeavingOut(const Messages& messages, qsizetype least, qsizetype most)
{
    const qsizetype tried = (least + most) / 2;
    const auto request
        = services::answerRequestOf(*m_conversation, messages.mid(tried), m_services.settings);
    m_services.models.countTokens(model(), request, this,
        [this, messages, least, most, tried, round = m_round](const TokenCount& count) {
            if (round != m_round)
                return;
            const bool fits = count.tokens + count.contextTokens / 8 <= count.contextTokens;
            const qsizetype from = fits ? least : tried + 1, to = fits ? tried : most;
            if (from < to)
                return tryLeavingOut(messages, from, to);
            qsizetype first = to;
            while (first < messages.size() - 1 && messages[first].author != services::Author::User)
                ++first;
            services::ChatSettings settings = m_conversation->settings();
            const services::MessageId last = messages[messages.size() - 2].id;
            settings.readsFrom = first < messages.size() - 1 ? messages[first].id : last + 1;
            m_conversation->setSettings(settings);
        });
}

} // namespace ui
