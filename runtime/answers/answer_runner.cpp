#include "runtime/answers/answer_runner.h"

#include "base/log.h"
#include "engine/generate/async_generator.h"
#include "engine/generate/generator.h"
#include "runtime/answers/answer_job.h"
#include "runtime/memory/remembered_conversations.h"
#include "runtime/memory/remembered_files.h"
#include "runtime/models/loaded_model.h"
#include "runtime/prompt/prompt_format.h"
#include "runtime/prompt/prompt_text.h"
#include "runtime/prompt/read_messages.h"
#include "vision/video_frames.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <ranges>
#include <utility>

namespace runtime {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds reportInterval(250); // of what an answer waits for
// A step writes several tokens.
constexpr int64_t roomStep = RememberedConversations::roomToAnswer / 2;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

bool isRecent(Clock::time_point start)
{
    return Clock::now() - start < reportInterval;
}

AnswerStatistics::End toAnswerEnd(engine::EosReason reason)
{
    switch (reason) {
    case engine::EosReason::MaxNewTokens:
        return AnswerStatistics::End::TokenLimit;
    case engine::EosReason::Cancelled:
        return AnswerStatistics::End::Stopped;
    default:
        return AnswerStatistics::End::Complete;
    }
}

// Short, for people read it.
uint64_t anySeed()
{
    return std::random_device()() % 1'000'000;
}

// Nine alphanumeric characters: Mistral's template requires exactly nine; others reject
// punctuation.
std::string newCallId()
{
    constexpr std::string_view letters
        = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    std::random_device random;
    std::string id(9, ' ');
    for (char& letter : id)
        letter = letters[random() % letters.size()];
    return id;
}

// What reads the calls in the answer to a request. Null if the model is offered no tools.
std::unique_ptr<ToolCallReader> callReader(const PromptFormat& format, const AnswerRequest& request)
{
    if (!format.toolCalls || request.tools.empty())
        return nullptr;
    return std::make_unique<ToolCallReader>(
        *format.toolCalls, request.tools, ToolCallReader::Begins::WithAnswer);
}

// Reports probabilities before sampling: the softmax of the raw logits.
TokenDetail makeTokenDetail(const engine::Tokenizer& tokenizer, engine::TokenId chosen,
    std::span<const float> logits, int likeliest)
{
    const double highest = *std::ranges::max_element(logits);
    double sum = 0;
    for (const float logit : logits)
        sum += std::exp(double(logit) - highest);
    const auto choice = [&](engine::TokenId id) {
        const double probability = std::exp(double(logits[size_t(id)]) - highest) / sum;
        return TokenDetail::Choice{tokenizer.bytes(id), probability};
    };
    std::vector<engine::TokenId> ids(logits.size());
    std::iota(ids.begin(), ids.end(), 0);
    const size_t count = std::min(size_t(likeliest), ids.size());
    std::ranges::partial_sort(ids, ids.begin() + ptrdiff_t(count), std::ranges::greater(),
        [&](engine::TokenId id) { return logits[size_t(id)]; });
    TokenDetail detail{choice(chosen), {}};
    for (size_t rank = 0; rank < count; ++rank)
        detail.likeliest.push_back(choice(ids[rank]));
    return detail;
}

std::vector<Pixels> collectPictures(const AnswerRequest& request)
{
    std::vector<Pixels> pictures;
    for (const RequestMessage& message : request.messages)
        for (const Part& part : message.parts)
            if (const auto* picture = std::get_if<Pixels>(&part))
                pictures.push_back(*picture);
    return pictures;
}

std::vector<Passage> newestPictureTexts(const AnswerRequest& request)
{
    for (const RequestMessage& message : request.messages | std::views::reverse)
        if (hasPictures(message))
            return pictureTexts(message);
    return {};
}

} // namespace

// First its images are looked at, then it is the generator's.
struct AnswerRunner::Open {
    AnswerRequest request;
    RememberedUse use;
    std::shared_ptr<AnswerSink> sink;
    std::stop_token stop;
    Clock::time_point begun = Clock::now();

    std::vector<Pixels> pictures = {}; // known with the model
    std::vector<engine::ImageEmbeddingPtr> images = {}; // of the first of them
    /// The texts in the images of the newest message with images, if the model has a known world.
    std::vector<Passage> pictureTexts = {};
    double pictureSeconds = 0;
    std::unique_ptr<ToolCallReader> calls = nullptr; // null: there is nothing to call
    bool hasCalled = false;
    std::string opened = {}; // see Prompt::opened; empty once it is reported
    std::string text = {}; // of the answer, if the model can say that it is not sure

    std::optional<engine::AsyncJob> job = {}; // none: its images are being looked at
    int64_t maxTokens = 0;
    double temperature = 0;
    std::optional<uint64_t> seed = {};
    int64_t givenBytes = 0;
    int64_t promptReported = 0; // tokens; 0: they are not to be reported
    int ownLikeliest = 0; // of each token that the model found likeliest, so many are reported
    bool hasStarted = false;
    Clock::time_point started = {}, reported = {};
    std::optional<int64_t> alreadyRead = {}; // of its prompt, when reading began
    double firstTokenSeconds = 0;
    int64_t tokens = 0;
    int64_t tokensToMakeRoom = roomStep; // when so many are there, room is made for the next

    bool asksAboutForeignPicture() const;
    double tokensPerSecond() const
    {
        const double seconds = secondsSince(begun) - firstTokenSeconds;
        return tokens > 1 && seconds > 0 ? double(tokens - 1) / seconds : 0;
    }
    /// The longest time that writing may take; 0: unknown.
    double secondsToWrite() const
    {
        const double rate = tokensPerSecond();
        return rate > 0 ? double(maxTokens - tokens) / rate : 0;
    }
};

// Decides by the newest message that came with an image or a text, because later questions are
// about that, too. Only a model with a known world may be judged by this: any other reads pages
// itself.
bool AnswerRunner::Open::asksAboutForeignPicture() const
{
    auto image = images.rbegin();
    for (const RequestMessage& message : request.messages | std::views::reverse) {
        bool brings = false, isForeign = false;
        for (const Part& part : message.parts) {
            const bool isPicture = std::holds_alternative<Pixels>(part);
            brings = brings || isPicture || std::holds_alternative<Passage>(part);
            isForeign = isForeign || (isPicture && (*image)->isForeign);
            image += isPicture;
        }
        if (brings)
            return isForeign || (hasPictures(message) && isWritten(pictureTexts));
    }
    return false;
}

AnswerRunner::AnswerRunner(std::shared_ptr<EngineHost> host, std::shared_ptr<RememberedFiles> files)
    : m_host(host ? std::move(host) : std::make_shared<EngineHost>())
    , m_files(std::move(files))
    , m_loop(std::make_unique<engine::AsyncGenerator>())
{
}

AnswerRunner::~AnswerRunner() = default;

std::string AnswerRunner::setModel(std::unique_ptr<LoadedModel> model)
{
    engine::GeneratorOptions options{.reservation = engine::Reservation::Grow};
    options.maxSeqLen = model->contextTokens();
    options.useNgramDraft = model->guessesFromText();
    options.warn = [](const std::string& message) { base::log(base::LogLevel::Warning, message); };
    if (LoadedModel* draft = model->draft()) {
        options.draftModel = &draft->model();
        options.draftCache = &draft->cache();
    }
    const auto make = [&] {
        return std::make_unique<engine::Generator>(
            model->model(), model->cache(), model->tokenizer(), options);
    };
    std::string problem;
    std::unique_ptr<engine::Generator> generator;
    try {
        generator = make();
    } catch (const base::Error& error) {
        if (!model->draft())
            throw;
        problem = error.what();
        model->dropDraft();
        options.draftModel = nullptr;
        options.draftCache = nullptr;
        generator = make();
    }
    m_remembered = std::make_unique<RememberedConversations>(
        *m_loop, model->tokenizer(), model->contextTokens(), m_files);
    m_loop->setGenerator(std::move(generator));
    m_forms = std::make_unique<FormConstraints>(model->tokenizer());
    m_model = std::move(model);
    m_isPreparing = true;
    m_loop->post([this] { prepare(); });
    return problem;
}

void AnswerRunner::releaseModel(const AnswerFailure& why)
{
    {
        const std::lock_guard lock(m_mutex);
        m_whyClosed = why;
        m_answers.splice(m_answers.end(), m_submitted);
    }
    for (Open& answer : std::exchange(m_answers, {})) {
        answer.sink->onFailed(why);
        noteEnd();
    }
    m_remembered.reset();
    m_loop->setGenerator(nullptr);
    m_forms.reset();
    m_model.reset();
}

Answer AnswerRunner::submit(AnswerRequest request, std::shared_ptr<AnswerSink> sink)
{
    const RememberedUse use{request.use, m_files ? m_files->removals(request.use.conversation) : 0};
    const std::stop_source stop;
    std::unique_lock lock(m_mutex);
    m_use.last = Clock::now();
    if (m_whyClosed) {
        const AnswerFailure why = *m_whyClosed;
        lock.unlock();
        sink->onFailed(why);
        return {};
    }
    ++m_use.openAnswers;
    m_submitted.push_back({std::move(request), use, std::move(sink), stop.get_token()});
    lock.unlock();
    m_loop->post([this] {
        takeSubmitted();
        if (m_model && !m_isPreparing)
            prepare();
    });
    return Answer(stop);
}

EngineUse AnswerRunner::use() const
{
    const std::lock_guard lock(m_mutex);
    return m_use;
}

void AnswerRunner::noteUse()
{
    const std::lock_guard lock(m_mutex);
    m_use.last = Clock::now();
}

void AnswerRunner::noteEnd()
{
    {
        const std::lock_guard lock(m_mutex);
        --m_use.openAnswers;
        m_use.last = Clock::now();
    }
    m_host->answered();
}

void AnswerRunner::takeSubmitted()
{
    const std::lock_guard lock(m_mutex);
    m_answers.splice(m_answers.end(), m_submitted);
}

// One image, and after a step of the loop the next.
void AnswerRunner::prepare()
{
    endStopped();
    reportPictures();
    const auto isNext = [](const Open& answer) { return !answer.job; };
    const auto next = std::ranges::find_if(m_answers, isNext);
    if (next != m_answers.end())
        prepareNext(next);
    m_isPreparing = std::ranges::any_of(m_answers, isNext);
    if (!m_isPreparing)
        return;
    reportPictures();
    m_loop->post([this] { prepare(); });
}

void AnswerRunner::endStopped()
{
    for (auto answer = m_answers.begin(); answer != m_answers.end();) {
        const Position each = answer++;
        if (!each->job && each->stop.stop_requested())
            finish(each, {.end = AnswerStatistics::End::Stopped});
    }
}

void AnswerRunner::prepareNext(Position answer)
{
    try {
        if (encodePicture(*answer))
            return;
        if (m_model->world() && answer->asksAboutForeignPicture())
            answerForeign(answer);
        else
            enqueue(answer);
    } catch (const std::exception& error) {
        fail(answer, toFailure(error));
    }
}

// False if there was none left to encode.
bool AnswerRunner::encodePicture(Open& answer)
{
    if (answer.pictures.empty()) {
        if (m_model->world())
            answer.pictureTexts = newestPictureTexts(answer.request);
        keepWhatIsRead(*m_model->promptFormat(), {m_model->contextTokens()}, answer.request);
        answer.pictures = collectPictures(answer.request);
    }
    if (answer.images.size() == answer.pictures.size())
        return false;
    const Clock::time_point start = Clock::now();
    const vision::Image& picture = *answer.pictures[answer.images.size()];
    if (m_model->tower() && vision::losesFrames(m_model->tower()->config(), picture))
        base::log(base::LogLevel::Warning,
            "The model only sees the first of the " + std::to_string(picture.video->count())
                + " frames of the animation.");
    answer.images.push_back(m_model->embed(picture));
    m_pictureSeconds = secondsSince(start);
    answer.pictureSeconds += m_pictureSeconds;
    return true;
}

// Answers without asking the model, which would make a confident statement. The model must have a known
// world.
void AnswerRunner::answerForeign(Position answer)
{
    answer->sink->onStarted();
    answer->sink->onText(foreignAnswer(*m_model->world(), answer->pictureTexts), {});
    finish(answer, {.isSure = false, .pictureSeconds = answer->pictureSeconds});
}

void AnswerRunner::enqueue(Position answer)
{
    const PromptFormat& format = *m_model->promptFormat();
    const int64_t contextTokens = m_model->contextTokens();
    Prompt prompt = buildPrompt(format, answer->request, std::move(answer->images));
    if (int64_t(prompt.ids.size()) + leastAnswerTokens > contextFor(answer->request, contextTokens))
        throw base::Error(base::ErrorKind::BadRequest,
            tooLongSentence(countTokens(format, answer->request, {contextTokens})));
    answer->calls = callReader(format, answer->request);
    answer->opened = std::move(prompt.opened);
    engine::Job job = makeJob(*m_model, std::move(prompt), answer->request, *m_forms);
    job.stop = answer->stop;
    job.onReading = [this, answer](int64_t read, int64_t all) { reportPrompt(*answer, read, all); };
    answer->maxTokens = job.maxNewTokens;
    answer->temperature = job.sampling.temperature;
    if (answer->temperature > 0)
        answer->seed = job.seed = job.seed.value_or(anySeed());
    if (continuesAnswer(answer->request))
        answer->givenBytes = int64_t(joinText(answer->request.messages.back()).size());
    answer->ownLikeliest
        = answer->request.modelsOwnProbabilities ? answer->request.likeliestTokens.value_or(0) : 0;
    if (answer->request.reportsPrompt && !job.ids.empty()) {
        answer->promptReported = 1;
        const TokenDetail first{{m_model->tokenizer().bytes(job.ids.front()), 0}, {}};
        answer->sink->onPrompt({&first, 1});
        job.onPromptLogits
            = [this, answer, ids = job.ids](int64_t from, std::span<const float> logits) {
                  reportPromptTokens(*answer, ids, from, logits);
              };
    }
    m_remembered->prepare(answer->use, job);
    answer->request = {}; // its images need not be kept
    answer->pictures.clear();
    answer->job = m_loop->enqueue(
        std::move(job), [this, answer](const engine::Result& result) { report(answer, result); });
}

void AnswerRunner::keepRemembered()
{
    m_loop->post(
        [this] { savePromptCache([this] { return m_loop->isAwaited() || m_loop->isClosed(); }); });
}

void AnswerRunner::savePromptCache(const std::function<bool()>& isGivenUp)
{
    if (m_remembered)
        m_remembered->keepAll(isGivenUp);
}

void AnswerRunner::reportWait(const AnswerWait& wait)
{
    takeSubmitted();
    endStopped();
    for (const Open& answer : m_answers)
        answer.sink->onWait(wait);
}

// Images are looked at one after the other, also those of different answers.
void AnswerRunner::reportPictures()
{
    AnswerWait wait{.what = AnswerWait::For::Pictures};
    for (const Open& answer : m_answers) {
        if (answer.job)
            continue;
        wait.done += int64_t(answer.images.size());
        wait.total += int64_t(collectPictures(answer.request).size());
        const double seconds = m_pictureSeconds * double(wait.total - wait.done);
        wait.secondsLeft = int64_t(std::ceil(seconds - 0.5));
        const bool mayTakeLong = m_pictureSeconds == 0 || seconds > 1 || !isRecent(answer.begun);
        if (wait.done < wait.total && mayTakeLong)
            answer.sink->onWait(wait);
    }
}

// Answers that the generator has not begun wait for pages of the cache. Reported while others move on.
void AnswerRunner::reportQueued()
{
    if (isRecent(m_queueReported))
        return;
    m_queueReported = Clock::now();
    AnswerWait wait{.what = AnswerWait::For::Room};
    for (const Open& answer : m_answers) {
        if (!answer.hasStarted)
            continue;
        ++wait.total;
        const auto seconds = int64_t(answer.secondsToWrite() + 0.5);
        wait.secondsLeft = wait.secondsLeft > 0 ? std::min(wait.secondsLeft, seconds) : seconds;
    }
    for (const Open& answer : m_answers)
        if (answer.job && !answer.hasStarted && !isRecent(answer.begun))
            answer.sink->onWait(wait);
}

void AnswerRunner::reportStarted(Open& answer)
{
    if (std::exchange(answer.hasStarted, true))
        return;
    answer.started = answer.reported = Clock::now();
    answer.sink->onStarted();
}

// Reports progress even while the generator is in a step: a chunk of a long prompt takes seconds.
void AnswerRunner::reportPrompt(Open& answer, int64_t read, int64_t all)
{
    reportStarted(answer);
    if (isRecent(answer.reported))
        return;
    answer.reported = Clock::now();
    const int64_t first = answer.alreadyRead.value_or(read);
    answer.alreadyRead = first;
    answer.sink->onWait({AnswerWait::For::Prompt, read, all,
        secondsLeft(double(read - first), double(all - first), secondsSince(answer.started))});
}

void AnswerRunner::reportSpeed(Open& answer)
{
    if (answer.tokens == 0 || isRecent(answer.reported))
        return;
    answer.reported = Clock::now();
    answer.sink->onSpeed(answer.tokensPerSecond());
}

void AnswerRunner::report(Position answer, const engine::Result& result)
{
    if (!answer->job)
        return; // it was rejected, for the loop has ended: releaseModel() says why
    reportQueued();
    if (result.stage == engine::Stage::Started)
        reportStarted(*answer);
    if (result.stage == engine::Stage::Prefill)
        reportPrompt(*answer, result.currentProgress, result.maxProgress);
    if (!result.tokenIds.empty() && answer->tokens == 0)
        answer->firstTokenSeconds = secondsSince(answer->begun);
    answer->tokens += int64_t(result.tokenIds.size());
    makeRoomToGoOn(*answer);
    deliverText(*answer, result);
    reportSpeed(*answer);
    if (result.eos)
        reportEnd(answer, result);
}

// Each row decides the token after it. Tokens that were reported come again if the job made room.
void AnswerRunner::reportPromptTokens(
    Open& answer, const engine::TokenIds& ids, int64_t first, std::span<const float> logits)
{
    const auto width = size_t(m_model->model().config().vocabulary);
    std::vector<TokenDetail> details;
    for (size_t row = 0; (row + 1) * width <= logits.size(); ++row) {
        if (first + int64_t(row) + 1 != answer.promptReported)
            continue;
        details.push_back(makeTokenDetail(m_model->tokenizer(), ids[size_t(answer.promptReported)],
            logits.subspan(row * width, width), answer.ownLikeliest));
        ++answer.promptReported;
    }
    answer.sink->onPrompt(details);
}

void AnswerRunner::deliverText(Open& answer, const engine::Result& result)
{
    std::vector<TokenDetail> details;
    const auto choice = [this](engine::TokenId id, float probability) {
        return TokenDetail::Choice{m_model->tokenizer().bytes(id), probability};
    };
    for (size_t token = 0; token < result.logits.size(); ++token)
        details.push_back(makeTokenDetail(m_model->tokenizer(), result.tokenIds[token],
            result.logits[token], answer.ownLikeliest));
    for (size_t token = 0; token < result.tokenProbabilities.size(); ++token) {
        TokenDetail& detail = details.emplace_back();
        detail.chosen = choice(result.tokenIds[token], result.tokenProbabilities[token]);
        if (token < result.topTokens.size())
            for (const engine::TokenProbability& likely : result.topTokens[token])
                detail.likeliest.push_back(choice(likely.id, likely.probability));
    }
    const std::string text
        = result.text.empty() ? "" : std::exchange(answer.opened, {}) + result.text;
    const std::string_view words = answer.calls ? std::string_view() : text;
    if (!words.empty() || !details.empty())
        answer.sink->onText(words, details);
    if (answer.calls)
        deliver(answer, answer.calls->push(text));
    if (m_model->world())
        answer.text += result.text;
}

void AnswerRunner::deliver(Open& answer, std::vector<ToolCallReader::Part> parts)
{
    for (ToolCallReader::Part& part : parts) {
        if (const auto* words = std::get_if<std::string>(&part)) {
            answer.sink->onText(*words, {});
            continue;
        }
        auto& call = std::get<ToolCall>(part);
        if (call.id.empty())
            call.id = newCallId();
        answer.sink->onToolCall(call);
        answer.hasCalled = true;
    }
}

// Makes room before the answer uses up what it was given.
void AnswerRunner::makeRoomToGoOn(Open& answer)
{
    if (answer.tokens < answer.tokensToMakeRoom)
        return;
    answer.tokensToMakeRoom = answer.tokens + roomStep;
    m_remembered->makeRoomToGoOn(answer.use, answer.stop);
}

void AnswerRunner::reportEnd(Position answer, const engine::Result& result)
{
    if (result.eosReason == engine::EosReason::Error)
        return fail(answer, {*result.errorKind, result.error});
    if (answer->promptReported > 0 && !result.heldLogits.empty())
        answer->sink->onText({},
            std::vector{makeTokenDetail(m_model->tokenizer(), result.heldTokens.front(),
                result.heldLogits.front(), answer->ownLikeliest)});
    if (!result.contentKeys.empty())
        m_remembered->remember(answer->use, result.contentKeys);
    const bool isCutOff
        = result.eosReason == engine::EosReason::Cancelled && !answer->stop.stop_requested();
    if (isCutOff && m_loop->isClosed())
        return; // releaseModel() says why
    if (answer->calls)
        deliver(*answer, answer->calls->finish());
    AnswerStatistics statistics;
    statistics.end = toAnswerEnd(result.eosReason);
    if (answer->hasCalled && statistics.end == AnswerStatistics::End::Complete)
        statistics.end = AnswerStatistics::End::Called;
    statistics.isSure = !m_model->world()
        || answer->text.find(m_model->world()->unsureAnswer()) == std::string::npos;
    statistics.tokens = result.newTokens;
    statistics.promptTokens = result.promptTokens;
    statistics.cachedTokens = result.cachedTokens;
    statistics.acceptedDraftTokens = result.acceptedDraftTokens;
    statistics.rejectedDraftTokens = result.rejectedDraftTokens;
    statistics.pictureSeconds = answer->pictureSeconds;
    statistics.firstTokenSeconds = answer->firstTokenSeconds;
    statistics.promptSeconds = result.secondsPrefill;
    statistics.answerSeconds = result.secondsGenerate;
    statistics.temperature = answer->temperature;
    statistics.seed = answer->seed;
    statistics.givenBytes = answer->givenBytes;
    if (result.eosReason == engine::EosReason::StopString)
        statistics.stopString = result.eosString;
    if (result.secondsGenerate > 0)
        statistics.tokensPerSecond = double(result.newTokens) / result.secondsGenerate;
    finish(answer, statistics);
}

void AnswerRunner::finish(Position answer, const AnswerStatistics& statistics)
{
    std::list<Open> ended;
    ended.splice(ended.end(), m_answers, answer);
    ended.front().sink->onFinished(statistics);
    noteEnd();
}

void AnswerRunner::fail(Position answer, const AnswerFailure& failure)
{
    if (failure.kind == base::ErrorKind::DeviceLost && m_model && isDeviceGone())
        onDeviceLost(failure);
    std::list<Open> ended;
    ended.splice(ended.end(), m_answers, answer);
    ended.front().sink->onFailed(failure);
    noteEnd();
}

// A model that computes invalid numbers gives the same kind of error, but its device continues.
bool AnswerRunner::isDeviceGone() const
try {
    m_model->synchronize();
    return false;
} catch (const base::Error&) {
    return true;
}

} // namespace runtime
