#include "runtime/shelf/model_shelf.h"

#include "base/log.h"
#include "runtime/models/memory_estimate.h"

#include <algorithm>
#include <utility>

namespace runtime {

namespace {

constexpr std::chrono::milliseconds askEvery(200); // whether an engine still waits for memory
constexpr std::chrono::minutes timeToKeep(5); // without an answer

} // namespace

class ModelShelf::Seat : public EngineHost {
public:
    Seat(ModelShelf& shelf, ModelId model)
        : m_shelf(shelf)
        , model(std::move(model))
    {
    }

    void changed() override { m_shelf.onChanged(*this); }
    void answered() override
    {
        const std::lock_guard lock(m_shelf.m_mutex);
        m_shelf.m_changed.notify_all();
    }
    void awaitMemory(const MemoryNeed& needed, const std::function<bool()>& isGivenUp) override
    {
        m_shelf.awaitMemory(*this, needed, isGivenUp);
    }
    void ended() override { m_shelf.onEnded(*this); }

private:
    ModelShelf& m_shelf; // lives until the engine has ended

public:
    const ModelId model;
    std::shared_ptr<AnswerEngine> engine; // knows the entry, until it is released
    MemoryNeed need; // as long as it is unknown the engine takes none
    bool isLetGo = false, hasEnded = false;
};

ModelShelf::ModelShelf(EngineFactory factory)
    : m_factory(std::move(factory))
    , m_freeMemory([] { return freeMemory(); })
    , m_keeper([this] { keep(); })
{
}

ModelShelf::~ModelShelf()
{
    close();
}

void ModelShelf::close()
{
    std::unique_lock lock(m_mutex);
    m_isClosing = true;
    while (!m_seats.empty())
        letGo(m_seats.begin(), Unloading::ProgramEnds);
    m_changed.notify_all();
    lock.unlock();
    if (m_keeper.joinable())
        m_keeper.join();
}

void ModelShelf::setListener(std::function<void(const ModelId&)> listener)
{
    m_listener = std::move(listener);
}

void ModelShelf::setFreeMemory(std::function<int64_t()> freeMemory)
{
    const std::lock_guard lock(m_mutex);
    m_freeMemory = std::move(freeMemory);
}

void ModelShelf::tell(const ModelId& model) const
{
    if (m_listener)
        m_listener(model);
}

// ---- what is at hand ----

// Makes it if there is none, and begins to load it. Null: the shelf is closed.
std::shared_ptr<AnswerEngine> ModelShelf::engineFor(const ModelId& model)
{
    std::unique_lock lock(m_mutex);
    if (m_isClosing)
        return nullptr;
    const auto found = m_seats.find(model);
    if (found != m_seats.end())
        return found->second->engine;
    m_notLoaded.erase(model);
    const auto seat = std::make_shared<Seat>(*this, model);
    const std::shared_ptr<AnswerEngine> engine = m_factory(model, seat);
    seat->engine = engine;
    m_seats.emplace(model, seat);
    engine->load();
    lock.unlock();
    tell(model);
    return engine;
}

void ModelShelf::load(const ModelId& model)
{
    engineFor(model);
}

void ModelShelf::cancelLoad(const ModelId& model)
{
    std::unique_lock lock(m_mutex);
    const auto seat = m_seats.find(model);
    if (seat == m_seats.end()
        || seat->second->engine->describe().stage != ModelState::Stage::Loading)
        return;
    m_notLoaded[model] = {.sentence = failureBy(Unloading::LoadCancelled).sentence};
    letGo(seat, Unloading::LoadCancelled);
    lock.unlock();
    tell(model);
}

void ModelShelf::unload(const ModelId& model)
{
    std::unique_lock lock(m_mutex);
    const auto seat = m_seats.find(model);
    if (seat == m_seats.end())
        return;
    letGo(seat, Unloading::Wanted);
    lock.unlock();
    tell(model);
}

// Does not wait for the engine's end.
void ModelShelf::letGo(Seats::iterator seat, Unloading why)
{
    const std::shared_ptr<Seat> gone = seat->second;
    m_seats.erase(seat);
    gone->isLetGo = true;
    gone->engine->unload(why);
    m_ending.push_back(gone);
    m_changed.notify_all();
}

ModelState ModelShelf::state(const ModelId& model) const
{
    const std::lock_guard lock(m_mutex);
    const auto seat = m_seats.find(model);
    if (seat != m_seats.end())
        return seat->second->engine->describe();
    const auto notLoaded = m_notLoaded.find(model);
    return notLoaded == m_notLoaded.end() ? ModelState() : notLoaded->second;
}

std::vector<ModelId> ModelShelf::resident() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<ModelId> models;
    for (const auto& [model, seat] : m_seats)
        models.push_back(model);
    return models;
}

std::shared_ptr<AnswerEngine> ModelShelf::find(const ModelId& model) const
{
    const std::lock_guard lock(m_mutex);
    const auto seat = m_seats.find(model);
    return seat == m_seats.end() ? nullptr : seat->second->engine;
}

std::vector<ModelId> ModelShelf::failed() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<ModelId> models;
    for (const auto& [model, state] : m_notLoaded)
        if (state.stage == ModelState::Stage::Failed)
            models.push_back(model);
    return models;
}

Answer ModelShelf::submit(
    const ModelId& model, AnswerRequest request, std::shared_ptr<AnswerSink> sink)
{
    if (const std::shared_ptr<AnswerEngine> engine = engineFor(model))
        return engine->submit(std::move(request), std::move(sink));
    sink->failed(failureBy(Unloading::ProgramEnds));
    return {};
}

std::optional<TokenCount> ModelShelf::count(
    const ModelId& model, const AnswerRequest& request, const IsCancelled& isCancelled) const
{
    const std::shared_ptr<AnswerEngine> engine = find(model);
    return engine ? engine->count(request, isCancelled) : std::nullopt;
}

// ---- what engines say, on their threads ----

void ModelShelf::onChanged(Seat& seat)
{
    std::unique_lock lock(m_mutex);
    if (seat.isLetGo)
        return;
    const ModelState state = seat.engine->describe();
    if (state.stage == ModelState::Stage::Failed) {
        base::log(base::LogLevel::Warning, "A model can't be used: " + state.sentence);
        m_notLoaded[seat.model] = state;
        letGo(m_seats.find(seat.model), Unloading::Wanted);
    }
    if (state.stage == ModelState::Stage::Ready)
        m_changed.notify_all(); // it may be idle from now on
    lock.unlock();
    tell(seat.model);
}

void ModelShelf::onEnded(Seat& seat)
{
    const std::lock_guard lock(m_mutex);
    seat.hasEnded = true;
    m_givenBack[seat.need.card] += seat.need.bytes;
    m_changed.notify_all();
}

// Models that were released give their memory back first, where that is needed: they may be writing
// down what they remember.
void ModelShelf::awaitMemory(
    Seat& seat, const MemoryNeed& need, const std::function<bool()>& isGivenUp)
{
    std::unique_lock lock(m_mutex);
    const auto freeMemory = m_freeMemory;
    const int64_t givenBack = m_givenBack[need.card];
    lock.unlock();
    const int64_t free = need.card.empty() ? freeMemory() : need.freeOnCard;
    lock.lock();
    seat.need = need;
    int64_t left = free;
    for (const auto& [model, other] : m_seats)
        if (other.get() != &seat && other->need.card == need.card
            && other->engine->describe().stage == ModelState::Stage::Loading)
            left -= other->need.bytes; // not taken yet
    if (need.bytes <= left)
        return;
    std::vector<ModelId> unloaded;
    left += m_givenBack[need.card] - givenBack; // since it was asked what is free
    for (const auto& ending : m_ending)
        if (!ending->hasEnded && ending->need.card == need.card)
            left += ending->need.bytes;
    // A model that does not fit even alone is loaded anyway: an estimate can't reject it.
    for (auto idle = longestIdle(need.card); need.bytes > left && idle != m_seats.end();
         idle = longestIdle(need.card)) {
        left += idle->second->need.bytes;
        unloaded.push_back(idle->first);
        letGo(idle, Unloading::Wanted);
    }
    while (isEndingOn(need.card)) {
        lock.unlock();
        for (const ModelId& model : std::exchange(unloaded, {}))
            tell(model);
        const bool isEnough = isGivenUp();
        lock.lock();
        if (isEnough)
            return;
        m_changed.wait_for(lock, askEvery, [&] { return !isEndingOn(need.card); });
    }
}

// Finds the model in that memory that has been idle for longest, among those that could be
// released.
ModelShelf::Seats::iterator ModelShelf::longestIdle(const std::string& card)
{
    auto longest = m_seats.end();
    Clock::time_point since = Clock::time_point::max();
    for (auto seat = m_seats.begin(); seat != m_seats.end(); ++seat) {
        const AnswerEngine& engine = *seat->second->engine;
        const EngineUse use = engine.use();
        if (seat->second->need.card != card || use.openAnswers > 0 || use.last >= since
            || seat->second->need.bytes == 0 || engine.describe().stage != ModelState::Stage::Ready)
            continue;
        longest = seat;
        since = use.last;
    }
    return longest;
}

bool ModelShelf::isEndingOn(const std::string& card) const
{
    return std::ranges::any_of(m_ending, [&card](const std::shared_ptr<Seat>& seat) {
        return !seat->hasEnded && seat->need.bytes > 0 && seat->need.card == card;
    });
}

// ---- the keeper's thread: what is to be done later ----

void ModelShelf::setIdleTime(std::chrono::milliseconds time)
{
    const std::lock_guard lock(m_mutex);
    m_idleTime = time;
    m_changed.notify_all();
}

void ModelShelf::keepRemembered()
{
    const std::lock_guard lock(m_mutex);
    const auto isAnswering
        = [](const auto& seat) { return seat.second->engine->use().openAnswers > 0; };
    if (std::ranges::any_of(m_seats, isAnswering))
        return; // it is done after that
    for (const auto& [model, seat] : m_seats)
        seat->engine->keepRemembered();
    m_keptAt = Clock::now();
}

void ModelShelf::keep()
{
    std::unique_lock lock(m_mutex);
    while (!m_isClosing || !m_ending.empty()) {
        buryEnded(lock);
        std::vector<ModelId> unloaded;
        const Clock::time_point next = std::min(unloadIdle(unloaded), keepIfDue());
        if (!unloaded.empty()) {
            lock.unlock();
            for (const ModelId& model : unloaded)
                tell(model);
            lock.lock();
            continue;
        }
        const auto isEnded = [](const std::shared_ptr<Seat>& seat) { return seat->hasEnded; };
        if (std::ranges::any_of(m_ending, isEnded) || (m_isClosing && m_ending.empty()))
            continue;
        if (next == Clock::time_point::max())
            m_changed.wait(lock);
        else
            m_changed.wait_until(lock, next);
    }
}

// Waits for their threads, which have nothing left to do.
void ModelShelf::buryEnded(std::unique_lock<std::mutex>& lock)
{
    std::list<std::shared_ptr<Seat>> ended;
    for (auto seat = m_ending.begin(); seat != m_ending.end();) {
        const auto each = seat++;
        if ((*each)->hasEnded)
            ended.splice(ended.end(), m_ending, each);
    }
    lock.unlock();
    for (const auto& seat : ended)
        seat->engine.reset();
    lock.lock();
}

// Returns when there may be one to unload next.
ModelShelf::Clock::time_point ModelShelf::unloadIdle(std::vector<ModelId>& unloaded)
{
    Clock::time_point next = Clock::time_point::max();
    if (m_idleTime.count() <= 0)
        return next;
    for (auto seat = m_seats.begin(); seat != m_seats.end();) {
        const auto each = seat++;
        const AnswerEngine& engine = *each->second->engine;
        const EngineUse use = engine.use();
        if (use.openAnswers > 0 || engine.describe().stage != ModelState::Stage::Ready)
            continue;
        if (use.last + m_idleTime > Clock::now()) {
            next = std::min(next, use.last + m_idleTime);
            continue;
        }
        unloaded.push_back(each->first);
        letGo(each, Unloading::Wanted);
    }
    return next;
}

// Returns when it may be due next.
ModelShelf::Clock::time_point ModelShelf::keepIfDue()
{
    Clock::time_point last = {};
    for (const auto& [model, seat] : m_seats) {
        const EngineUse use = seat->engine->use();
        if (use.openAnswers > 0)
            return Clock::time_point::max(); // its end is reported
        last = std::max(last, use.last);
    }
    if (last <= m_keptAt)
        return Clock::time_point::max();
    if (Clock::now() < last + timeToKeep)
        return last + timeToKeep;
    for (const auto& [model, seat] : m_seats)
        seat->engine->keepRemembered();
    m_keptAt = Clock::now();
    return Clock::time_point::max();
}

} // namespace runtime
