#include "ui/chat/chat_page.h"

#include "services/catalog/photo_model.h"
#include "services/conversations/answer_writer.h"
#include "services/conversations/build_answer_request.h"
#include "services/conversations/conversation_list.h"
#include "services/conversations/message_queue.h"
#include "services/conversations/pictured_message.h"
#include "services/documents/answers/place_check.h"
#include "services/evidence/reply_evidence.h"
#include "services/generation/answer_settings.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/presets/presets.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "ui/chat/chat_settings_panel.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/compare_view.h"
#include "ui/chat/context_counter.h"
#include "ui/chat/documents_button.h"
#include "ui/chat/find_bar.h"
#include "ui/chat/message_commands.h"
#include "ui/chat/model_names.h"
#include "ui/chat/photo_answers.h"
#include "ui/chat/picture_details.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_completion.h"
#include "ui/chat/prompt_drafts.h"
#include "ui/chat/prompt_edit.h"
#include "ui/chat/prompt_entries.h"
#include "ui/chat/prompt_queue.h"
#include "ui/chat/welcome_view.h"
#include "ui/documents/viewer/document_viewer.h"
#include "ui/documents/viewer/figure_pictures.h"
#include "ui/drops/attachments.h"
#include "ui/evidence/check_reply_dialog.h"
#include "ui/evidence/evidence_dialog.h"
#include "ui/models/model_header.h"
#include "ui/pictures/picture_viewer.h"
#include "ui/presets/preset_choice.h"
#include "ui/providers/destination_bar.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHideEvent>
#include <QMimeData>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using services::Conversation;
using services::Draft;
using services::MessageId;
using services::ModelId;
using services::ModelPool;
using services::ModelState;
using services::Picture;
using services::Recipients;

namespace {

constexpr int bothWidth = 700; // pixels, for a conversation and a document
constexpr int besideWidth = 760; // pixels, for a conversation and its settings

} // namespace

ChatPage::ChatPage(services::ConversationList& conversations, services::AnswerWriter& answers,
    ModelPool& models, services::InstalledModels& installed, services::Settings& settings,
    services::PictureTexts& pictureTexts, services::AttachmentLoader& attachments,
    const services::NewChatDefaults& newChats, const Parts& parts, QWidget* parent)
    : QWidget(parent)
    , m_conversations(conversations)
    , m_answers(answers)
    , m_models(models)
    , m_installed(installed)
    , m_settings(settings)
    , m_pictureTexts(pictureTexts)
    , m_pictureChecks(new services::PictureChecks(pictureTexts, this))
    , m_newChats(newChats)
    , m_header(new ModelHeader(models, installed))
    , m_destination(new DestinationBar)
    , m_temporary(new TemporaryBar)
    , m_welcome(new WelcomeView)
    , m_chat(new ChatView)
    , m_compare(new CompareView)
    , m_views(new QStackedWidget)
    , m_prompt(parts.prompt)
    , m_counter(new ContextCounter(*m_prompt, models, installed, answers, settings, this))
    , m_details(new PictureDetails(
          *m_prompt, models, installed, answers, settings, pictureTexts, this))
    , m_drafts(new PromptDrafts(*m_prompt, conversations, this))
    , m_messages(new services::MessageQueue(answers, attachments, this))
    , m_queue(new PromptQueue(*m_prompt, *m_messages, this))
    , m_entries(parts.entries)
    , m_suggestions(new PromptCompletion(
          *m_prompt,
          [this](const CompletionTrigger& trigger) { return m_entries->entriesFor(trigger); },
          this))
    , m_ask(parts.documents)
    , m_panel(parts.settings)
    , m_documents(new DocumentViewer)
    , m_figures(parts.figures)
    , m_column(new QWidget)
    , m_commands(new MessageCommands(*m_chat, *m_prompt, answers, settings, this))
{
    m_find = new FindBar(*m_chat);
    m_entries->setParent(this);
    m_prompt->addTool(m_ask);
    m_figures->setParent(this);
    m_chat->setFigures(m_figures);
    parts.photoModel->setParent(this);
    m_chat->setPhotoModel(parts.photoModel);
    auto* awaiting = new PhotoAnswers(*parts.photoModel, answers, this);
    connect(m_commands, &MessageCommands::photoModelAwaited, awaiting,
        [this, awaiting](MessageId answer) { awaiting->add(*m_current, answer); });
    m_chat->setPlaceChecks(new services::PlaceChecks(
        [this] {
            const ModelId model = currentModel();
            return canSee(m_models, m_installed, model) ? m_models.engine(model) : nullptr;
        },
        this));
    showPictureChecks();
    connect(&settings, &services::Settings::changed, this, [this](const QString& key) {
        namespace keys = services::settings;
        if (key == QLatin1String(keys::checkPictureAnswers.key)
            || key == QLatin1String(keys::readFormsAgain.key))
            showPictureChecks();
    });
    setFocusProxy(m_prompt);
    layOut();
    connectPrompt();
    connectSuggestions();
    connectMessages();
    connectModels();
    connectWelcome();
    newChat();
}

void ChatPage::layOut()
{
    m_views->addWidget(m_welcome);
    m_views->addWidget(m_chat);
    m_views->addWidget(m_compare);
    m_prompt->setMaximumWidth(ChatView::maxColumnWidth + 32);
    m_panel->hide();

    auto* promptLine = new QHBoxLayout;
    promptLine->setContentsMargins(16, 0, 16, 16);
    promptLine->addStretch(1);
    promptLine->addWidget(m_prompt, 1000);
    promptLine->addStretch(1);

    auto* column = new QVBoxLayout(m_column);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_destination);
    column->addWidget(m_temporary);
    column->addWidget(m_find);
    column->addWidget(m_views, 1);
    column->addLayout(promptLine);

    m_documents->hide();
    auto* halves = new QSplitter(Qt::Horizontal);
    halves->setHandleWidth(1);
    halves->setChildrenCollapsible(false);
    halves->addWidget(m_column);
    halves->addWidget(m_documents);
    halves->setSizes({1, 1});

    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(0);
    columns->addWidget(halves, 1);
    m_panel->setParent(this);
    m_panel->hide();
}

void ChatPage::connectPrompt()
{
    connect(m_prompt, &PromptBox::submitted, this, &ChatPage::send);
    connect(m_prompt, &PromptBox::pictureOpened, this,
        [this](const QList<Picture>& pictures, int index) {
            viewer().open(pictures, index, currentModel());
        });
    connect(m_prompt, &PromptBox::whatTheModelSawRequested, this,
        [this](const QList<Picture>& pictures, int index) {
            viewer().showWhatTheModelSaw(pictures, index, currentModel());
        });
    connect(m_details, &PictureDetails::regionRequested, this,
        [this](const QList<Picture>& pictures, int index) {
            viewer().openToMark(pictures, index, currentModel());
        });
    connect(m_details, &PictureDetails::groundingChanged, this, [this](const QString& prompt) {
        m_grounding = prompt;
        if (m_whereIs)
            m_whereIs->setVisible(!prompt.isEmpty());
    });
    connect(m_ask, &DocumentsButton::chosen, this, &ChatPage::askDocuments);
    connect(m_prompt, &PromptBox::stopRequested, this, &ChatPage::stopAnswer);
    connect(m_counter, &ContextCounter::contextLengthRequested, this,
        &ChatPage::modelSettingsRequested);
    connect(m_counter, &ContextCounter::unreadChanged, m_chat, &ChatView::setUnread);
}

void ChatPage::checkReply(MessageId answer)
{
    const services::ModelId model = m_answers.modelFor(*m_current);
    (new CheckReplyDialog(
         m_current->messageById(answer), m_installed.displayName(model),
         [engine = m_models.engine(model)](const std::stop_token& stop) {
             return std::make_unique<services::ModelChecker>(*engine, stop);
         },
         this))
        ->open();
}

void ChatPage::connectMessages()
{
    connect(m_commands, &MessageCommands::imageRequested, this, &ChatPage::openImage);
    connect(m_commands, &MessageCommands::placeRequested, this, &ChatPage::openPlace);
    connect(m_commands, &MessageCommands::boxesRequested, this, &ChatPage::openBoxes);
    connect(m_commands, &MessageCommands::sourceRequested, this, &ChatPage::openSource);
    connect(m_documents, &DocumentViewer::closed, this, &ChatPage::makeRoom);
    connect(m_documents, &DocumentViewer::focusLeft, m_prompt, qOverload<>(&QWidget::setFocus));
    connect(m_commands, &MessageCommands::forkRequested, this, &ChatPage::fork);
    connect(m_commands, &MessageCommands::checkRequested, this, &ChatPage::checkReply);
    connect(m_commands, &MessageCommands::evidenceRequested, this, [this](MessageId answer) {
        exportWithDialog(this, m_models, m_documents->reader(),
            services::replyEvidence(*m_current, answer, m_settings, m_models, m_answers));
    });
    connect(m_commands, &MessageCommands::readingFailed, this,
        [this](const QString& message) { m_prompt->showNotice(message, Tone::Failure); });
    connect(m_commands, &MessageCommands::outputRequested, this,
        [this](MessageId answer, OutputKind kind) {
            emit outputRequested(m_current, answer, kind);
        });
    connect(m_commands, &MessageCommands::compareRequested, this, &ChatPage::compare);
    connect(m_commands, &MessageCommands::modelRequested, this, &ChatPage::seeingModelRequested);
    connect(m_commands, &MessageCommands::betterAnswerRequested, this, &ChatPage::answerBetter);
    connect(m_commands, &MessageCommands::cpuRequested, this, &ChatPage::useCpu);
    connect(m_compare, &CompareView::left, this, [this] {
        leaveComparison();
        m_prompt->setFocus();
    });
    connect(m_compare, &CompareView::requested, m_commands, &MessageCommands::perform);
    connect(m_compare, &CompareView::kept, this, [this](MessageId message) {
        m_current->showMessage(message);
        leaveComparison();
        m_prompt->setFocus();
    });
    connect(m_find, &FindBar::closed, m_prompt, qOverload<>(&QWidget::setFocus));
}

void ChatPage::connectModels()
{
    const auto displayName
        = [this](const ModelId& model) { return m_installed.displayName(model); };
    m_chat->setModelNames(displayName);
    m_compare->setModelNames(displayName);
    connect(m_header, &ModelHeader::sidebarToggled, this, &ChatPage::sidebarToggled);
    connect(m_header, &ModelHeader::settingsPanelToggled, this, &ChatPage::togglePanel);
    connect(m_header, &ModelHeader::modelsPageRequested, this, &ChatPage::modelsRequested);
    connect(m_header, &ModelHeader::modelChosen, this, [this](const ModelId& model) {
        chooseModel(model);
        m_prompt->setFocus();
    });
    connect(m_panel, &ChatSettingsPanel::closeRequested, this, &ChatPage::togglePanel);
    connect(m_panel->presets(), &PresetChoice::reported, m_prompt, &PromptBox::showNotice);
    connect(&m_models, &ModelPool::stateChanged, this, &ChatPage::describeModel);
    connect(&m_models, &ModelPool::currentChanged, this, &ChatPage::describeModel);
    connect(&m_installed, &services::InstalledModels::changed, this, &ChatPage::describeModel);
    connect(&m_installed, &services::InstalledModels::changed, this, [this] {
        if (m_current && m_current->settings() != services::ChatSettings())
            m_newChats.applyPreset(*m_current); // the model that its preset names may be here now
    });
    describeModel();
}

void ChatPage::connectWelcome()
{
    connect(m_welcome, &WelcomeView::exampleChosen, this, [this](const QString& prompt) {
        m_prompt->edit()->setPlainText(prompt);
        m_prompt->setFocus();
    });
    connect(m_welcome, &WelcomeView::sampleChosen, this, [this](const QString& path) {
        if (m_current->isEmpty()) // or it is a second click
            send({.awaited = {{QFileInfo(path).fileName(), path}}}, {});
    });
    connect(m_welcome, &WelcomeView::attachRequested, m_prompt, &PromptBox::chooseFiles);
    connect(m_welcome, &WelcomeView::modelFileRequested, this, &ChatPage::modelsRequested);
    connect(m_welcome, &WelcomeView::modelsRequested, this, &ChatPage::modelsRequested);
    connect(m_welcome, &WelcomeView::seeingModelRequested, this, &ChatPage::seeingModelRequested);
}

// Made when the first image is opened.
PictureViewer& ChatPage::viewer()
{
    if (!m_viewer) {
        m_viewer = new PictureViewer(m_models, window());
        connect(m_viewer, &PictureViewer::regionChosen, this,
            [this](const Picture& region) { m_prompt->attachPicture(region); });
        connect(m_viewer, &PictureViewer::picturesChosen, this, &ChatPage::askAboutPictures);
        connect(m_viewer, &PictureViewer::closed, m_prompt, qOverload<>(&QWidget::setFocus));
    }
    m_viewer->setTexts(
        m_settings.get(services::settings::readPictures) ? &m_pictureTexts : nullptr);
    return *m_viewer;
}

// The boxes are those of the image that was sent last before the answer.
void ChatPage::openBoxes(MessageId answer)
{
    const services::Message& message = m_current->messageById(answer);
    const services::Message* question = services::findPictured(m_current->rowOf(answer),
        [this](int row) -> const services::Message& { return m_current->message(row); });
    if (!question)
        return m_prompt->showNotice(tr("There is no picture in this chat to show the boxes in."));
    viewer().openWithBoxes(question->pictures, question->pictures.size() - 1, message.model,
        m_installed.displayName(message.model), message.text,
        visionOf(message.model, m_models, m_installed));
}

// Those that are attached already are asked about as they are.
void ChatPage::askAboutPictures(const QList<Picture>& pictures)
{
    const QList<Picture> attached = m_prompt->pictures();
    for (const Picture& picture : pictures) {
        const bool isAttached = std::ranges::any_of(attached,
            [&](const Picture& each) { return each.image.cacheKey() == picture.image.cacheKey(); });
        if (!isAttached)
            m_prompt->attachPicture(picture);
    }
    m_prompt->setFocus();
}

// The request is what the model was sent up to this message.
void ChatPage::openImage(MessageId message, const OpenImage& image)
{
    const auto open
        = image.asModelSeesIt ? &PictureViewer::showWhatTheModelSaw : &PictureViewer::open;
    const ModelId model = currentModel();
    (viewer().*open)(m_current->messageById(message).pictures, image.index, model,
        services::buildAnswerRequest(
            *m_current, m_current->tree().messagesUntil(message), m_settings, model));
}

void ChatPage::openPlace(const OpenPlace& place)
{
    viewer().open(
        m_current->messageById(place.question).pictures, place.index, currentModel());
    viewer().showPlace(place.place);
}

void ChatPage::showPictureChecks()
{
    m_chat->setPictureChecks(
        m_settings.get(services::settings::checkPictureAnswers) ? m_pictureChecks : nullptr);
    m_chat->setReadsFormsAgain(m_settings.get(services::settings::readFormsAgain));
}

void ChatPage::openSource(
    const services::Source& source, const QDateTime& read, const QStringList& statements)
{
    m_documents->open(source, read, statements);
    m_figures->permit(source.address);
    makeRoom();
}

// New chats ask the same.
void ChatPage::askDocuments(const std::optional<QStringList>& roots)
{
    m_newChats.setDocuments(roots);
    services::ChatSettings settings = m_current->settings();
    settings.documents = roots;
    m_current->setSettings(settings);
    m_prompt->setFocus();
}

// The document hides the chat if there is no room for both; the settings cover it.
void ChatPage::makeRoom()
{
    const int panel = m_panel->width();
    const bool isBeside = !m_panel->isHidden() && width() >= besideWidth;
    const bool isRightToLeft = layoutDirection() == Qt::RightToLeft;
    layout()->setContentsMargins(
        isBeside && isRightToLeft ? panel : 0, 0, isBeside && !isRightToLeft ? panel : 0, 0);
    m_panel->setGeometry(isRightToLeft ? 0 : std::max(0, width() - panel), 0, panel, height());
    m_panel->raise();
    m_column->setVisible(m_documents->isHidden() || width() - (isBeside ? panel : 0) >= bothWidth);
}

ModelId ChatPage::currentModel() const
{
    return m_answers.modelFor(*m_current);
}

// Moves the model to the CPU from now on. What it is writing elsewhere ends: it is no better off on
// that GPU.
void ChatPage::useCpu()
{
    const ModelId model = currentModel();
    services::ModelDefaults own = services::modelDefaults(m_settings, model);
    m_settings.set(services::settings::device, QStringLiteral("cpu"));
    own.device.reset();
    services::setModelDefaults(m_settings, model, own);
    m_models.registry().unload(model);
    describeModel();
}

// What an empty conversation says of the model that will answer it.
void ChatPage::describeModel()
{
    if (!m_current)
        return;
    const ModelId model = currentModel();
    m_chat->setCurrentModel(model);
    m_chat->setOnCard(m_models.optionsFor(model).device != "cpu");
    m_header->setModel(model);
    m_destination->setModel(model);
    const ModelState state = m_models.registry().state(model);
    const bool sees = canSee(m_models, m_installed, model);
    m_prompt->edit()->setAsksAboutPictures(sees);
    showBetterModel();
    switch (state.stage) {
    case ModelState::Stage::Ready:
        return m_welcome->showModel(state.summary,
            model.isRemote() ? WelcomeView::ModelLocation::Elsewhere
                             : WelcomeView::ModelLocation::ThisComputer);
    case ModelState::Stage::Failed:
        return m_welcome->showFailure(services::stateMessage(state));
    case ModelState::Stage::Loading:
        return m_welcome->showLoading(sees);
    case ModelState::Stage::Unloaded:
        return m_welcome->showUnloaded(m_installed.displayName(model), sees);
    }
}

// Offers a better model where the built-in one does not know what it sees.
void ChatPage::showBetterModel()
{
    const std::optional<ModelId> better = betterModel(m_models, m_installed);
    m_chat->setBetterModel(better ? m_installed.displayName(*better) : QString());
    m_welcome->setOffersModel(!better);
}

void ChatPage::answerBetter(MessageId answer)
{
    if (const std::optional<ModelId> better = betterModel(m_models, m_installed))
        m_answers.answerBy(*m_current, answer, *better);
}

void ChatPage::chooseModel(const ModelId& model)
{
    m_models.setCurrent(model);
    useHere(model);
}

// Other chats keep their model.
void ChatPage::useHere(const ModelId& model)
{
    services::ChatSettings settings = m_current->settings();
    settings.model = model;
    m_current->setSettings(settings);
    m_models.registry().load(model);
}

void ChatPage::setSamples(const QStringList& paths)
{
    m_welcome->setSamples(paths);
}

void ChatPage::newChat()
{
    begin(m_conversations.newConversation());
    m_prompt->setFocus();
}

void ChatPage::newTemporaryChat()
{
    begin(m_conversations.newTemporary());
    m_prompt->setFocus();
}

void ChatPage::begin(Conversation* conversation)
{
    m_newChats.apply(*conversation);
    showConversation(conversation);
}

void ChatPage::choosePreset(const QString& name)
{
    if (!m_panel->presets()->choose(name))
        return;
    m_prompt->showAside(tr("“%1” is now used for this chat.").arg(name));
    m_prompt->setFocus();
}

void ChatPage::importPresets(const QStringList& paths)
{
    m_panel->presets()->import(paths);
}

void ChatPage::showConversation(Conversation* conversation)
{
    if (conversation == m_current)
        return;
    if (m_current) {
        m_current->disconnect(this);
        m_current->disconnect(m_prompt);
        m_current->disconnect(m_ask);
        m_prompt->dropNews(); // it is of the chat that was shown
    }
    m_documents->close();
    m_current = conversation;
    m_commands->setConversation(conversation);
    m_conversations.open(conversation);
    m_drafts->setConversation(conversation);
    m_prompt->setWriting(m_current->isWriting());
    m_queue->setConversation(conversation);
    m_chat->setConversation(m_current);
    m_find->setConversation(m_current);
    m_panel->setConversation(m_current);
    m_temporary->setConversation(m_current);
    m_counter->setConversation(m_current);
    m_details->setConversation(m_current);
    connectConversation();
    m_ask->setAsked(m_current->settings().documents);
    describeModel();
    leaveComparison();
}

void ChatPage::connectConversation()
{
    connect(m_current, &Conversation::loaded, this, &ChatPage::updatePage);
    connect(m_current, &Conversation::loaded, this, &ChatPage::describeModel);
    connect(m_current, &Conversation::rowAppended, this, &ChatPage::updatePage);
    connect(m_current, &Conversation::branchChanged, this, &ChatPage::updatePage);
    connect(m_current, &Conversation::settingsChanged, this, &ChatPage::describeModel);
    connect(m_current, &Conversation::settingsChanged, m_ask,
        [this] { m_ask->setAsked(m_current->settings().documents); });
    connect(m_current, &Conversation::writingChanged, m_prompt, &PromptBox::setWriting);
}

void ChatPage::showMessage(Conversation* conversation, MessageId message, const QStringList& words)
{
    showConversation(conversation);
    if (m_views->currentWidget() == m_compare)
        leaveComparison();
    if (message == services::noMessage)
        return;
    m_find->close(); // it marks other words
    const auto show = [this, conversation, message, words] {
        if (conversation != m_current)
            return;
        conversation->showMessage(message);
        m_chat->scrollToMessage(message, words);
    };
    if (conversation->isLoaded())
        show();
    else
        connect(conversation, &Conversation::loaded, m_chat, show, Qt::SingleShotConnection);
}

void ChatPage::leaveDeleted(Conversation* conversation)
{
    m_messages->hold(*conversation);
    m_answers.stop(*conversation);
    if (conversation == m_current) // the focus stays in the list
        begin(m_conversations.newConversation());
}

void ChatPage::updatePage()
{
    const bool isNew = m_current->isLoaded() && m_current->isEmpty();
    if (isNew || m_views->currentWidget() != m_compare)
        m_views->setCurrentWidget(
            isNew ? static_cast<QWidget*>(m_welcome) : static_cast<QWidget*>(m_chat));
    emit conversationShown(m_current);
}

void ChatPage::send(const Draft& message, const Recipients& recipients)
{
    if (m_views->currentWidget() == m_compare)
        leaveComparison(); // or the answer would not be seen
    Conversation* conversation = m_current;
    const auto sendNow = [this, conversation, message, recipients] {
        conversation->appendUserMessage(message);
        answer(*conversation, recipients);
    };
    if (conversation->isLoaded())
        sendNow();
    else // its messages are on their way; it is sent even if another one is shown by then
        connect(conversation, &Conversation::loaded, this, sendNow, Qt::SingleShotConnection);
    m_prompt->setFocus();
}

void ChatPage::answer(Conversation& conversation, const Recipients& recipients)
{
    services::AnswerWriter& answers = m_answers;
    const MessageId first = recipients.models.isEmpty()
        ? answers.answer(conversation)
        : answers.answerWith(conversation, recipients.models).first();
    if (recipients.answers > 1)
        answers.answerSeveral(conversation, first, recipients.answers - 1);
    if (&conversation == m_current && recipients.areSeveral())
        compare(first);
}

void ChatPage::stopAnswer()
{
    m_answers.stop(*m_current);
}

void ChatPage::fork(MessageId until)
{
    showConversation(m_conversations.duplicate(m_current, until));
}

void ChatPage::compare(MessageId message)
{
    m_compare->compare(m_current, message);
    m_views->setCurrentWidget(m_compare);
}

void ChatPage::leaveComparison()
{
    m_compare->clear();
    m_views->setCurrentWidget(m_chat);
    updatePage();
}

bool ChatPage::escape()
{
    if (m_chat->clearSelection() || m_find->close() || m_commands->stopReading())
        return true;
    if (m_views->currentWidget() == m_compare) {
        leaveComparison();
        m_prompt->setFocus();
    } else if (!m_documents->isHidden() && !m_current->isWriting())
        m_documents->close();
    else if (m_panel->isAncestorOf(QApplication::focusWidget()))
        togglePanel();
    else if (m_prompt->isEditing())
        m_prompt->cancelEdit();
    else
        stopAnswer();
    return true;
}

void ChatPage::togglePanel()
{
    m_panel->setVisible(m_panel->isHidden());
    makeRoom();
    if (m_panel->isVisible())
        m_panel->setFocus(Qt::OtherFocusReason);
    else
        m_prompt->setFocus();
}

void ChatPage::drop(const DropContents& contents, const QMimeData* data)
{
    if (contents.hasOther)
        m_prompt->attachFrom(data);
    for (const QString& path : contents.files)
        m_prompt->attachFile(path);
    m_prompt->setFocus();
}

bool ChatPage::paste()
{
    const QMimeData* data = QApplication::clipboard()->mimeData();
    if (data && holdsAttachments(data))
        m_prompt->attachFrom(data);
    else
        m_prompt->edit()->paste();
    m_prompt->setFocus();
    return true;
}

QList<QWidget*> ChatPage::panes()
{
    return {m_header, m_views->currentWidget(), m_prompt->edit(), m_documents, m_panel};
}

// Another page has the keys for itself.
void ChatPage::enableCommands(bool areEnabled)
{
    for (QAction* action : m_ownActions)
        action->setEnabled(areEnabled);
}

void ChatPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    enableCommands(true);
}

void ChatPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    if (!event->spontaneous())
        enableCommands(false);
}

void ChatPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_prompt->setMaximumTextHeight(height() * 2 / 5);
    makeRoom();
}

} // namespace ui
