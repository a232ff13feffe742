#include "ui/chat/context_counter.h"

#include "services/conversations/answer_writer.h"
#include "services/conversations/build_answer_request.h"
#include "services/conversations/conversation.h"
#include "services/models/installed_models.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "ui/chat/model_names.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_parts.h"

#include <QLocale>

#include <algorithm>

namespace ui {

using runtime::TokenCount;
using services::Conversation;
using services::ModelPool;
using services::ModelState;

namespace {

constexpr int pause = 300; // milliseconds without a key before anything is counted
constexpr int bytesOfCharacter = 3; // at most, of a QChar in UTF-8

} // namespace

ContextCounter::ContextCounter(PromptBox& prompt, services::ModelPool& models,
    services::InstalledModels& installed, const services::AnswerWriter& answers,
    services::Settings& settings, QObject* parent)
    : QObject(parent)
    , m_models(models)
    , m_installed(installed)
    , m_answers(answers)
    , m_settings(settings)
    , m_prompt(prompt)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(pause);
    connect(&m_timer, &QTimer::timeout, this, [this] { count(); });
    connect(&prompt, &PromptBox::contentsChanged, &m_timer, qOverload<>(&QTimer::start));
    connect(&prompt, &PromptBox::contentsChanged, this, [this] {
        if (isUnseen())
            show();
    });
    connect(&models, &ModelPool::stateChanged, this, &ContextCounter::countSoon);
    connect(&models, &ModelPool::currentChanged, this, &ContextCounter::countSoon);
    connect(&settings, &services::Settings::changed, this, &ContextCounter::countSoon);
    prompt.setGate([this](const std::function<void()>& send) { admit(send); });
    connect(&installed, &services::InstalledModels::changed, this, &ContextCounter::listModels);
    connect(&installed, &services::InstalledModels::changed, this, &ContextCounter::show);
    listModels();
}

void ContextCounter::listModels()
{
    QList<SendMenu::Model> models;
    for (const services::ModelFacts& model : m_installed.models())
        if (model.isUsable())
            models << SendMenu::Model{model.id, m_installed.displayName(model.id)};
    m_prompt.sendMenu()->setModels(models);
}

void ContextCounter::setConversation(Conversation* conversation)
{
    if (m_conversation)
        m_conversation->disconnect(this);
    m_conversation = conversation;
    connect(conversation, &Conversation::loaded, this, &ContextCounter::countSoon);
    connect(conversation, &Conversation::branchChanged, this, &ContextCounter::countSoon);
    connect(conversation, &Conversation::rowAppended, this, &ContextCounter::countAfter);
    connect(conversation, &Conversation::writingChanged, this, &ContextCounter::countSoon);
    connect(conversation, &Conversation::settingsChanged, this, &ContextCounter::countSoon);
    forget();
    countSoon();
}

services::ModelId ContextCounter::model() const
{
    return m_answers.modelFor(*m_conversation);
}

bool ContextCounter::isReady() const
{
    return m_conversation && m_conversation->isLoaded()
        && m_models.registry().state(model()).stage == ModelState::Stage::Ready;
}

void ContextCounter::countSoon()
{
    m_timer.start();
}

// What is no longer read is shown as soon as a message is sent.
void ContextCounter::countAfter(int row)
{
    if (m_conversation->message(row).author == services::Author::User)
        count();
    else
        countSoon();
}

void ContextCounter::forget()
{
    ++m_round;
    m_count.reset();
    show();
    emit unreadChanged({});
}

// Leaves out the answer that is being written: the model reads the question before it.
ContextCounter::Messages ContextCounter::branch() const
{
    const int rows = m_conversation->rowCount();
    if (rows == 0)
        return {};
    Messages messages = m_conversation->tree().messagesUntil(m_conversation->message(rows - 1).id);
    if (messages.last().isOpen())
        messages.removeLast();
    return messages;
}

services::Message ContextCounter::draft() const
{
    services::Message message;
    message.text = m_prompt.text();
    message.pictures = m_prompt.pictures();
    message.attachments = m_prompt.attachments();
    return message;
}

// A text has no more tokens than bytes, and a chat format adds a few.
bool ContextCounter::isSurelyShort(const services::Message& message) const
{
    qsizetype characters
        = message.text.size() + services::effectiveSystemPrompt(*m_conversation, m_settings).size();
    for (const services::TextAttachment& text : message.attachments)
        characters += text.text.size() + text.name.size();
    return message.pictures.isEmpty()
        && characters * bytesOfCharacter
        < m_models.registry().state(model()).summary.contextTokens / 2;
}

// What is not known to be too long is sent: the model says so if it is.
void ContextCounter::admit(const std::function<void()>& send)
{
    if (isUnseen())
        show();
    else if (isReady() && !isSurelyShort(draft()))
        count(send);
    else
        send();
}

// Counts what would be sent now, or was sent last. Calls `send` unless it is known not to fit.
void ContextCounter::count(const std::function<void()>& send)
{
    if (!isReady())
        return forget();
    const bool isWriting = m_conversation->isWriting();
    Messages messages = branch();
    const services::Message next = draft();
    if (!isWriting && (messages.isEmpty() || !m_prompt.isEmpty()))
        messages << next;
    const auto request
        = services::buildAnswerRequest(*m_conversation, messages, m_settings, model());
    m_models.countTokens(model(), request, this,
        [this, send, round = ++m_round, read = services::idsRead(messages)](
            const std::optional<TokenCount>& count) {
            if (round == m_round && count)
                take(*count, read);
            if (send && (!count || count->fits()))
                send();
        });
}

// The messages come after the system prompt, if there is one, and before what the format adds.
void ContextCounter::take(const TokenCount& count, const QList<services::MessageId>& read)
{
    m_count = count;
    show();
    QSet<services::MessageId> unread;
    const auto first = qsizetype(count.parts.size()) - 1 - read.size();
    for (qsizetype index = 0; index < read.size(); ++index)
        if (!count.parts[size_t(first + index)].isRead)
            unread << read[index];
    emit unreadChanged(unread);
}

void ContextCounter::show()
{
    m_prompt.contextMeter()->setUse(
        m_count ? m_count->tokens : 0, m_count ? m_count->contextTokens : 0);
    const QString name = m_conversation ? m_installed.displayName(model()) : QString();
    if (isUnseen())
        return warnOfBlindness(tr("%1 is a text-only model. It can't process pictures.").arg(name));
    if (hasUnseenPictures() && !m_prompt.isEmpty())
        return warnOfBlindness(
            tr("%1 is a text-only model. It can't process the pictures in this chat.").arg(name));
    if (!m_count || m_count->fits() || m_prompt.isEmpty()) // answers may be long
        return offerPages();
    QList<PromptWarning::Choice> choices;
    if (canEnlargeContext())
        choices << PromptWarning::Choice{
            tr("Increase context length…"), [this] { emit contextLengthRequested(model()); }};
    m_prompt.showWarning(tooLong(), choices);
}

// A scan or drawing says more to a model that sees than the few words that were read in it.
void ContextCounter::offerPages()
{
    const QList<services::TextAttachment> documents = m_prompt.attachments();
    const auto scan = std::ranges::find_if(documents, services::hasLittleText);
    if (scan == documents.end() || !m_conversation || !canSee(m_models, m_installed, model()))
        return m_prompt.showWarning({});
    const auto index = int(scan - documents.begin());
    m_prompt.showWarning(
        tr("“%1” has little text. The model can also look at its pages.").arg(scan->name),
        {{tr("Send pages as images"), [this, index] { m_prompt.sendPagesAsImages(index); }}});
}

// An image that would be sent to a model that cannot see.
bool ContextCounter::isUnseen() const
{
    return m_conversation && m_prompt.holdsPictures() && !canSee(m_models, m_installed, model());
}

// Images that another model has seen.
bool ContextCounter::hasUnseenPictures() const
{
    if (!m_conversation || canSee(m_models, m_installed, model()))
        return false;
    for (int row = 0; row < m_conversation->rowCount(); ++row)
        if (!m_conversation->message(row).pictures.isEmpty())
            return true;
    return false;
}

void ContextCounter::warnOfBlindness(const QString& message)
{
    QList<PromptWarning::Choice> choices;
    if (const std::optional<services::ModelId> seeing = seeingModel(m_models, m_installed))
        choices << PromptWarning::Choice{tr("Use %1").arg(m_installed.displayName(*seeing)),
            [this, model = *seeing] { askSeeingModel(model); }};
    m_prompt.showWarning(message, choices);
}

// Changes the model of this conversation only.
void ContextCounter::askSeeingModel(const services::ModelId& model)
{
    services::ChatSettings settings = m_conversation->settings();
    settings.model = model;
    m_conversation->setSettings(settings);
    show();
    m_prompt.submit();
}

QString ContextCounter::tooLong() const
{
    const QLocale locale;
    const QString message = tr("This message is too long (%1 tokens; limit %2).")
                                .arg(locale.toString(qint64(m_count->tokens)),
                                    locale.toString(qint64(m_count->contextTokens)
                                        - qint64(runtime::leastAnswerTokens)));
    if (m_count->fittingCharacters == 0)
        return message + u' ' + tr("Remove an attachment.");
    return message + u' '
        + tr("Shorten it to about %1 characters, or remove an attachment.")
              .arg(locale.toString(qint64(m_count->fittingCharacters)));
}

// A model does not read more than it was trained for, whatever the settings say.
bool ContextCounter::canEnlargeContext() const
{
    const services::ModelFacts* known = m_installed.find(model());
    return known
        && known->config.contextLength > m_models.registry().state(model()).summary.contextTokens;
}

} // namespace ui
