#include "services/remote/remote_answer.h"

#include "engine/files/json_text.h"
#include "services/background.h"
#include "services/remote/chat_request.h"
#include "services/remote/provider.h"

#include <algorithm>
#include <limits>
#include <random>
#include <utility>

namespace services {

namespace {

using runtime::AnswerStatistics;
using runtime::AnswerWait;

constexpr int tellEvery = 250; // milliseconds
constexpr int64_t bytesOfToken = 64; // more are not written by a token, on the whole
constexpr int64_t minBytes = 64 << 10; // that an answer may have
constexpr int64_t maxEmptyEvents = 100'000; // in a row
constexpr int defaultPictureSide = 1536, minPictureSide = 256; // pixels

const QByteArray streamType = QByteArrayLiteral("text/event-stream");
const QByteArray jsonType = QByteArrayLiteral("application/json");

// Short, for people read it.
uint64_t anySeed()
{
    return std::random_device()() % 1'000'000;
}

// Sets a seed so that the draw can be repeated.
runtime::AnswerRequest withSeed(runtime::AnswerRequest request)
{
    if (request.settings.temperature.value_or(0) > 0 && !request.settings.seed)
        request.settings.seed = anySeed();
    return request;
}

RemoteFailure strange(const QString& host, const QString& details)
{
    RemoteFailure failure;
    failure.http.kind = HttpFailure::Kind::Strange;
    failure.http.host = host;
    failure.http.details = details;
    return failure;
}

} // namespace

RemoteAnswer::RemoteAnswer(Task task, RemoteThread& thread, const RemoteTimes& times)
    : m_request(withSeed(std::move(task.request)))
    , m_sink(std::move(task.sink))
    , m_thread(thread)
    , m_times(times)
    , m_maxTokens(*runtime::completed(m_request.settings).maxTokens)
    , m_retries(times.retries)
    , m_onStop(std::move(task.stop),
          [this] { QMetaObject::invokeMethod(this, &RemoteAnswer::stop, Qt::QueuedConnection); })
{
    m_since.start();
    m_again.setSingleShot(true);
    m_again.setTimerType(Qt::PreciseTimer); // as that of Traffic
    connect(&m_again, &QTimer::timeout, this, [this] { enter(Traffic::Place::First); });
    connect(&m_tell, &QTimer::timeout, this, &RemoteAnswer::tellSpeed);
    m_tell.start(tellEvery);
    tellWait();
}

RemoteAnswer::~RemoteAnswer()
{
    leave();
}

// ---- its turn ----

void RemoteAnswer::ask(const RemoteModel& model)
{
    if (!m_sink)
        return;
    m_model = model;
    m_traffic = &m_thread.trafficTo(model.address);
    tellWait();
    const QString missing = missingForm();
    if (!missing.isEmpty())
        return fail({base::ErrorKind::Unsupported, missing.toStdString()});
    if (model.facts.sees == false) {
        if (!m_request.messages.empty() && m_request.messages.back().role == runtime::Role::User
            && runtime::hasPictures(m_request.messages.back()))
            return fail({base::ErrorKind::Unsupported,
                tr("The model “%1” at %2 can't process pictures.")
                    .arg(model.facts.name, hostName(model.address))
                    .toStdString()});
        runtime::leaveOutPictures(m_request.messages);
    }
    enter(Traffic::Place::Last);
}

// What an answer shall be held to or kept from, and this server has no way to do.
QString RemoteAnswer::missingForm() const
{
    const QStringList missing = settingsThatLack(m_request.settings, m_model.facts.kind());
    if (missing.isEmpty())
        return {};
    return tr(
        "%1 doesn't support: %2. Turn it off in this chat's settings, or choose another model.")
        .arg(hostName(m_model.address), missing.join(QStringLiteral(", ")));
}

void RemoteAnswer::enter(Traffic::Place place)
{
    m_waitsFor = AnswerWait::For::Turn;
    m_traffic->enter(this, place, [this] { prepare(); });
    tellWait();
}

// Images are encoded in the background, for others are being answered on this thread.
void RemoteAnswer::prepare()
{
    m_waitsFor = AnswerWait::For::Server;
    m_sent = m_since.elapsed();
    if (!m_body.isEmpty())
        return send();
    ChatRequestForm form{.model = m_model.facts.name.toStdString(),
        .kind = m_model.facts.kind(),
        .contextTokens = m_model.facts.contextTokens,
        .cutsTiles = m_model.facts.cutsTiles,
        .pictureSide = pictureSide()};
    runInBackground<std::string>(
        this, [request = m_request, form] { return chatRequest(request, form); },
        [this](const Outcome<std::string>& body) {
            if (!m_sink)
                return;
            if (!body.value)
                return fail({base::ErrorKind::BadRequest, body.error.toStdString()});
            m_body = QByteArray::fromStdString(*body.value);
            send();
        });
}

// Images are not downscaled for our own server on this computer.
int RemoteAnswer::pictureSide() const
{
    const bool isNear = onTheWayTo(m_model.address) == OnTheWay::WithinThisComputer;
    if (m_pictureSide == 0 && isNear && m_model.facts.kind().isOurs)
        return ChatRequestForm::wholePictures;
    return m_pictureSide > 0 ? m_pictureSide : defaultPictureSide;
}

void RemoteAnswer::send()
{
    RemoteQuestion question{addressAt(m_model.address, QStringLiteral("/chat/completions")), m_body,
        m_model.key, tr("the model “%1”").arg(m_model.facts.name)};
    question.patience = m_times.firstWord;
    question.maxBytes = std::numeric_limits<qint64>::max(); // its words are counted
    forgetTry();
    m_sent = m_since.elapsed();
    m_place.emplace(m_thread.takeNetwork());
    m_call = std::make_unique<RemoteCall>(m_place->network(), question);
    connect(m_call.get(), &RemoteCall::begun, this, &RemoteAnswer::readBegin);
    connect(m_call.get(), &RemoteCall::arrived, this, &RemoteAnswer::take);
    connect(m_call.get(), &RemoteCall::ended, this, &RemoteAnswer::takeEnd);
    connect(m_call.get(), &RemoteCall::failed, this, &RemoteAnswer::onCallFailed);
}

// What an earlier one has brought; none of it was said.
void RemoteAnswer::forgetTry()
{
    m_events = {};
    m_whole.clear();
    m_calls.clear();
    m_end.clear();
    m_usage.reset();
    m_isSure = true;
    m_pieces = m_tokens = m_emptyEvents = 0;
    const ServerKind& kind = m_model.facts.kind();
    const bool mayRepeat = kind.mayRepeat || kind.continues == ServerKind::Continues::AsAsked;
    if (mayRepeat && continues(m_request))
        m_repeated.emplace(runtime::joinText(m_request.messages.back()));
}

// ---- what comes back ----

void RemoteAnswer::readBegin()
{
    const QByteArray& type = m_call->type();
    m_isStream = type == streamType;
    if (!m_isStream && type != jsonType)
        return failStrangely(type.isEmpty()
                ? tr("the content type is missing")
                : tr("the content type is %1").arg(shownWords(QString::fromLatin1(type))));
    if (!std::exchange(m_hasStarted, true))
        m_sink->onStarted();
}

void RemoteAnswer::take(const QByteArray& bytes)
try {
    if (m_isStream)
        return takeEvents(m_events.read(bytes));
    m_whole += bytes;
    if (m_whole.size() > 2 * std::max(minBytes, m_maxTokens * bytesOfToken))
        failStrangely(tr("the response is too large"));
} catch (const std::exception& error) {
    failStrangely(QString::fromUtf8(error.what()));
}

void RemoteAnswer::takeEvents(const std::vector<std::string>& events)
{
    for (const std::string& event : events) {
        if (!m_sink || !m_call)
            return;
        if (event == "[DONE]")
            return conclude();
        takePiece(answerPiece(event));
    }
}

void RemoteAnswer::takePiece(AnswerPiece piece)
{
    if (!piece.problem.empty()) {
        RemoteFailure failure
            = strange(hostName(m_model.address), tr("the answer ended with an error"));
        failure.said = shownWords(QString::fromStdString(piece.problem));
        return failBy(failure);
    }
    if (piece.usage)
        m_usage = piece.usage;
    m_isSure = m_isSure && piece.isSure;
    if (!piece.end.empty()) {
        m_end = piece.end;
        m_call->expectWithin(m_times.question); // there is nothing more to compute
    }
    takeCalls(piece.calls);
    if (!m_sink)
        return;
    const bool hasWords = !piece.text.empty() || !piece.thought.empty();
    if (!hasWords && piece.calls.empty()) {
        if (++m_emptyEvents > maxEmptyEvents)
            failStrangely(tr("too many empty events"));
        return;
    }
    m_emptyEvents = 0;
    if (m_end.empty() && m_isStream && answerTokens() >= m_maxTokens) {
        m_end = "length"; // the request could not name the most; else the server would have ended
        return conclude();
    }
    if (m_end.empty())
        m_call->expectWithin(m_times.silence);
    ++m_pieces;
    m_tokens += int64_t(piece.tokens.size());
    if (!piece.thought.empty())
        think(piece.thought);
    if (!piece.text.empty())
        answer(piece.text, std::move(piece.tokens));
    if (m_sink && int64_t(m_text.size()) > std::max(minBytes, m_maxTokens * bytesOfToken))
        failStrangely(tr("the answer is too long"));
}

void RemoteAnswer::takeCalls(const std::vector<CallPiece>& calls)
{
    for (const CallPiece& piece : calls) {
        if (size_t(piece.place) >= m_calls.size())
            m_calls.resize(size_t(piece.place) + 1);
        runtime::ToolCall& call = m_calls[size_t(piece.place)];
        if (!piece.id.empty())
            call.id = piece.id;
        if (!piece.name.empty())
            call.name = piece.name;
        call.arguments += piece.arguments;
        if (int64_t(call.arguments.size()) > std::max(minBytes, m_maxTokens * bytesOfToken))
            return failStrangely(tr("the answer is too long"));
    }
}

// Models that begin to think do so at the beginning of a line.
void RemoteAnswer::think(const std::string& thought)
{
    if (!std::exchange(m_isThinking, true))
        say(m_text.empty() || m_text.back() == '\n' ? "<think>\n" : "\n<think>\n", {});
    say(thought, {});
}

void RemoteAnswer::closeThought()
{
    if (!std::exchange(m_isThinking, false))
        return;
    say("\n</think>\n\n", {});
    m_answerBegin = m_text.size();
}

void RemoteAnswer::answer(const std::string& text, std::vector<runtime::TokenDetail> tokens)
{
    closeThought();
    if (m_repeated)
        say(m_repeated->take(text), {});
    else
        say(text, tokens);
}

void RemoteAnswer::say(std::string text, const std::vector<runtime::TokenDetail>& tokens)
{
    if (text.empty() || !m_sink)
        return;
    if (m_firstWord < 0)
        m_firstWord = m_since.elapsed();
    m_body.clear(); // it is never sent again
    m_text += text;
    m_sink->onText(text, tokens);
}

// The connection has ended as it should; perhaps in the middle of an event.
void RemoteAnswer::takeEnd()
try {
    if (!m_isStream) {
        takePiece(answerPiece(m_whole.toStdString()));
    } else {
        std::vector<std::string> rest = m_events.end();
        std::erase_if(rest,
            [](const std::string& event) { return event != "[DONE]" && !engine::isJson(event); });
        takeEvents(rest);
    }
    if (!m_sink)
        return;
    if (!m_isStream || !m_end.empty())
        return conclude();
    RemoteFailure lost;
    lost.http.host = hostName(m_model.address);
    onCallFailed(lost);
} catch (const std::exception& error) {
    failStrangely(QString::fromUtf8(error.what()));
}

// The server has said that the answer is complete, and perhaps why.
void RemoteAnswer::conclude()
{
    if (m_repeated)
        say(m_repeated->end(), {});
    closeThought();
    if (m_end == "length")
        return complete(AnswerStatistics::End::TokenLimit);
    if (m_end == "content_filter")
        return fail({base::ErrorKind::BadRequest,
            tr("The answer was stopped by the content filter of %1.")
                .arg(hostName(m_model.address))
                .toStdString()});
    for (const runtime::ToolCall& call : m_calls)
        m_sink->onToolCall(call);
    complete(m_calls.empty() ? AnswerStatistics::End::Complete : AnswerStatistics::End::Called);
}

// ---- when it goes wrong ----

void RemoteAnswer::onCallFailed(const RemoteFailure& told)
{
    if (!m_end.empty())
        return conclude(); // only the last words of the protocol are missing
    RemoteFailure failure = told;
    failure.hadWords = m_firstWord >= 0 || !m_calls.empty();
    leave();
    if (m_repeated && failure.hadWords)
        say(m_repeated->end(), {});
    if (failure.hadWords || !(sendsSmallerPictures(failure) || asksAgain(failure)))
        failBy(failure);
}

// Images are the largest part of a request.
bool RemoteAnswer::sendsSmallerPictures(const RemoteFailure& failure)
{
    const bool hasPictures = std::ranges::any_of(m_request.messages, runtime::hasPictures);
    const int side = (m_pictureSide > 0 ? m_pictureSide : defaultPictureSide) / 2;
    if (failure.http.status != 413 || !hasPictures || side < minPictureSide)
        return false;
    m_pictureSide = side;
    m_body.clear();
    enter(Traffic::Place::First);
    return true;
}

bool RemoteAnswer::asksAgain(const RemoteFailure& failure)
{
    std::optional<std::chrono::milliseconds> wait;
    if (failure.isTooBusy()) {
        const auto usual = m_times.retries.first * (1 << std::min(m_putOff, 4));
        wait = failure.http.wait.value_or(std::min(usual, m_times.retries.longest));
        if (++m_putOff > m_times.maxPutOff || *wait > m_times.retries.longestAsked)
            return false;
        m_traffic->noteTooBusy(*wait, failure.said);
        enter(Traffic::Place::First);
        return true;
    }
    if (failure.http.kind == HttpFailure::Kind::Silent)
        return false; // it was waited for long enough
    wait = m_retries.waitAfter(failure.http);
    if (!wait)
        return false;
    ++m_lost;
    m_lostWords = failure.said;
    m_waitsFor = AnswerWait::For::Connection;
    m_again.start(*wait);
    tellWait();
    return true;
}

void RemoteAnswer::failStrangely(const QString& details)
{
    failBy(strange(hostName(m_model.address), details));
}

void RemoteAnswer::failBy(const RemoteFailure& failure)
{
    const QString message = toMessage(failure);
    if (failure.isAway())
        emit foundAway(message);
    fail({failure.isAway() || failure.hadWords ? base::ErrorKind::DeviceLost
                                               : base::ErrorKind::BadRequest,
        message.toStdString()});
}

void RemoteAnswer::fail(const runtime::AnswerFailure& why)
{
    leave();
    m_again.stop();
    m_tell.stop();
    if (const auto sink = std::exchange(m_sink, nullptr)) {
        sink->onFailed(why);
        emit ended();
    }
}

// Closes the connection, by which the server stops, too.
void RemoteAnswer::leave()
{
    if (m_call) {
        m_call->stop();
        m_call.release()->deleteLater(); // it may be what calls
    }
    m_place.reset();
    if (m_traffic)
        m_traffic->leave(this);
}

void RemoteAnswer::stop()
{
    if (!m_sink)
        return;
    if (m_repeated)
        say(m_repeated->end(), {});
    complete(AnswerStatistics::End::Stopped);
}

void RemoteAnswer::complete(AnswerStatistics::End end)
{
    if (end == AnswerStatistics::End::Complete && !keepsToForm())
        return fail({base::ErrorKind::Unsupported,
            tr("The answer from %1 doesn't match the JSON schema.")
                .arg(hostName(m_model.address))
                .toStdString()});
    if (end != AnswerStatistics::End::Stopped)
        m_traffic->noteServed();
    leave();
    m_again.stop();
    m_tell.stop();
    if (const auto sink = std::exchange(m_sink, nullptr)) {
        sink->onFinished(statistics(end));
        emit ended();
    }
}

// Checks without compiling the schema: servers that do not know schemas ignore it.
bool RemoteAnswer::keepsToForm() const
{
    if (m_request.settings.schema.value_or("").empty())
        return true;
    const std::string given
        = continues(m_request) ? runtime::joinText(m_request.messages.back()) : std::string();
    return engine::isJson(given + m_text.substr(m_answerBegin));
}

// ---- what is told meanwhile ----

// The wait is computed again for each report, so that its seconds are right.
void RemoteAnswer::tellWait()
{
    if (!m_sink || m_firstWord >= 0)
        return;
    if (!m_traffic)
        return m_sink->onWait({.what = AnswerWait::For::Server});
    const auto seconds = [](std::chrono::milliseconds time) {
        return int64_t(std::chrono::ceil<std::chrono::seconds>(time).count());
    };
    AnswerWait wait{.what = m_waitsFor, .server = hostName(m_model.address).toStdString()};
    if (m_waitsFor == AnswerWait::For::Server) {
        wait.done = (m_since.elapsed() - m_sent) / 1000;
    } else if (m_waitsFor == AnswerWait::For::Connection) {
        wait.done = m_lost + 1;
        wait.total = m_times.retries.maxFailures;
        wait.secondsLeft = seconds(m_again.remainingTimeAsDuration());
        wait.said = m_lostWords.toStdString();
    } else if (const auto pause = m_traffic->pauseLeft(); pause.count() > 0) {
        wait.what = AnswerWait::For::Busy;
        wait.done = m_putOff + 1;
        wait.total = m_times.maxPutOff + 1;
        wait.secondsLeft = seconds(pause);
        wait.said = m_traffic->saidBusy().toStdString();
    } else {
        wait.total = m_traffic->open();
    }
    m_sink->onWait(wait);
}

void RemoteAnswer::tellSpeed()
{
    if (m_firstWord < 0)
        return tellWait();
    const double rate = statistics(AnswerStatistics::End::Complete).tokensPerSecond;
    if (rate > 0)
        m_sink->onSpeed(rate);
}

int64_t RemoteAnswer::answerTokens() const
{
    return m_usage && m_usage->answerTokens > 0 ? m_usage->answerTokens
                                                : std::max(m_pieces, m_tokens);
}

AnswerStatistics RemoteAnswer::statistics(AnswerStatistics::End end) const
{
    AnswerStatistics made;
    made.end = end;
    made.tokens = answerTokens();
    made.isSure = m_isSure;
    if (m_usage) {
        made.promptTokens = m_usage->promptTokens;
        made.cachedTokens = m_usage->cachedTokens;
    }
    if (m_firstWord >= 0) {
        made.firstTokenSeconds = double(m_firstWord) * 1e-3;
        made.promptSeconds = double(m_firstWord - m_sent) * 1e-3;
        made.answerSeconds = double(m_since.elapsed() - m_firstWord) * 1e-3;
        if (made.tokens > 1 && made.answerSeconds > 0)
            made.tokensPerSecond = double(made.tokens - 1) / made.answerSeconds;
    }
    made.temperature = double(m_request.settings.temperature.value_or(0));
    made.seed = m_request.settings.seed;
    if (continues(m_request))
        made.givenBytes = int64_t(runtime::joinText(m_request.messages.back()).size());
    return made;
}

} // namespace services
