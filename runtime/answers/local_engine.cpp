#include "runtime/answers/local_engine.h"

#include "engine/generate/async_generator.h"
#include "engine/generate/generator.h"
#include "kernels/devices/backends.h"
#include "runtime/answers/answer_job.h"
#include "runtime/memory/remembered_files.h"
#include "runtime/models/loaded_model.h"
#include "runtime/models/memory_estimate.h"
#include "runtime/models/model_facts.h"
#include "runtime/prompt/prompt_text.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace runtime {

namespace {

using kernels::DeviceOffer;

bool isMeant(const DeviceOffer& offer, const std::string& name)
{
    return name == offer.name || name.starts_with(offer.name + ":") || name + ":0" == offer.name;
}

std::string deviceKind(const std::string& device)
{
    return device.substr(0, device.find(':'));
}

// Why it cannot be used; nothing if it can, or is a name that only loading can judge.
std::optional<LoadNote> findDeviceProblem(
    const std::string& name, const std::vector<DeviceOffer>& offers)
{
    const auto offer = std::ranges::find_if(
        offers, [&](const DeviceOffer& one) { return isMeant(one, name) && one.name != "cpu"; });
    if (offer != offers.end()) {
        if (offer->problem.empty())
            return std::nullopt;
        return LoadNote{LoadNote::About::DeviceFails, offer->description, offer->problem};
    }
    const bool isOneOfAKind = name.find(':') != std::string::npos
        && std::ranges::any_of(offers,
            [&](const DeviceOffer& one) { return deviceKind(one.name) == deviceKind(name); });
    if (isOneOfAKind)
        return LoadNote{LoadNote::About::DeviceIsMissing, name};
    return std::nullopt;
}

} // namespace

std::vector<LoadNote> leaveOutUnusableDevices(LoadOptions& options)
{
    std::vector<LoadNote> notes;
    std::string usable;
    const std::vector<DeviceOffer> offers = kernels::listDevices();
    for (const std::string& name : deviceNames(options.device)) {
        if (const auto problem = findDeviceProblem(name, offers))
            notes.push_back(*problem);
        else
            usable += (usable.empty() ? "" : ",") + name;
    }
    options.device = usable.empty() ? "cpu" : usable;
    return notes;
}

namespace {

using Clock = std::chrono::steady_clock;

// The time for writing the prompt cache to the disk at the end. A second start of the program waits
// longer than this for the first one to end.
constexpr std::chrono::milliseconds shutdownTime(2500);
constexpr std::chrono::milliseconds progressInterval(50); // of the loading

ModelSummary summarize(LoadedModel& model, bool isBuiltIn)
{
    ModelSummary summary;
    summary.name = model.name();
    summary.device = model.deviceDescription();
    summary.canSee = model.canSee();
    summary.callsTools = model.promptFormat()->toolCalls != nullptr;
    summary.isBuiltIn = isBuiltIn;
    summary.contextTokens = model.contextTokens();
    if (model.draft())
        summary.draft = model.draft()->name();
    summary.vision = model.promptFormat()->vision;
    const engine::Tokenizer& tokenizer = *model.promptFormat()->tokenizer;
    summary.answerForm.hasChannels
        = tokenizer.find("<|channel|>") >= 0 && tokenizer.find("<|message|>") >= 0;
    summary.reasoning = model.promptFormat()->reasoning;
    return summary;
}

// What does not fit on the first of several devices goes to the next, and experts to main memory.
MemoryNeed memoryNeed(const LoadOptions& options)
{
    const ModelFacts model = readModelFacts(options.path, options.projectorPath);
    const ModelFacts draft
        = options.draftPath.empty() ? ModelFacts() : readModelFacts(options.draftPath);
    MemoryNeed need;
    need.bytes
        = estimateMemory(model, options, options.draftPath.empty() ? nullptr : &draft).total();
    const DeviceRoom room = deviceRoom(options, 0);
    if (room.card.empty())
        return need;
    need.card = room.card;
    need.freeOnCard = room.freeOnCard;
    if (deviceNames(options.device).size() > 1 || mayAddHostForExperts(options, model.config))
        need.bytes = std::min(need.bytes, need.freeOnCard);
    return need;
}

std::function<bool()> after(std::chrono::milliseconds time)
{
    return [end = Clock::now() + time] { return Clock::now() >= end; };
}

} // namespace

LocalEngine::LocalEngine(LocalEngineOptions options, std::shared_ptr<EngineHost> host)
    : AnswerRunner(std::move(host), options.files)
    , m_options(std::move(options))
{
}

LocalEngine::~LocalEngine()
{
    unload(Unloading::ProgramEnds);
    m_options.thread.reset(); // waits
    if (!m_hasEnded)
        end(); // it was never loaded
}

void LocalEngine::load()
{
    {
        const std::lock_guard lock(m_mutex);
        m_state.stage = ModelState::Stage::Loading;
    }
    noteUse();
    loop().post([this] { open(); });
    m_options.thread->run([this] { run(); });
}

void LocalEngine::unload(Unloading why)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_whyEnding)
            m_whyEnding = failureBy(why);
    }
    loop().close();
}

ModelState LocalEngine::describe() const
{
    const std::lock_guard lock(m_mutex);
    return m_state;
}

std::optional<TokenCount> LocalEngine::count(
    const AnswerRequest& request, const IsCancelled& isCancelled) const
{
    std::unique_lock lock(m_mutex);
    const PromptFormatPtr format = m_format;
    const int64_t contextTokens = m_state.summary.contextTokens;
    lock.unlock();
    if (!format)
        return std::nullopt;
    try {
        return countTokens(*format, request, {contextTokens, isCancelled});
    } catch (const CountCancelled&) {
        return std::nullopt;
    }
}

PromptFormatPtr LocalEngine::format() const
{
    const std::lock_guard lock(m_mutex);
    return m_format;
}

std::optional<engine::TokenIds> LocalEngine::tokenize(const std::string& text, TextKind kind) const
{
    const PromptFormatPtr format = this->format();
    if (!format)
        return std::nullopt;
    using Specials = engine::Tokenizer::Specials;
    const bool isLiteral = kind == TextKind::Literal || kind == TextKind::LiteralWhole;
    const bool isWhole = kind == TextKind::Whole || kind == TextKind::LiteralWhole;
    engine::TokenIds ids
        = format->tokenizer->encode(text, isLiteral ? Specials::AsText : Specials::Parse);
    return isWhole ? format->wholePrompt(std::move(ids)) : ids;
}

std::optional<std::string> LocalEngine::detokenize(const engine::TokenIds& tokens) const
{
    const PromptFormatPtr format = this->format();
    if (!format)
        return std::nullopt;
    for (const engine::TokenId token : tokens)
        if (token < 0 || token >= format->tokenizer->vocabularySize())
            throw base::Error(
                base::ErrorKind::BadRequest, "No such token: " + std::to_string(token) + ".");
    return format->tokenizer->decode(tokens, /*withSpecials=*/true);
}

// ---- on the loop's thread ----

void LocalEngine::run()
{
    loop().run([this] { savePromptCache(after(shutdownTime)); });
    end();
}

void LocalEngine::open()
try {
    m_loadBegun = Clock::now();
    reportWait({AnswerWait::For::Model, 0, 100});
    LoadOptions options = m_options.load;
    std::vector<LoadNote> notes;
    if (m_options.missing == LocalEngineOptions::Missing::LeaveOut)
        notes = leaveOutUnusableDevices(options);
    awaitMemory(options);
    auto model = LoadedModel::load(options, [this](double share) { return reportProgress(share); });
    LoadedModel& loaded = *model;
    const std::string draftProblem = setModel(std::move(model));
    ModelSummary summary = summarize(loaded, options.path.empty());
    if (!draftProblem.empty() && m_options.missing == LocalEngineOptions::Missing::Fail)
        throw base::Error(base::ErrorKind::BadRequest, draftProblem);
    if (!draftProblem.empty())
        notes.push_back({LoadNote::About::DraftFails, options.draftPath.string(), draftProblem});
    if (!loaded.templateProblem().empty())
        notes.push_back({LoadNote::About::TemplateFails, {}, loaded.templateProblem()});
    if (!loaded.templateBorrowedFrom().empty())
        notes.push_back({LoadNote::About::TemplateIsMissing, loaded.templateBorrowedFrom()});
    summary.notes = std::move(notes);
    {
        const std::lock_guard lock(m_mutex);
        m_format = loaded.promptFormat();
    }
    noteUse();
    change([&summary](ModelState& state) {
        state = {.stage = ModelState::Stage::Ready, .share = 1, .summary = std::move(summary)};
    });
} catch (const std::exception& error) {
    if (!loop().isClosed()) // else nobody wants it any more
        setFailed(toFailure(error));
    loop().close();
}

void LocalEngine::awaitMemory(const LoadOptions& options)
{
    bool hasWaited = false;
    host().awaitMemory(memoryNeed(options), [this, &hasWaited] {
        if (!std::exchange(hasWaited, true))
            change([](ModelState& state) { state.waitsForMemory = true; });
        reportWait({AnswerWait::For::Memory});
        return loop().isClosed();
    });
    if (hasWaited)
        change([](ModelState& state) { state.waitsForMemory = false; });
}

// Asked after each tensor. False: the loading is to end.
bool LocalEngine::reportProgress(double share)
{
    if (Clock::now() - m_progressReported >= progressInterval) {
        m_progressReported = Clock::now();
        change([share](ModelState& state) { state.share = share; });
        const double seconds = std::chrono::duration<double>(Clock::now() - m_loadBegun).count();
        reportWait(
            {AnswerWait::For::Model, int64_t(share * 100), 100, secondsLeft(share, 1, seconds)});
    }
    return !loop().isClosed();
}

void LocalEngine::onDeviceLost(const AnswerFailure& why)
{
    setFailed(why);
    loop().close();
}

void LocalEngine::setFailed(const AnswerFailure& why)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_whyEnding)
            m_whyEnding = why;
    }
    change([&why](ModelState& state) {
        state = {.stage = ModelState::Stage::Failed, .message = why.message};
    });
}

// The answers that are left fail, and so do later ones.
void LocalEngine::end()
{
    std::unique_lock lock(m_mutex);
    m_hasEnded = true;
    m_format.reset();
    const AnswerFailure why = *m_whyEnding;
    lock.unlock();
    releaseModel(why);
    if (describe().stage != ModelState::Stage::Failed)
        change([](ModelState& state) { state = {}; });
    host().ended();
}

void LocalEngine::change(const std::function<void(ModelState&)>& change)
{
    {
        const std::lock_guard lock(m_mutex);
        change(m_state);
    }
    host().changed();
}

} // namespace runtime
