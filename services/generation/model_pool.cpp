#include "services/generation/model_pool.h"

#include "services/background.h"
#include "services/generation/answer_wait.h"
#include "services/generation/cache_shelf.h"
#include "services/generation/generator_thread.h"
#include "services/models/device_room.h"
#include "services/models/free_memory.h"
#include "services/models/memory_estimate.h"
#include "services/models/model_description.h"
#include "services/models/model_paths.h"

#include <QLoggingCategory>

#include <algorithm>
#include <utility>

namespace services {

namespace {

constexpr qint64 tellEvery = 50; // milliseconds between two words about how far a model is
constexpr std::chrono::minutes timeToKeep(5); // without an answer

// What a model takes, and of which memory.
struct Need {
    qint64 bytes = 0;
    std::string card; // empty: of the system's memory
    qint64 freeOnCard = 0;
};

Need needOf(const ModelId& model, const LoadOptions& options)
{
    const ModelDescription draft = describeModel(modelIdOf(options.draftPath));
    Need need;
    need.bytes = estimateMemory(describeModel(model, modelIdOf(options.projectorPath)), options,
        options.draftPath.empty() ? nullptr : &draft)
                     .total();
    const DeviceRoom room = deviceRoom(options, 0);
    if (room.card.empty())
        return need;
    need.card = room.card;
    need.freeOnCard = room.freeOnCard;
    if (deviceNames(options.device).size() > 1) // what does not fit goes to the next
        need.bytes = std::min(need.bytes, need.freeOnCard);
    return need;
}

} // namespace

ModelPool::ModelPool(const LoadOptions& defaults, QObject* parent)
    : QObject(parent)
    , m_defaults(defaults)
    , m_current(modelIdOf(defaults.path))
    , m_freeMemory([] { return services::freeMemory(); })
{
    m_idleTimer.setSingleShot(true);
    m_idleTimer.setTimerType(Qt::VeryCoarseTimer);
    connect(&m_idleTimer, &QTimer::timeout, this, &ModelPool::unloadIdle);
    m_keepTimer.setSingleShot(true);
    m_keepTimer.setTimerType(Qt::VeryCoarseTimer);
    m_keepTimer.setInterval(timeToKeep);
    connect(&m_keepTimer, &QTimer::timeout, this, &ModelPool::keepConversations);
}

ModelPool::~ModelPool()
{
    QList<GeneratorThread*> threads = std::exchange(m_retired, {}).keys();
    for (const Resident& resident : std::as_const(m_residents))
        threads << resident.thread;
    for (GeneratorThread* thread : std::as_const(threads)) {
        thread->disconnect(this);
        thread->close();
    }
    qDeleteAll(threads);
}

void ModelPool::setCurrent(const ModelId& model)
{
    if (model == m_current)
        return;
    m_current = model;
    emit currentChanged();
}

void ModelPool::setProjectors(const QHash<ModelId, QString>& projectors)
{
    m_projectors = projectors;
}

void ModelPool::setFreeMemory(std::function<qint64()> freeMemory)
{
    m_freeMemory = std::move(freeMemory);
}

void ModelPool::setCacheShelf(std::shared_ptr<CacheShelf> shelf)
{
    m_shelf = std::move(shelf);
}

void ModelPool::setDefaults(const LoadOptions& defaults)
{
    m_defaults = defaults;
}

void ModelPool::load(const ModelId& model)
{
    if (m_residents.contains(model))
        return;
    m_failures.remove(model);
    Resident& resident = m_residents[model];
    resident.thread = new GeneratorThread;
    resident.state.stage = ModelState::Stage::Loading;
    resident.sinceLoad.start();
    resident.sinceTold.start();
    resident.sinceUse.start();
    connectThread(model, resident.thread);
    const LoadOptions options = optionsFor(model);
    resident.thread->setCacheShelf(m_shelf);
    resident.thread->load(options);
    estimate(model, options);
    emit stateChanged(model);
}

LoadOptions ModelPool::optionsFor(const ModelId& model) const
{
    LoadOptions options = m_defaults;
    options.path = pathOf(model);
    options.projectorPath = pathOf(m_projectors.value(model));
    if (options.draftPath == options.path)
        options.draftPath.clear();
    return options;
}

void ModelPool::estimate(const ModelId& model, const LoadOptions& options)
{
    runInBackground<Need>(
        this, [model, options] { return needOf(model, options); },
        [this, model, thread = m_residents[model].thread](const Outcome<Need>& outcome) {
            if (!isOf(model, thread))
                return;
            const Need need = outcome.value.value_or(Need());
            Resident& resident = m_residents[model];
            resident.bytes = need.bytes;
            resident.card = need.card;
            makeRoomFor(model, need.card.empty() ? m_freeMemory() : need.freeOnCard);
            startLoads();
        });
}

// What does not fit even alone is loaded nevertheless: an estimate is no reason to refuse it.
void ModelPool::makeRoomFor(const ModelId& model, qint64 free)
{
    const qint64 needed = m_residents[model].bytes;
    const std::string card = m_residents[model].card;
    for (auto other = m_residents.cbegin(); other != m_residents.cend(); ++other)
        if (other.key() != model && other->card == card
            && other->state.stage == ModelState::Stage::Loading)
            free -= std::max<qint64>(other->bytes, 0); // not taken yet
    m_residents[model].fits = needed <= free;
    for (const Ending& ending : std::as_const(m_retired))
        if (ending.card == card)
            free += ending.bytes;
    while (needed > free) {
        const std::optional<ModelId> idle = longestIdle(card);
        if (!idle)
            return;
        free += m_residents[*idle].bytes;
        unload(*idle);
    }
}

// Of the models in that memory that could be let go of.
std::optional<ModelId> ModelPool::longestIdle(const std::string& card) const
{
    const Resident* longest = nullptr;
    std::optional<ModelId> found;
    for (auto resident = m_residents.cbegin(); resident != m_residents.cend(); ++resident) {
        if (resident->state.stage != ModelState::Stage::Ready || isAnswering(resident.key()))
            continue;
        if (resident->card != card)
            continue;
        if (longest && longest->sinceUse.elapsed() >= resident->sinceUse.elapsed())
            continue;
        longest = &*resident;
        found = resident.key();
    }
    return found;
}

bool ModelPool::isEndingOn(const std::string& card) const
{
    return std::any_of(m_retired.cbegin(), m_retired.cend(),
        [&card](const Ending& ending) { return ending.card == card; });
}

// Models that were let go of give their memory back first, where that is needed: they may be
// writing down what they remember.
void ModelPool::startLoads()
{
    QList<ModelId> changed;
    for (auto resident = m_residents.begin(); resident != m_residents.end(); ++resident) {
        if (resident->bytes < 0 || resident->thread->isRunning())
            continue;
        const bool waits = !resident->fits && isEndingOn(resident->card);
        if (!waits)
            resident->thread->start();
        const QString sentence = waits ? sentenceOf({AnswerWait::For::Memory}) : QString();
        if (std::exchange(resident->state.sentence, sentence) != sentence)
            changed << resident.key();
    }
    for (const ModelId& model : changed)
        tellLoading(model);
}

void ModelPool::cancelLoad(const ModelId& model)
{
    if (state(model).stage == ModelState::Stage::Loading)
        retire(model, tr("The loading of the model was cancelled."));
}

void ModelPool::unload(const ModelId& model)
{
    if (m_residents.contains(model))
        retire(model, tr("The model was unloaded before this answer was complete."));
}

ModelState ModelPool::state(const ModelId& model) const
{
    const auto resident = m_residents.constFind(model);
    if (resident != m_residents.constEnd())
        return resident->state;
    ModelState state;
    const auto failure = m_failures.constFind(model);
    if (failure != m_failures.constEnd()) {
        state.stage = ModelState::Stage::Failed;
        state.sentence = *failure;
    }
    return state;
}

QList<ModelId> ModelPool::resident() const
{
    return m_residents.keys();
}

QList<ModelId> ModelPool::failed() const
{
    return m_failures.keys();
}

AnswerId ModelPool::submit(const ModelId& model, AnswerRequest request)
{
    load(model);
    Resident& resident = m_residents[model];
    resident.sinceUse.start();
    if (m_shelf)
        request.use.edition = m_shelf->edition(request.use.conversation);
    const AnswerId id = resident.thread->submit(std::move(request));
    m_answers.insert(id, model);
    if (resident.state.stage == ModelState::Stage::Loading)
        // later, for the caller does not know the id yet
        QMetaObject::invokeMethod(
            this, [this, model, id] { tellLoading(model, id); }, Qt::QueuedConnection);
    return id;
}

void ModelPool::stop(AnswerId id)
{
    const auto model = m_answers.constFind(id);
    if (model == m_answers.constEnd())
        return;
    const Resident& resident = m_residents[*model];
    resident.thread->stop(id);
    if (resident.state.stage != ModelState::Stage::Loading)
        return;
    // The thread hears of it once the model is loaded, and that may take minutes.
    m_answers.remove(id);
    emit answerFinished(id, {.end = AnswerStatistics::End::Stopped});
}

void ModelPool::countTokens(const ModelId& model, AnswerRequest request, QObject* receiver,
    std::function<void(const TokenCount&)> reader)
{
    const auto resident = m_residents.constFind(model);
    if (resident == m_residents.constEnd() || !resident->promptFormat)
        return;
    runInBackground<TokenCount>(
        receiver,
        [format = resident->promptFormat, request = std::move(request),
            contextTokens = resident->state.summary.contextTokens]() mutable {
            TokenCount count = services::countTokens(*format, std::move(request));
            count.contextTokens = contextTokens;
            return count;
        },
        [reader = std::move(reader)](const Outcome<TokenCount>& outcome) {
            if (outcome.value)
                reader(*outcome.value);
        });
}

void ModelPool::connectThread(const ModelId& model, GeneratorThread* thread)
{
    // What a thread said before it was retired may still be on its way.
    connect(thread, &GeneratorThread::modelLoading, this, [=, this](double share) {
        if (isOf(model, thread))
            onLoading(model, share);
    });
    connect(thread, &GeneratorThread::modelLoaded, this,
        [=, this](const ModelSummary& summary, const PromptFormatPtr& promptFormat) {
            if (isOf(model, thread))
                onLoaded(model, summary, promptFormat);
        });
    connect(thread, &GeneratorThread::modelFailed, this, [=, this](const QString& sentence) {
        if (isOf(model, thread))
            onFailed(model, sentence);
    });
    connectAnswers(thread);
}

void ModelPool::connectAnswers(GeneratorThread* thread)
{
    connect(
        thread, &GeneratorThread::answerWaits, this, [this](AnswerId id, const AnswerWait& wait) {
            if (m_answers.contains(id))
                emit answerWaits(id, sentenceOf(wait));
        });
    connect(thread, &GeneratorThread::answerStarted, this, [this](AnswerId id) {
        if (m_answers.contains(id))
            emit answerStarted(id);
    });
    connect(thread, &GeneratorThread::textAdded, this, [this](AnswerId id, const QString& text) {
        if (m_answers.contains(id))
            emit textAdded(id, text);
    });
    connect(thread, &GeneratorThread::answerFinished, this,
        [this](AnswerId id, const AnswerStatistics& statistics) {
            if (!m_answers.contains(id))
                return;
            closeAnswer(id);
            emit answerFinished(id, statistics);
        });
    connect(
        thread, &GeneratorThread::answerFailed, this, [this](AnswerId id, const QString& sentence) {
            if (!m_answers.contains(id))
                return;
            closeAnswer(id);
            emit answerFailed(id, sentence);
        });
}

bool ModelPool::isOf(const ModelId& model, const GeneratorThread* thread) const
{
    const auto resident = m_residents.constFind(model);
    return resident != m_residents.constEnd() && resident->thread == thread;
}

void ModelPool::onLoading(const ModelId& model, double share)
{
    Resident& resident = m_residents[model];
    resident.state.share = share;
    if (resident.sinceTold.elapsed() < tellEvery)
        return;
    resident.sinceTold.start();
    tellLoading(model);
}

void ModelPool::tellLoading(const ModelId& model)
{
    emit stateChanged(model);
    for (const AnswerId id : m_answers.keys(model))
        tellLoading(model, id);
}

void ModelPool::tellLoading(const ModelId& model, AnswerId id)
{
    const auto resident = m_residents.constFind(model);
    if (resident == m_residents.constEnd() || resident->state.stage != ModelState::Stage::Loading
        || !m_answers.contains(id))
        return;
    if (!resident->state.sentence.isEmpty()) {
        emit answerWaits(id, resident->state.sentence);
        return;
    }
    const double share = resident->state.share;
    emit answerWaits(id,
        sentenceOf({AnswerWait::For::Model, qint64(share * 100), 100,
            secondsLeft(share, 1, double(resident->sinceLoad.elapsed()) / 1000)}));
}

void ModelPool::onLoaded(
    const ModelId& model, const ModelSummary& summary, const PromptFormatPtr& promptFormat)
{
    Resident& resident = m_residents[model];
    resident.promptFormat = promptFormat;
    resident.state = {ModelState::Stage::Ready, 1, summary, {}};
    resident.sinceUse.start();
    unloadIdle();
    emit stateChanged(model);
}

void ModelPool::onFailed(const ModelId& model, const QString& sentence)
{
    qWarning("A model cannot be used: %s", qUtf8Printable(sentence));
    m_failures.insert(model, sentence);
    retire(model, sentence);
}

// Lets go of a model without waiting for its thread.
void ModelPool::retire(const ModelId& model, const QString& sentence)
{
    const Resident resident = m_residents.take(model);
    GeneratorThread* thread = resident.thread;
    const QList<AnswerId> answers = m_answers.keys(model);
    for (const AnswerId id : answers)
        m_answers.remove(id);
    if (thread->isRunning()) {
        m_retired.insert(thread, {resident.card, resident.bytes});
        connect(thread, &QThread::finished, this, [this, thread] {
            m_retired.remove(thread);
            thread->deleteLater();
            startLoads();
        });
        thread->close();
    } else {
        thread->deleteLater();
    }
    emit stateChanged(model);
    for (const AnswerId id : answers)
        emit answerFailed(id, sentence);
}

bool ModelPool::isAnswering(const ModelId& model) const
{
    return std::find(m_answers.cbegin(), m_answers.cend(), model) != m_answers.cend();
}

void ModelPool::closeAnswer(AnswerId id)
{
    const ModelId model = m_answers.take(id);
    m_residents[model].sinceUse.start();
    if (m_shelf)
        m_keepTimer.start();
    if (m_idleTime.count() > 0 && !m_idleTimer.isActive())
        unloadIdle();
}

void ModelPool::setIdleMinutes(int minutes)
{
    setIdleTime(std::chrono::minutes(minutes));
}

void ModelPool::setIdleTime(std::chrono::milliseconds time)
{
    m_idleTime = time;
    unloadIdle();
}

void ModelPool::keepConversations()
{
    if (!m_answers.isEmpty())
        return m_keepTimer.start();
    for (const Resident& resident : std::as_const(m_residents))
        resident.thread->keepConversations();
}

// Unloads what was idle long enough, and looks again when the next one may be.
void ModelPool::unloadIdle()
{
    m_idleTimer.stop();
    if (m_idleTime.count() <= 0)
        return;
    const qint64 patience = m_idleTime.count();
    qint64 next = -1;
    for (const ModelId& model : resident()) {
        if (state(model).stage != ModelState::Stage::Ready || isAnswering(model))
            continue;
        const qint64 left = patience - m_residents[model].sinceUse.elapsed();
        if (left <= 0)
            unload(model);
        else
            next = next < 0 ? left : std::min(next, left);
    }
    if (next >= 0)
        m_idleTimer.start(int(next) + 1);
}

} // namespace services
