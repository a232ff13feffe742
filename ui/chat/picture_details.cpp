#include "ui/chat/picture_details.h"

#include "base/error.h"
#include "services/background.h"
#include "services/conversations/answer_writer.h"
#include "services/conversations/conversation.h"
#include "services/documents/picture_texts.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/pictures/model_boxes.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "ui/chat/detail_button.h"
#include "ui/chat/model_names.h"
#include "ui/chat/prompt_box.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace ui {

using services::DetailCosts;
using services::Legibility;
using services::Picture;

namespace {

constexpr int pauseBefore = 100; // milliseconds in which several changes become one
constexpr int maxCompared = services::AttachmentLoader::fullPictures; // of the attached images
constexpr qsizetype fewWords = 5; // fewer say nothing about the size of the text
constexpr qsizetype percentRead = 90; // OCR makes mistakes, too
constexpr qsizetype maxRemembered = 200; // images and models

bool isLossy(const Legibility& legibility)
{
    return legibility.words >= fewWords
        && 100 * legibility.readable < percentRead * legibility.words;
}

bool isTiles(const services::PictureDetail& detail)
{
    return detail.id == QLatin1String("tiles");
}

// A server that says nothing of its tokens still knows these.
bool isKnownToServers(const services::PictureDetail& detail)
{
    return detail.id != QLatin1String("balanced") && !isTiles(detail);
}

} // namespace

PictureDetails::PictureDetails(PromptBox& prompt, services::ModelPool& models,
    services::InstalledModels& installed, const services::AnswerWriter& answers,
    services::Settings& settings, services::PictureTexts& texts, QObject* parent)
    : QObject(parent)
    , m_prompt(prompt)
    , m_models(models)
    , m_installed(installed)
    , m_answers(answers)
    , m_settings(settings)
    , m_texts(texts)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(pauseBefore);
    connect(&m_timer, &QTimer::timeout, this, &PictureDetails::update);
    connect(&prompt, &PromptBox::contentsChanged, this, &PictureDetails::updateSoon);
    connect(&models, &services::ModelPool::stateChanged, this, &PictureDetails::updateSoon);
    connect(&models, &services::ModelPool::currentChanged, this, &PictureDetails::updateSoon);
    connect(&installed, &services::InstalledModels::changed, this, &PictureDetails::updateSoon);
    connect(&settings, &services::Settings::changed, this, &PictureDetails::updateSoon);
    connect(prompt.detailBar(), &DetailBar::actionChosen, this, &PictureDetails::act);
}

void PictureDetails::setConversation(services::Conversation* conversation)
{
    if (m_conversation)
        m_conversation->disconnect(this);
    m_conversation = conversation;
    connect(
        conversation, &services::Conversation::settingsChanged, this, &PictureDetails::updateSoon);
    connect(
        conversation, &services::Conversation::writingChanged, this, &PictureDetails::updateSoon);
    updateSoon();
}

void PictureDetails::updateSoon()
{
    if (!m_timer.isActive()) // or somebody who never stops typing would see nothing
        m_timer.start();
}

services::ModelId PictureDetails::model() const
{
    return m_answers.modelFor(*m_conversation);
}

decltype(services::ModelFacts::vision) visionOf(const services::ModelId& model,
    services::ModelPool& models, const services::InstalledModels& installed)
{
    const services::ModelState state = models.registry().state(model);
    if (state.stage == services::ModelState::Stage::Ready)
        return state.summary.vision;
    const services::ModelFacts* known = installed.find(model);
    return known ? known->vision : decltype(services::ModelFacts::vision)();
}

std::pair<qint64, QString> PictureDetails::keyOf(const Picture& picture) const
{
    return {picture.image.cacheKey(), services::toString(model())};
}

// Computes everything again if other images are attached, or another model would read them.
void PictureDetails::update()
{
    if (!m_conversation)
        return;
    updateGrounding();
    const QList<Picture> pictures = m_prompt.pictures();
    const Vision vision = pictures.isEmpty() ? Vision() : visionOf(model(), m_models, m_installed);
    QList<std::pair<qint64, QString>> shown;
    if (!pictures.isEmpty())
        shown << std::pair(qint64(vision.has_value()),
            QString::number(secondsPerToken() + m_settings.get(services::settings::readPictures)));
    for (const Picture& picture : pictures)
        shown << keyOf(picture);
    if (shown == m_shown)
        return;
    m_shown = shown;
    m_pictures = pictures;
    m_vision = vision;
    m_known.clear();
    m_lossy = -1;
    m_prompt.detailBar()->showCost({});
    m_prompt.detailBar()->showHint({});
    const quint64 round = ++m_round;
    if (!vision)
        return take(QList<Known>(pictures.size()));
    services::runInBackground<QList<Known>>(
        this,
        [pictures, config = *vision] {
            QList<Known> known;
            for (const Picture& picture : pictures)
                try {
                    const QSize size = picture.image.size();
                    known << Known{services::detailCosts(size, config),
                        services::seenSize(size, config, services::tokensOf(picture)).tokens};
                } catch (const base::Error&) {
                    known << Known(); // the model says why when it is asked
                }
            return known;
        },
        [this, round](const services::Outcome<QList<Known>>& outcome) {
            if (round == m_round && outcome.value)
                take(*outcome.value);
        });
}

void PictureDetails::updateGrounding()
{
    bool hasPictures = !m_prompt.pictures().isEmpty();
    for (int row = m_conversation->rowCount(); !hasPictures && row-- > 0;)
        hasPictures = !m_conversation->message(row).pictures.isEmpty();
    const Vision vision = hasPictures ? visionOf(model(), m_models, m_installed) : Vision();
    const QString prompt = vision ? services::groundingPrompt(*vision) : QString();
    if (prompt != std::exchange(m_grounding, prompt))
        emit groundingChanged(prompt);
}

void PictureDetails::take(const QList<Known>& known)
{
    m_known = known;
    for (int index = 0; index < known.size(); ++index)
        describe(index, known[index]);
    if (!m_vision)
        return showTilesOfServer();
    showTotal();
    const bool mayRead
        = m_settings.get(services::settings::readPictures) && !m_texts.languages().names.isEmpty();
    if (mayRead)
        check(0);
}

void PictureDetails::describe(int index, const Known& known)
{
    const QList<services::PictureDetail>& details = services::pictureDetails();
    DetailChoices choices;
    for (qsizetype each = 0; each < details.size(); ++each) {
        if (known.costs.tokens.isEmpty() && !isKnownToServers(details[each]))
            continue;
        choices.choices << DetailChoices::Choice{details[each].tokens,
            known.costs.tokens.isEmpty() ? QString() : costText(known.costs.tokens[each]),
            known.costs.tokens.isEmpty() || known.costs.hasTiles || !isTiles(details[each])
                ? QString()
                : tr("Not available with this model")};
    }
    const QString name = m_installed.displayName(model());
    if (!canSee(m_models, m_installed, model()))
        choices.reason = tr("%1 is a text-only model. It can't process pictures.").arg(name);
    else if (!known.costs.tokens.isEmpty() && !known.costs.canChange)
        choices.reason = tr("%1 reads this picture in the same way at each detail.").arg(name);
    m_prompt.showDetails(index, choices);
}

// A server says nothing of what an image takes, and tiles may be the default.
void PictureDetails::showTilesOfServer()
{
    const auto isCut = [](const Picture& picture) {
        return services::tokensOf(picture) == services::detailTokens(QStringLiteral("tiles"));
    };
    if (canSee(m_models, m_installed, model()) && std::ranges::any_of(m_pictures, isCut))
        m_prompt.detailBar()->showCost(
            tr("If the server doesn't support tiles, pictures are sent with the detail “%1”.")
                .arg(detailName(services::detailTokens(QStringLiteral("fine")))));
}

void PictureDetails::showTotal()
{
    qint64 tokens = 0;
    for (const Known& known : std::as_const(m_known))
        tokens += known.tokens;
    if (tokens == 0)
        return;
    m_prompt.detailBar()->showCost(m_known.size() == 1
            ? tr("Picture: %1").arg(costText(tokens))
            : tr("%Ln pictures: %1", nullptr, int(m_known.size())).arg(costText(tokens)));
}

// Divides the time that this model took for its last answer about a new picture; 0: there was none.
double PictureDetails::secondsPerToken()
{
    for (int row = m_conversation->rowCount() - 1; row >= 0; --row) {
        const services::Message& message = m_conversation->message(row);
        const services::AnswerStatistics& statistics = message.statistics;
        const auto read = statistics.promptTokens - statistics.cachedTokens;
        if (message.model != model() || statistics.pictureSeconds <= 0 || read <= 0)
            continue;
        m_secondsPerToken[model()]
            = (statistics.pictureSeconds + statistics.promptSeconds) / double(read);
        break;
    }
    return m_secondsPerToken.value(model());
}

QString PictureDetails::costText(qint64 tokens)
{
    const double seconds = double(tokens) * secondsPerToken();
    const QString cost = tokensText(tokens);
    if (seconds <= 0)
        return cost;
    if (seconds >= 120)
        return tr("%1, about %Ln minute(s)", "tokens, time", int(std::lround(seconds / 60)))
            .arg(cost);
    return tr("%1, about %Ln second(s)", "tokens, time", int(std::max(1L, std::lround(seconds))))
        .arg(cost);
}

// Compares the texts of one image after the other, from this one on, until one has lost some.
void PictureDetails::check(int index)
{
    while (index < std::min<qsizetype>(m_pictures.size(), maxCompared)
        && (m_known[index].tokens == 0 || m_pictures[index].pixels->video))
        ++index;
    if (index >= std::min<qsizetype>(m_pictures.size(), maxCompared))
        return;
    if (const auto known = m_legibility.constFind(keyOf(m_pictures[index]));
        known != m_legibility.constEnd())
        return takeLegibility(index, *known);
    if (const auto& text = m_pictures[index].text)
        return compare(index, *text);
    m_texts.read(
        m_pictures[index], this, [this, index, round = m_round](const services::PictureText& text) {
            if (round == m_round)
                compare(index, text);
        });
}

void PictureDetails::compare(int index, const services::PictureText& text)
{
    if (text.words.size() < fewWords)
        return takeLegibility(index, {});
    services::runInBackground<Legibility>(
        this,
        [picture = m_pictures[index], text, config = *m_vision, process = m_texts.process()] {
            const auto seen
                = services::seenPicture(picture.image, config, services::tokensOf(picture));
            const QSize whole = picture.image.size();
            const bool isWhole = seen.size.width() >= whole.width()
                && seen.size.height() >= whole.height()
                && services::seenPixels(seen).size() == seen.size;
            return isWhole ? Legibility{text.words.size(), text.words.size()}
                           : services::readLegibility(text, seen, process);
        },
        [this, index, round = m_round](const services::Outcome<Legibility>& outcome) {
            if (round == m_round)
                takeLegibility(index, outcome.value.value_or(Legibility()));
        });
}

void PictureDetails::takeLegibility(int index, const Legibility& legibility)
{
    if (m_legibility.size() > maxRemembered)
        m_legibility.clear();
    m_legibility.insert(keyOf(m_pictures[index]), legibility);
    if (isLossy(legibility))
        showLoss(index, legibility);
    else
        check(index + 1);
}

void PictureDetails::showLoss(int index, const Legibility& legibility)
{
    const Known& known = m_known[index];
    m_lossy = index;
    m_finer.reset();
    QString action = tr("Select an area…");
    const auto finer = std::ranges::find_if(
        known.costs.tokens, [&known](qint64 tokens) { return tokens > known.tokens; });
    if (known.costs.canChange && finer != known.costs.tokens.end()) {
        m_finer = services::pictureDetails()[finer - known.costs.tokens.begin()].tokens;
        action = tr("Use “%1”", "a detail of pictures").arg(detailName(*m_finer));
    }
    const auto words = int(legibility.words);
    const QString readable = QLocale().toString(qlonglong(legibility.readable));
    const QString& name = m_pictures[index].name;
    m_prompt.detailBar()->showHint(m_pictures.size() == 1 || name.isEmpty()
            ? tr("Small text is lost: %1 of %Ln words readable", nullptr, words).arg(readable)
            : tr("Small text in “%1” is lost: %2 of %Ln words readable", nullptr, words)
                  .arg(name, readable),
        action);
}

void PictureDetails::act()
{
    if (m_lossy < 0 || m_lossy >= m_pictures.size())
        return;
    if (m_finer)
        m_prompt.setPictureTokens(m_lossy, *m_finer);
    else
        emit regionRequested(m_pictures, m_lossy);
}

} // namespace ui
