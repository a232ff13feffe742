#include "ui/chat/message_view.h"

#include "services/background.h"
#include "services/conversations/build_answer_request.h"
#include "services/conversations/documents/passage_store.h"
#include "services/documents/answers/chosen_checker.h"
#include "services/documents/answers/form_facts.h"
#include "services/models/model_texts.h"
#include "ui/chat/message_actions.h"
#include "ui/chat/message_notes.h"
#include "ui/chat/source_cards.h"
#include "ui/chat/statistics_text.h"
#include "ui/chat/text_attachment_view.h"
#include "ui/chat/tool_use_view.h"
#include "ui/links/link.h"
#include "ui/markdown/markdown_reader.h"
#include "ui/markdown/markdown_view.h"
#include "ui/markdown/thinking_view.h"
#include "ui/pictures/picture_facts.h"
#include "ui/pictures/place_popup.h"
#include "ui/theme/theme.h"
#include "ui/widgets/picture_tile.h"
#include "ui/widgets/text_label.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMoveEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace ui {

using services::Message;

namespace {

constexpr int pictureSide = 320; // pixels, as all below
constexpr int smallPictureSide = 180; // of several
constexpr int markMargin = 4;
constexpr int maxPlacesChecked = 30; // places of an answer that are read again at once

// A thought begins with a mark at the beginning of a line, or ends with a closing one anywhere.
bool mayBeMark(const QString& text, qsizetype index)
{
    if (text[index] != u'<' && text[index] != u'[')
        return false;
    if (text[index] == u'<' && (index + 1 == text.size() || text[index + 1] == u'/'))
        return true;
    while (index > 0 && text[index - 1] != u'\n' && text[index - 1].isSpace())
        --index;
    return index == 0 || text[index - 1] == u'\n';
}

} // namespace

MessageView::MessageView(services::Author author, QWidget* parent)
    : QWidget(parent)
    , m_author(author)
    , m_pending(new TextLabel(TextRole::Muted, {}, this))
    , m_statistics(new ElidedLabel(TextRole::Small, {}, this))
    , m_actions(new MessageActions(author, this))
{
    setAccessibleName(isUser() ? tr("Your message") : tr("Answer"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(m_actions, &MessageActions::requested, this, &MessageView::request);
    connect(m_actions, &MessageActions::menuRequested, this,
        [this](const QPoint& point) { makeMenu()->popup(point); });
    makeText();
}

// What was selected, followed or unfolded in the text before is forgotten with it. It may be asking
// for this, so it is deleted later.
void MessageView::makeText()
{
    for (QWidget* before : std::initializer_list<QWidget*>{m_text, m_thinking}) {
        if (!before)
            continue;
        before->hide();
        before->disconnect(this);
        before->deleteLater();
    }
    m_thinking = nullptr;
    m_unmarked = 0;
    m_thoughtClock.invalidate();
    m_thoughtSeconds = -1;
    m_citations = {};
    m_judged = {};
    m_facts = {};
    m_compared = {};
    m_missingLanguage = {};
    m_disputed = {};
    m_comparedVersions = {};
    m_markFacts = {};
    m_checkStop.request_stop();
    m_toCheck = {};
    m_checksSeveral = false;
    m_checks = {};
    if (m_place)
        m_place->hide();
    const auto markup = isUser() ? MarkdownView::Markup::Plain : MarkdownView::Markup::Markdown;
    m_text = new MarkdownView(markup, this);
    connect(m_text, &MarkdownView::heightChanged, this, &MessageView::heightChanged);
    connect(m_text, &MarkdownView::linkChosen, this, &MessageView::followLink);
    connect(m_text, &MarkdownView::factPointed, this, &MessageView::showPlace);
    connect(m_text, &MarkdownView::factLeft, this, [this] {
        if (m_place)
            m_place->hideSoon();
    });
    connect(m_text, &MarkdownView::pressed, this, &MessageView::textPressed);
    connect(m_text, &MarkdownView::dragged, this, &MessageView::textDragged);
    connect(m_text, &MarkdownView::released, this, &MessageView::textReleased);
}

void MessageView::setMessage(const Message& message, const MessageContext& context)
{
    const bool isFirst = !std::exchange(m_hasMessage, true);
    const bool isAnother = isFirst || message.id != m_message.id;
    const bool ended = !isAnother && m_message.isOpen() && !message.isOpen();
    if (isAnother && !isFirst) {
        m_isReadingForms = false;
        makeText();
        m_isRevealed = false;
        m_actions->setRevealed(false);
    }
    const bool hasOtherFiles = isAnother || message.awaited.size() != m_message.awaited.size()
        || message.pictures.size() != m_message.pictures.size();
    if (context.isEdited != m_context.isEdited) {
        setAccessibleDescription(context.isEdited ? tr("This message is being edited") : QString());
        update();
    }
    m_message = message;
    m_context = context;
    m_context.hasPlaces = hasPlaces();
    m_context.isChecking = !m_toCheck.isEmpty();
    m_readsFormsAgain = context.readsFormsAgain && (isAnother || ended || m_readsFormsAgain);
    m_readable = {};
    if (hasOtherFiles)
        setFiles();
    setToolUses();
    setSources();
    setNote();
    setText();
    if (ended && !isUser())
        m_text->refresh();
    m_pending->setVisible(message.state == Message::State::Waiting);
    m_pending->setText(message.waitReason.isEmpty() ? tr("Loading…") : message.waitReason);
    setError();
    setHint();
    m_actions->update(message, context);
    updateFooter();
    applyLayout();
    notifyReaders();
}

// Most answers hold no thought: while one is written, only what is new is looked at.
services::Thinking MessageView::splitText()
{
    const QString& text = m_message.text;
    while (!isUser() && m_unmarked < text.size() && !mayBeMark(text, m_unmarked))
        ++m_unmarked;
    if (isUser() || m_unmarked >= text.size())
        return {{}, text, false};
    return services::answerParts(m_message);
}

void MessageView::setText()
{
    const services::Thinking parts = splitText();
    const bool hasThought = !parts.thought.isEmpty() || parts.isOpen;
    if (hasThought && !m_thinking) {
        m_thinking = new ThinkingView(this);
        connect(m_thinking, &ThinkingView::heightChanged, this, &MessageView::heightChanged);
        connect(m_thinking, &ThinkingView::linkChosen, this,
            [this](const QString& address) { request(FollowLink{address}); });
    }
    if (m_thinking) {
        m_thinking->setText(
            parts.thought, parts.isOpen && m_message.isOpen(), thoughtSeconds(parts.isOpen));
        m_thinking->setVisible(hasThought);
    }
    m_text->setCitations(m_citations);
    m_text->setText(parts.answer);
    m_text->setVisible(!parts.answer.isEmpty());
    if (!m_message.isOpen() && !m_citations.sources.isEmpty())
        judgeCitations(parts.answer);
    comparePictures(parts.answer);
    compareVersions(parts.answer);
}

// How long the thought took, if it was seen to begin and to end; negative: unknown.
double MessageView::thoughtSeconds(bool isOpen)
{
    if (isOpen && m_message.isOpen() && !m_thoughtClock.isValid())
        m_thoughtClock.start();
    if (!isOpen && m_thoughtClock.isValid() && m_thoughtSeconds < 0)
        m_thoughtSeconds = double(m_thoughtClock.elapsed()) / 1000;
    return m_thoughtSeconds;
}

// Works only while a screen reader listens: making the text of a long answer again and again takes
// time.
void MessageView::notifyReaders()
{
    if (!QAccessible::isActive() || readableText() == m_announced)
        return;
    QAccessibleTextUpdateEvent event(this, 0, m_announced, readableText());
    m_announced = readableText();
    QAccessible::updateAccessibility(&event);
}

// They change only when files that the message awaited have been read, and when tools return images.
void MessageView::setFiles()
{
    qDeleteAll(std::exchange(m_tiles, {}));
    const qsizetype count = m_message.pictures.size();
    for (qsizetype index = 0; index < count; ++index)
        addTile(m_message.pictures[index], int(index), count > 1 ? smallPictureSide : pictureSide);
    qDeleteAll(std::exchange(m_attachments, {}));
    for (const services::TextAttachment& attachment : m_message.attachments)
        m_attachments << new TextAttachmentView(attachment, this);
    for (int index = 0; index < m_attachments.size(); ++index)
        connect(m_attachments[index], &TextAttachmentView::documentOpened, this,
            [this, index] { request(OpenDocument{index}); });
    for (const services::AwaitedFile& file : m_message.awaited)
        m_attachments << new TextAttachmentView(file, this);
    for (TextAttachmentView* view : m_attachments) {
        connect(view, &TextAttachmentView::heightChanged, this, &MessageView::heightChanged);
        view->show();
    }
}

void MessageView::setToolUses()
{
    if (!m_toolUses && m_message.toolUses.isEmpty())
        return;
    if (!m_toolUses) {
        m_toolUses = new ToolUseList(this);
        connect(m_toolUses, &ToolUseList::decided, this,
            [this](int use, services::ToolDecision decision) {
                request(DecideToolCall{use, decision});
            });
        connect(m_toolUses, &ToolUseList::heightChanged, this, &MessageView::heightChanged);
    }
    m_toolUses->setUses(m_message.toolUses);
    m_toolUses->setVisible(!m_message.toolUses.isEmpty());
}

// What an answer rests on, below it.
void MessageView::setSources()
{
    setCitations();
    if (!m_sources && m_message.sources.isEmpty())
        return;
    if (!m_sources) {
        m_sources = new SourceCards(this);
        connect(m_sources, &SourceCards::opened, this,
            [this](int index) { request(OpenSource{index}); });
        connect(m_sources, &SourceCards::heightChanged, this, &MessageView::heightChanged);
    }
    m_sources->setSources(
        m_message.sources, services::citedNumbers(m_message.text), m_context.figures);
    m_sources->setVisible(!m_message.sources.isEmpty());
}

// What it does not rest on.
void MessageView::setNote()
{
    QStringList lines{m_message.note};
    if (!m_missingLanguage.isEmpty())
        lines << missingLanguageNote(m_missingLanguage);
    lines << checkNote();
    lines.removeAll(QString());
    if (!m_note && !lines.isEmpty()) {
        m_note = new TextLabel(TextRole::Small, {}, this);
        m_note->setWordWrap(true);
    }
    if (!m_note)
        return;
    m_note->setText(lines.join(u'\n'));
    m_note->setVisible(!lines.isEmpty() && !m_message.isOpen());
}

void MessageView::setCitations()
{
    QStringList names;
    for (const services::Source& source : m_message.sources)
        names << sourceName(source);
    if (names == m_citations.sources)
        return;
    m_citations = {names, {}};
    m_judged = {};
}

namespace {

// The facts that a citation's passage lacks, or what the checker said, as CitationLink has it.
QString problemOf(const services::Citation& citation)
{
    QStringList facts;
    for (const std::string& fact : citation.missing)
        facts << QString::fromStdString(fact);
    if (!facts.isEmpty() || citation.verdict == services::Verdict::Supported)
        return facts.join(QStringLiteral(", "));
    return citation.verdict == services::Verdict::Contradicted ? CitationLink::saysOtherwise
                                                               : CitationLink::doesNotSay;
}

} // namespace

// Whether each passage says what it is cited for, once the answer is complete.
void MessageView::judgeCitations(const QString& answer)
{
    if (answer == m_judged || !answer.contains(u'['))
        return;
    m_judged = answer;
    using Missing = QHash<int, QStringList>;
    auto* receiver = m_text; // gone with this message
    const QString checker = services::answerChecker();
    const auto work = [answer, sources = m_message.sources, checker] {
        Missing missing;
        for (const services::Citation& citation :
            services::checkCitations(answer.toStdString(), services::citedTexts(sources), checker))
            missing[citation.number] << problemOf(citation);
        return missing;
    };
    const auto show = [this, answer](const services::Outcome<Missing>& outcome) {
        if (!outcome.value || answer != m_judged)
            return;
        m_citations.missing = *outcome.value;
        m_text->setCitations(m_citations);
    };
    if (checker.isEmpty())
        services::runInBackground<Missing>(receiver, work, show);
    else
        services::runInBackground<Missing>(services::checkerThread(), receiver, work, show);
}

// Searches the facts of a complete answer in the images that it is about. An answer that rests on
// documents or tools is left alone.
void MessageView::comparePictures(const QString& answer)
{
    const bool isCompared = m_context.pictureChecks && !m_context.pictures.isEmpty()
        && !m_message.isOpen() && m_message.sources.isEmpty() && m_message.toolUses.isEmpty();
    if (!isCompared) {
        if (!m_compared.isNull())
            showComparison({});
        m_compared = {};
        return;
    }
    if (answer == m_compared)
        return;
    m_compared = answer;
    auto* receiver = m_text; // gone with this message
    services::runInBackground<QString>(
        receiver, [answer] { return factText(readMarkdown(answer).blocks); },
        [this, receiver, answer](const services::Outcome<QString>& text) {
            if (!text.value || answer != m_compared || !m_context.pictureChecks)
                return;
            m_context.pictureChecks->compare(*text.value, m_context.pictures, receiver,
                [this, answer](const services::PictureComparison& comparison) {
                    if (answer == m_compared)
                        showComparison(comparison);
                });
        });
}

// Searches the facts of a complete answer in its other versions.
void MessageView::compareVersions(const QString& answer)
{
    QStringList compared{answer};
    if (!m_message.isOpen() && !isUser())
        compared << m_context.otherVersions;
    if (compared.size() == 1) {
        if (!m_disputed.isEmpty()) {
            m_disputed = {};
            showMarks();
        }
        m_comparedVersions = {};
        return;
    }
    if (compared == m_comparedVersions)
        return;
    m_comparedVersions = compared;
    using Facts = QList<services::DisputedFact>;
    services::runInBackground<Facts>(
        m_text, // gone with this message
        [answer, others = m_context.otherVersions] {
            QStringList texts;
            for (const QString& other : others)
                texts << factText(readMarkdown(services::splitThinking(other).answer).blocks);
            return services::findDisputedFacts(factText(readMarkdown(answer).blocks), texts);
        },
        [this, compared](const services::Outcome<Facts>& outcome) {
            if (!outcome.value || compared != m_comparedVersions)
                return;
            m_disputed = *outcome.value;
            showMarks();
        });
}

void MessageView::showMarks()
{
    m_markFacts.clear();
    m_text->setFacts(joinedMarks(
        factMarks(m_facts, m_context.pictures.size(), m_checks), m_disputed, m_markFacts));
    m_readable = {};
}

// −1: it is of no fact of an image.
int MessageView::factOfMark(int mark) const
{
    const int fact = m_markFacts.value(mark, -1);
    return fact < m_facts.size() ? fact : -1;
}

void MessageView::showComparison(const services::PictureComparison& comparison)
{
    // A later answer may be about something else: then it has nothing of the images.
    const bool isAboutThem = m_context.answersPictures
        || std::ranges::any_of(comparison.facts, &services::PictureFact::isSupported);
    m_facts = isAboutThem ? comparison.facts : QList<services::PictureFact>();
    m_context.hasPlaces = hasPlaces();
    m_missingLanguage = m_context.answersPictures ? comparison.missingLanguage : QString();
    m_forms = comparison.forms;
    if (m_place)
        m_place->hide();
    stopChecking();
    m_checks = {};
    for (int index = 0; m_context.placeChecks && index < m_facts.size(); ++index)
        if (const auto known = m_context.placeChecks->find(
                m_context.pictures.value(m_facts[index].picture), m_facts[index]))
            m_checks.insert(index, *known);
    showMarks();
    setNote();
    applyLayout();
    emit heightChanged();
    if (std::exchange(m_readsFormsAgain, false))
        checkForms();
}

bool MessageView::hasPlaces() const
{
    return m_context.placeChecks && m_context.placeChecks->canCheck()
        && std::ranges::any_of(m_facts,
            [](const services::PictureFact& fact) { return !fact.place.isNull(); });
}

void MessageView::showPlace(int mark, const QRect& rect)
{
    const int index = factOfMark(mark);
    if (index < 0)
        return;
    const services::PictureFact& fact = m_facts[index];
    if (!m_place)
        m_place = new PlacePopup(this);
    m_place->disconnect(this);
    connect(m_place, &PlacePopup::clicked, this, [this, index] { openPlace(index); });
    connect(m_place, &PlacePopup::checkToggled, this, [this, index] { toggleCheck(index); });
    m_pointed = index;
    showCheck();
    QList<int> facts;
    const QList<FactMark> marks
        = joinedMarks(factMarks(m_facts, m_context.pictures.size()), m_disputed, facts);
    m_place->showPlace(m_context.pictures.value(fact.picture).image, fact.place,
        marks.value(mark).description, rect);
}

// What the popup says of the fact that it shows.
void MessageView::showCheck(const QString& problem)
{
    using Check = PlacePopup::Check;
    if (!m_place || m_pointed < 0 || m_pointed >= m_facts.size())
        return;
    const bool canCheck = m_context.placeChecks && m_context.placeChecks->canCheck()
        && !m_facts[m_pointed].place.isNull();
    const auto known = m_checks.constFind(m_pointed);
    if (!canCheck)
        m_place->showCheck(Check::Impossible);
    else if (m_toCheck.contains(m_pointed))
        m_place->showCheck(Check::Running, tr("Reading the enlarged place…"));
    else if (known == m_checks.constEnd())
        m_place->showCheck(Check::Possible, problem);
    else
        m_place->showCheck(known->agrees || known->reply.isEmpty() ? Check::Agrees : Check::Differs,
            describe(m_facts[m_pointed], *known));
}

void MessageView::toggleCheck(int fact)
{
    if (fact < 0 || fact >= m_facts.size())
        return;
    const bool isRunning = m_toCheck.contains(fact);
    stopChecking();
    endForms();
    if (!isRunning) {
        m_toCheck << fact;
        checkNext();
    }
    showCheck();
}

// All places of the answer, one after the other.
void MessageView::checkPlaces()
{
    QList<int> places;
    for (int index = 0; index < m_facts.size() && places.size() < maxPlacesChecked; ++index)
        if (!m_facts[index].place.isNull() && !m_checks.contains(index))
            places << index;
    stopChecking();
    endForms();
    checkFacts(places);
}

void MessageView::checkForms()
{
    QList<int> facts = services::factsToReadAgain(m_facts, m_forms, m_disputed);
    facts.removeIf([this](int fact) { return m_checks.contains(fact); });
    stopChecking();
    m_isReadingForms = true;
    checkFacts(facts);
}

void MessageView::suspend()
{
    stopChecking();
    if (!std::exchange(m_isReadingForms, false))
        return;
    m_readsFormsAgain = true;
    m_compared = {}; // which is compared again then
}

void MessageView::endForms()
{
    if (std::exchange(m_isReadingForms, false))
        emit formsRead(m_message.id);
}

void MessageView::checkFacts(const QList<int>& facts)
{
    m_checksSeveral = true;
    m_toCheck = facts;
    checkNext();
}

void MessageView::stopChecking()
{
    m_checkStop.request_stop();
    m_toCheck.clear();
    m_checksSeveral = false;
    showCheckNote();
}

// How far the places of several facts are read again, and whether that says something else.
QString MessageView::checkNote() const
{
    if (!m_checksSeveral)
        return {};
    if (!m_toCheck.isEmpty())
        return tr("Reading %Ln place(s) again in the enlarged picture…", nullptr, int(m_toCheck.size()));
    const auto other = std::ranges::count_if(m_checks, [](const services::PlaceCheck& check) {
        return !check.agrees && !check.reply.isEmpty();
    });
    return other == 0 ? QString()
                      : tr("The enlarged picture says something else in %Ln place(s).", nullptr,
                            int(other));
}

void MessageView::showCheckNote()
{
    m_context.isChecking = !m_toCheck.isEmpty();
    const bool wasShown = m_note && !m_note->isHidden();
    const QString before = m_note ? m_note->text() : QString();
    setNote();
    if (!m_note || (wasShown == !m_note->isHidden() && before == m_note->text()))
        return;
    applyLayout();
    emit heightChanged();
}

void MessageView::checkNext()
{
    if (!m_context.placeChecks || !m_context.placeChecks->canCheck())
        m_toCheck.clear();
    showCheckNote();
    if (m_toCheck.isEmpty())
        return endForms();
    const int index = m_toCheck.first();
    const services::PictureFact& fact = m_facts[index];
    auto* receiver = m_text; // gone with this message
    m_checkStop = std::stop_source();
    m_context.placeChecks->check(m_context.pictures.value(fact.picture), fact, m_checkStop.get_token(),
        receiver,
        [this, index, token = m_checkStop.get_token()](
            const services::Outcome<services::PlaceCheck>& outcome) {
            if (token.stop_requested())
                return;
            m_toCheck.removeOne(index);
            if (!outcome.value) {
                stopChecking();
                endForms();
                return showCheck(outcome.error);
            }
            m_checks.insert(index, *outcome.value);
            showMarks();
            showCheck();
            checkNext();
        });
}

void MessageView::openPlace(int index)
{
    if (index < 0 || index >= m_facts.size()) // the popup may be of an earlier comparison
        return;
    if (m_place)
        m_place->hide();
    const services::PictureFact& fact = m_facts[index];
    request(OpenPlace{m_context.pictured, fact.picture, fact.place});
}

// What only the view knows, it does itself.
void MessageView::request(const MessageAction& action)
{
    if (action == MessageAction(MessageCommand::CheckPlaces))
        return checkPlaces();
    if (action == MessageAction(MessageCommand::StopChecking)) {
        stopChecking();
        return endForms();
    }
    emit requested(m_message.id, action);
}

// Makes the requests of a menu, in whose lifetime another message may come to be shown.
std::function<void(MessageAction)> MessageView::requester()
{
    return [this, id = m_message.id](const MessageAction& action) {
        if (m_message.id == id)
            request(action);
    };
}

void MessageView::followLink(const QString& address)
{
    if (const auto fact = factLink(address))
        openPlace(factOfMark(fact->index));
    else if (const auto citation = citationLink(address))
        request(OpenSource{citation->number - 1});
    else
        request(FollowLink{address});
}

void MessageView::addTile(const services::Picture& picture, int index, int side)
{
    const QString name = picture.name.isEmpty() ? tr("Picture") : picture.name;
    auto* tile = new PictureTile(side, PictureTile::Fit::Whole, name, this);
    tile->setPicture(picture.preview);
    tile->setCursor(Qt::PointingHandCursor);
    tile->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(tile, &PictureTile::clicked, this, [this, index] { request(OpenImage{index}); });
    connect(
        tile, &QWidget::customContextMenuRequested, this, [this, index, tile](const QPoint& point) {
            makePictureMenu(index)->popup(tile->mapToGlobal(point));
        });
    tile->show();
    m_tiles << tile;
}

void MessageView::setError()
{
    if (!m_error && !m_message.error.isEmpty()) {
        m_error = new MessageError(this);
        connect(m_error, &MessageError::requested, this, &MessageView::request);
    }
    if (m_error)
        m_error->setError(m_message.error, canContinue(m_message, m_context), m_context.isOnCard);
}

// The model of an answer has no name if it is the built-in one.
void MessageView::setHint()
{
    const bool isUnsure = !isUser() && !m_message.isOpen() && m_message.model.isBuiltIn()
        && (!m_message.statistics.isSure || m_message.text.contains(services::starterIsNotSure));
    if (isUnsure && !m_hint) {
        m_hint = new UnsureHint(this);
        connect(m_hint, &UnsureHint::requested, this, &MessageView::request);
        connect(m_hint, &UnsureHint::heightChanged, this, &MessageView::heightChanged);
    }
    if (!m_hint)
        return;
    m_hint->setBetterModel(m_context.betterModel);
    m_hint->setPhotoModel(m_context.photoModel);
    m_hint->setVisible(isUnsure);
}

void MessageView::updateFooter()
{
    const bool isPointedAt = (m_isRevealed || hasFocus()) && !m_message.isOpen();
    m_statistics->setText(footerText(m_message, m_context.modelName, isPointedAt));
    m_statistics->setVisible(!m_statistics->text().isEmpty());
}

const QString& MessageView::readableText() const
{
    if (!m_readable.isNull())
        return m_readable;
    QStringList parts;
    if (m_context.above != MessageContext::Above::IsRead)
        parts << dividerText();
    for (const services::TextAttachment& attachment : m_message.attachments)
        parts << attachment.name;
    for (const services::AwaitedFile& file : m_message.awaited)
        parts << file.name;
    if (!m_message.toolUses.isEmpty())
        parts << m_toolUses->readableText();
    if (!m_text->isHidden())
        parts << m_text->plainText();
    if (!m_message.sources.isEmpty())
        parts << m_sources->readableText();
    if (m_note && !m_note->isHidden())
        parts << m_note->text();
    if (m_message.state == Message::State::Waiting)
        parts << m_pending->text();
    if (!m_message.error.isEmpty())
        parts << m_message.error;
    if (m_hint && !m_hint->isHidden())
        parts << m_hint->message();
    m_readable = parts.join(u'\n');
    if (m_readable.isNull())
        m_readable = QStringLiteral("");
    return m_readable;
}

QString MessageView::dividerText() const
{
    if (m_context.above == MessageContext::Above::IsReadInPart)
        return tr("Of the earlier messages, the model only reads pictures and what is relevant to "
                  "the question.");
    return tr("Earlier messages are outside the context window.");
}

void MessageView::setSight(int top, int bottom)
{
    if (m_thinking && !m_thinking->isHidden())
        m_thinking->setSight(top - m_thinking->y(), bottom - m_thinking->y());
    if (!m_text->isHidden())
        m_text->setSight(top - m_text->y(), bottom - m_text->y());
}

MessageView::Anchor MessageView::anchorAt(int y) const
{
    if (m_text->isHidden() || !m_text->geometry().contains(m_text->x(), y))
        return {-1, y};
    const MarkdownView::Anchor anchor = m_text->anchorAt(y - m_text->y());
    return {anchor.block, anchor.offset};
}

int MessageView::toY(const Anchor& anchor) const
{
    if (anchor.block < 0)
        return anchor.offset;
    return m_text->y() + m_text->toY({anchor.block, anchor.offset});
}

void MessageView::setMarkedWords(const QStringList& words)
{
    m_text->setMarkedWords(words);
}

void MessageView::setCurrentMark(int index)
{
    m_text->setCurrentMark(index);
}

QRect MessageView::markRect(int index)
{
    const QRect rect = m_text->markRect(index);
    return rect.isValid()
        ? rect.translated(m_text->pos()).marginsAdded({0, markMargin, 0, markMargin})
        : rect;
}

QMenu* MessageView::makeMenu()
{
    return makeMessageMenu(m_message, m_context, requester(), this);
}

QMenu* MessageView::makePictureMenu(int index)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(
        tr("Open"), this, [request = requester(), index] { request(OpenImage{index}); });
    menu->addAction(tr("Model view"), this, [request = requester(), index] {
        request(OpenImage{index, true});
    });
    return menu;
}

// What is selected across messages has a menu of its own.
void MessageView::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_text->hasPart())
        return event->ignore();
    makeMenu()->popup(event->globalPos());
}

void MessageView::resizeEvent(QResizeEvent*)
{
    applyLayout();
}

// What is shown next to a fact moves with it, and goes with it.
void MessageView::moveEvent(QMoveEvent* event)
{
    if (m_place)
        m_place->move(m_place->pos() + event->pos() - event->oldPos());
}

void MessageView::hideEvent(QHideEvent*)
{
    if (m_place)
        m_place->hide();
}

void MessageView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LayoutDirectionChange) {
        applyLayout();
        emit heightChanged();
    }
}

// Time and buttons are seen while the pointer or the focus is here; the height stays.
void MessageView::setRevealed(bool revealed)
{
    m_isRevealed = revealed;
    m_actions->setRevealed(revealed || hasFocus());
    updateFooter();
    applyLayout();
}

void MessageView::enterEvent(QEnterEvent* event)
{
    setRevealed(true);
    QWidget::enterEvent(event);
}

void MessageView::leaveEvent(QEvent* event)
{
    setRevealed(false);
    QWidget::leaveEvent(event);
}

void MessageView::focusInEvent(QFocusEvent*)
{
    setRevealed(m_isRevealed);
}

void MessageView::focusOutEvent(QFocusEvent*)
{
    setRevealed(m_isRevealed);
}

// A text between two lines.
void MessageView::drawDivider(QPainter& painter, const QRect& rect) const
{
    painter.setFont(m_statistics->font());
    const int textWidth = painter.fontMetrics().horizontalAdvance(dividerText()) + 2 * messageGap;
    const int side = (rect.width() - textWidth) / 2, middle = rect.center().y();
    painter.setPen(colors(palette()).border);
    if (side > 0) {
        painter.drawLine(rect.left(), middle, rect.left() + side, middle);
        painter.drawLine(rect.right() - side, middle, rect.right(), middle);
    }
    painter.setPen(colors(palette()).mutedText);
    painter.drawText(rect, Qt::AlignCenter, dividerText());
}

void MessageView::paintEvent(QPaintEvent*)
{
    const MessageLayout layout = layOut(width());
    QPainter painter(this);
    if (!layout.divider.isEmpty())
        drawDivider(painter, layout.divider);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors(palette()).bubble);
    if (!layout.bubble.isEmpty())
        painter.drawRoundedRect(layout.bubble, 16, 16);
    if (!hasFocus() && !m_context.isEdited)
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors(palette()).accent, 2, hasFocus() ? Qt::SolidLine : Qt::DashLine));
    painter.drawRoundedRect(
        rect().adjusted(1, 1, -1, isUser() ? -1 : messageTop - messageBottom), 12, 12);
}

} // namespace ui
