#include "runtime/registry/model_registry.h"

#include "base/log.h"
#include "runtime/models/memory_estimate.h"

#include <algorithm>
#include <utility>

namespace runtime {

namespace {

constexpr std::chrono::milliseconds pollInterval(200); // whether an engine still waits for memory
constexpr std::chrono::minutes timeToSave(5); // without an answer

} // namespace

class ModelRegistry::Entry : public EngineHost {
public:
    Entry(ModelRegistry& registry, ModelId model)
        : m_registry(registry)
        , model(std::move(model))
    {
    }

    void changed() override { m_registry.onChanged(*this); }
    void answered() override
    {
        const std::lock_guard lock(m_registry.m_mutex);
        m_registry.m_changed.notify_all();
    }
    void awaitMemory(const MemoryNeed& needed, const std::function<bool()>& isGivenUp) override
    {
        m_registry.awaitMemory(*this, needed, isGivenUp);
    }
    void ended() override { m_registry.onEnded(*this); }

private:
    ModelRegistry& m_registry; // lives until the engine has ended

public:
    const ModelId model;
    std::shared_ptr<AnswerEngine> engine; // knows the entry, until it is released
    MemoryNeed need; // as long as it is unknown the engine takes none
    bool isReleased = false, hasEnded = false;
};

ModelRegistry::ModelRegistry(EngineFactory factory)
    : m_factory(std::move(factory))
    , m_freeMemory([] { return freeMemory(); })
    , m_upkeep([this] { runUpkeep(); })
{
}

ModelRegistry::~ModelRegistry()
{
    close();
}

void ModelRegistry::close()
{
    std::unique_lock lock(m_mutex);
    m_isClosing = true;
    while (!m_entries.empty())
        release(m_entries.begin(), Unloading::ProgramEnds);
    m_changed.notify_all();
    lock.unlock();
    if (m_upkeep.joinable())
        m_upkeep.join();
}

void ModelRegistry::setListener(std::function<void(const ModelId&)> listener)
{
    m_listener = std::move(listener);
}

void ModelRegistry::setFreeMemory(std::function<int64_t()> freeMemory)
{
    const std::lock_guard lock(m_mutex);
    m_freeMemory = std::move(freeMemory);
}

void ModelRegistry::notify(const ModelId& model) const
{
    if (m_listener)
        m_listener(model);
}

// ---- models in memory ----

// Makes it if there is none, and begins to load it. Null: the registry is closed.
std::shared_ptr<AnswerEngine> ModelRegistry::engineFor(const ModelId& model)
{
    std::unique_lock lock(m_mutex);
    if (m_isClosing)
        return nullptr;
    const auto found = m_entries.find(model);
    if (found != m_entries.end())
        return found->second->engine;
    m_notLoaded.erase(model);
    const auto entry = std::make_shared<Entry>(*this, model);
    const std::shared_ptr<AnswerEngine> engine = m_factory(model, entry);
    entry->engine = engine;
    m_entries.emplace(model, entry);
    engine->load();
    lock.unlock();
    notify(model);
    return engine;
}

void ModelRegistry::load(const ModelId& model)
{
    engineFor(model);
}

void ModelRegistry::cancelLoad(const ModelId& model)
{
    std::unique_lock lock(m_mutex);
    const auto entry = m_entries.find(model);
    if (entry == m_entries.end()
        || entry->second->engine->describe().stage != ModelState::Stage::Loading)
        return;
    m_notLoaded[model] = {.message = failureBy(Unloading::LoadCancelled).message};
    release(entry, Unloading::LoadCancelled);
    lock.unlock();
    notify(model);
}

void ModelRegistry::unload(const ModelId& model)
{
    std::unique_lock lock(m_mutex);
    const auto entry = m_entries.find(model);
    if (entry == m_entries.end())
        return;
    release(entry, Unloading::Wanted);
    lock.unlock();
    notify(model);
}

// Does not wait for the engine's end.
void ModelRegistry::release(Entries::iterator entry, Unloading why)
{
    const std::shared_ptr<Entry> gone = entry->second;
    m_entries.erase(entry);
    gone->isReleased = true;
    gone->engine->unload(why);
    m_ending.push_back(gone);
    m_changed.notify_all();
}

ModelState ModelRegistry::state(const ModelId& model) const
{
    const std::lock_guard lock(m_mutex);
    const auto entry = m_entries.find(model);
    if (entry != m_entries.end())
        return entry->second->engine->describe();
    const auto notLoaded = m_notLoaded.find(model);
    return notLoaded == m_notLoaded.end() ? ModelState() : notLoaded->second;
}

std::vector<ModelId> ModelRegistry::resident() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<ModelId> models;
    for (const auto& [model, entry] : m_entries)
        models.push_back(model);
    return models;
}

std::shared_ptr<AnswerEngine> ModelRegistry::find(const ModelId& model) const
{
    const std::lock_guard lock(m_mutex);
    const auto entry = m_entries.find(model);
    return entry == m_entries.end() ? nullptr : entry->second->engine;
}

std::vector<ModelId> ModelRegistry::failed() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<ModelId> models;
    for (const auto& [model, state] : m_notLoaded)
        if (state.stage == ModelState::Stage::Failed)
            models.push_back(model);
    return models;
}

Answer ModelRegistry::submit(
    const ModelId& model, AnswerRequest request, std::shared_ptr<AnswerSink> sink)
{
    if (const std::shared_ptr<AnswerEngine> engine = engineFor(model))
        return engine->submit(std::move(request), std::move(sink));
    sink->onFailed(failureBy(Unloading::ProgramEnds));
    return {};
}

std::optional<TokenCount> ModelRegistry::count(
    const ModelId& model, const AnswerRequest& request, const IsCancelled& isCancelled) const
{
    const std::shared_ptr<AnswerEngine> engine = find(model);
    return engine ? engine->count(request, isCancelled) : std::nullopt;
}

// ---- reported by engines, on their threads ----

void ModelRegistry::onChanged(Entry& entry)
{
    std::unique_lock lock(m_mutex);
    if (entry.isReleased)
        return;
    const ModelState state = entry.engine->describe();
    if (state.stage == ModelState::Stage::Failed) {
        base::log(base::LogLevel::Warning, "A model can't be used: " + state.message);
        m_notLoaded[entry.model] = state;
        release(m_entries.find(entry.model), Unloading::Wanted);
    }
    if (state.stage == ModelState::Stage::Ready)
        m_changed.notify_all(); // it may be idle from now on
    lock.unlock();
    notify(entry.model);
}

void ModelRegistry::onEnded(Entry& entry)
{
    const std::lock_guard lock(m_mutex);
    entry.hasEnded = true;
    m_freedBytes[entry.need.card] += entry.need.bytes;
    m_changed.notify_all();
}

// Waits for released models to give their memory back if it is needed: they may still be writing
// their prompt cache.
void ModelRegistry::awaitMemory(
    Entry& entry, const MemoryNeed& need, const std::function<bool()>& isGivenUp)
{
    std::unique_lock lock(m_mutex);
    const auto freeMemory = m_freeMemory;
    const int64_t freedBytes = m_freedBytes[need.card];
    lock.unlock();
    const int64_t free = need.card.empty() ? freeMemory() : need.freeOnCard;
    lock.lock();
    entry.need = need;
    int64_t left = free;
    for (const auto& [model, other] : m_entries)
        if (other.get() != &entry && other->need.card == need.card
            && other->engine->describe().stage == ModelState::Stage::Loading)
            left -= other->need.bytes; // not taken yet
    if (need.bytes <= left)
        return;
    std::vector<ModelId> unloaded;
    left += m_freedBytes[need.card] - freedBytes; // since it was asked what is free
    for (const auto& ending : m_ending)
        if (!ending->hasEnded && ending->need.card == need.card)
            left += ending->need.bytes;
    // A model that does not fit even alone is loaded anyway: an estimate can't reject it.
    for (auto idle = findLongestIdle(need.card); need.bytes > left && idle != m_entries.end();
         idle = findLongestIdle(need.card)) {
        left += idle->second->need.bytes;
        unloaded.push_back(idle->first);
        release(idle, Unloading::Wanted);
    }
    while (isEndingOn(need.card)) {
        lock.unlock();
        for (const ModelId& model : std::exchange(unloaded, {}))
            notify(model);
        const bool isEnough = isGivenUp();
        lock.lock();
        if (isEnough)
            return;
        m_changed.wait_for(lock, pollInterval, [&] { return !isEndingOn(need.card); });
    }
}

// Finds the model in that memory that has been idle for longest, among those that could be
// released.
ModelRegistry::Entries::iterator ModelRegistry::findLongestIdle(const std::string& card)
{
    auto longest = m_entries.end();
    Clock::time_point since = Clock::time_point::max();
    for (auto entry = m_entries.begin(); entry != m_entries.end(); ++entry) {
        const AnswerEngine& engine = *entry->second->engine;
        const EngineUse use = engine.use();
        if (entry->second->need.card != card || use.openAnswers > 0 || use.last >= since
            || entry->second->need.bytes == 0
            || engine.describe().stage != ModelState::Stage::Ready)
            continue;
        longest = entry;
        since = use.last;
    }
    return longest;
}

bool ModelRegistry::isEndingOn(const std::string& card) const
{
    return std::ranges::any_of(m_ending, [&card](const std::shared_ptr<Entry>& entry) {
        return !entry->hasEnded && entry->need.bytes > 0 && entry->need.card == card;
    });
}

// ---- the upkeep thread ----

void ModelRegistry::setIdleTime(std::chrono::milliseconds time)
{
    const std::lock_guard lock(m_mutex);
    m_idleTime = time;
    m_changed.notify_all();
}

void ModelRegistry::keepRemembered()
{
    const std::lock_guard lock(m_mutex);
    const auto isAnswering
        = [](const auto& entry) { return entry.second->engine->use().openAnswers > 0; };
    if (std::ranges::any_of(m_entries, isAnswering))
        return; // it is done after that
    for (const auto& [model, entry] : m_entries)
        entry->engine->keepRemembered();
    m_savedAt = Clock::now();
}

void ModelRegistry::runUpkeep()
{
    std::unique_lock lock(m_mutex);
    while (!m_isClosing || !m_ending.empty()) {
        joinEnded(lock);
        std::vector<ModelId> unloaded;
        const Clock::time_point next = std::min(unloadIdle(unloaded), saveIfDue());
        if (!unloaded.empty()) {
            lock.unlock();
            for (const ModelId& model : unloaded)
                notify(model);
            lock.lock();
            continue;
        }
        const auto isEnded = [](const std::shared_ptr<Entry>& entry) { return entry->hasEnded; };
        if (std::ranges::any_of(m_ending, isEnded) || (m_isClosing && m_ending.empty()))
            continue;
        if (next == Clock::time_point::max())
            m_changed.wait(lock);
        else
            m_changed.wait_until(lock, next);
    }
}

// Waits for their threads, which have nothing left to do.
void ModelRegistry::joinEnded(std::unique_lock<std::mutex>& lock)
{
    std::list<std::shared_ptr<Entry>> ended;
    for (auto entry = m_ending.begin(); entry != m_ending.end();) {
        const auto each = entry++;
        if ((*each)->hasEnded)
            ended.splice(ended.end(), m_ending, each);
    }
    lock.unlock();
    for (const auto& entry : ended)
        entry->engine.reset();
    lock.lock();
}

// Returns when there may be one to unload next.
ModelRegistry::Clock::time_point ModelRegistry::unloadIdle(std::vector<ModelId>& unloaded)
{
    Clock::time_point next = Clock::time_point::max();
    if (m_idleTime.count() <= 0)
        return next;
    for (auto entry = m_entries.begin(); entry != m_entries.end();) {
        const auto each = entry++;
        const AnswerEngine& engine = *each->second->engine;
        const EngineUse use = engine.use();
        if (use.openAnswers > 0 || engine.describe().stage != ModelState::Stage::Ready)
            continue;
        if (use.last + m_idleTime > Clock::now()) {
            next = std::min(next, use.last + m_idleTime);
            continue;
        }
        unloaded.push_back(each->first);
        release(each, Unloading::Wanted);
    }
    return next;
}

// Returns when it may be due next.
ModelRegistry::Clock::time_point ModelRegistry::saveIfDue()
{
    Clock::time_point last = {};
    for (const auto& [model, entry] : m_entries) {
        const EngineUse use = entry->engine->use();
        if (use.openAnswers > 0)
            return Clock::time_point::max(); // its end is reported
        last = std::max(last, use.last);
    }
    if (last <= m_savedAt)
        return Clock::time_point::max();
    if (Clock::now() < last + timeToSave)
        return last + timeToSave;
    for (const auto& [model, entry] : m_entries)
        entry->engine->keepRemembered();
    m_savedAt = Clock::now();
    return Clock::time_point::max();
}

// ---- one of its models as an engine ----

RegistryEngine::RegistryEngine(std::shared_ptr<ModelRegistry> registry, ModelId model)
    : m_registry(std::move(registry))
    , m_model(std::move(model))
{
}

void RegistryEngine::load()
{
    m_registry->load(m_model);
}

ModelState RegistryEngine::describe() const
{
    return m_registry->state(m_model);
}

EngineUse RegistryEngine::use() const
{
    const auto engine = m_registry->find(m_model);
    return engine ? engine->use() : EngineUse();
}

Answer RegistryEngine::submit(AnswerRequest request, std::shared_ptr<AnswerSink> sink)
{
    return m_registry->submit(m_model, std::move(request), std::move(sink));
}

std::optional<TokenCount> RegistryEngine::count(
    const AnswerRequest& request, const IsCancelled& isCancelled) const
{
    return m_registry->count(m_model, request, isCancelled);
}

std::optional<engine::TokenIds> RegistryEngine::tokenize(
    const std::string& text, TextKind kind) const
{
    const auto engine = m_registry->find(m_model);
    return engine ? engine->tokenize(text, kind) : std::nullopt;
}

std::optional<std::string> RegistryEngine::detokenize(const engine::TokenIds& tokens) const
{
    const auto engine = m_registry->find(m_model);
    return engine ? engine->detokenize(tokens) : std::nullopt;
}

std::vector<std::vector<float>> RegistryEngine::embed(std::span<const std::string> texts)
{
    const auto engine = m_registry->find(m_model);
    return engine ? engine->embed(texts) : AnswerEngine::embed(texts);
}

std::string RegistryEngine::embeddingPrompt(const std::string& kind)
{
    const auto engine = m_registry->find(m_model);
    return engine ? engine->embeddingPrompt(kind) : AnswerEngine::embeddingPrompt(kind);
}

Relevance RegistryEngine::rank(const std::string& query, std::span<const std::string> documents)
{
    const auto engine = m_registry->find(m_model);
    return engine ? engine->rank(query, documents) : AnswerEngine::rank(query, documents);
}

} // namespace runtime
