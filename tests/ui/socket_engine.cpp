#include "tests/ui/socket_engine.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

namespace tests {

namespace {

constexpr int lookEvery = 20; // milliseconds: for a request to stop, while nothing comes

sockaddr_in onThisMachine(int port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(uint16_t(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/// A connection that closes itself.
struct Connection {
    explicit Connection(int port)
        : socket(::socket(AF_INET, SOCK_STREAM, 0))
    {
        const sockaddr_in address = onThisMachine(port);
        if (connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
            close(socket);
            throw std::runtime_error(
                "The server at port " + std::to_string(port) + " does not answer.");
        }
    }
    ~Connection() { close(socket); }

    const int socket;
};

bool hasSomething(int socket)
{
    pollfd request{socket, POLLIN, 0};
    return poll(&request, 1, lookEvery) > 0;
}

bool sendAll(int socket, const std::string& text)
{
    return send(socket, text.data(), text.size(), MSG_NOSIGNAL) == ssize_t(text.size());
}

// What is received until a newline or the end.
std::string receiveLine(int socket, const std::atomic<bool>& isClosing)
{
    std::string line;
    for (char letter = 0; !isClosing;) {
        if (!hasSomething(socket))
            continue;
        if (recv(socket, &letter, 1, 0) != 1 || letter == '\n')
            break;
        line += letter;
    }
    return line;
}

std::string questionOf(const runtime::AnswerRequest& request)
{
    int pictures = 0;
    std::string words;
    for (const runtime::RequestMessage& message : request.messages) {
        for (const runtime::Part& part : message.parts)
            pictures += std::holds_alternative<runtime::Pixels>(part);
        if (message.role == runtime::Role::User)
            words = joinText(message);
    }
    return std::to_string(pictures) + '\t' + words + '\n';
}

} // namespace

ScriptedServer::ScriptedServer()
    : m_listener(::socket(AF_INET, SOCK_STREAM, 0))
{
    sockaddr_in address = onThisMachine(0);
    socklen_t size = sizeof(address);
    if (bind(m_listener, reinterpret_cast<sockaddr*>(&address), size) != 0
        || listen(m_listener, 16) != 0
        || getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &size) != 0)
        throw std::runtime_error("no port for a server");
    m_port = ntohs(address.sin_port);
    m_thread = std::jthread([this] { accept(); });
}

ScriptedServer::~ScriptedServer()
{
    m_isClosing = true;
    m_thread.join();
    m_talks.clear();
    close(m_listener);
}

void ScriptedServer::accept()
{
    while (!m_isClosing) {
        if (!hasSomething(m_listener))
            continue;
        const int client = ::accept(m_listener, nullptr, nullptr);
        if (client >= 0)
            m_talks.emplace_back([this, client] { talk(client); });
    }
}

// One question, one answer; a line that is empty only asks whether somebody is there.
void ScriptedServer::talk(int client)
{
    const std::string line = receiveLine(client, m_isClosing);
    const size_t tab = line.find('\t');
    if (tab != std::string::npos) {
        ++m_questions;
        const std::string pictures = line.substr(0, tab), words = line.substr(tab + 1);
        bool goesOn = sendAll(client, "I was ");
        if (words.find("wait") != std::string::npos) {
            while (goesOn && !m_isClosing)
                goesOn = !hasSomething(client); // which is its end
        } else if (words.find("fail") == std::string::npos) {
            for (const std::string& piece :
                {"shown " + pictures, std::string(" and "), "told: " + words, std::string("\n")})
                goesOn = goesOn && sendAll(client, piece);
        }
    }
    close(client);
}

SocketEngine::SocketEngine(const runtime::ModelId& model, std::shared_ptr<runtime::EngineHost> host)
    : m_model(model)
    , m_port(std::stoi(model.address().substr(model.address().rfind(':') + 1)))
    , m_host(std::move(host))
{
}

SocketEngine::~SocketEngine()
{
    unload(runtime::Unloading::ProgramEnds);
}

bool SocketEngine::isEnding() const
{
    const std::lock_guard lock(m_mutex);
    return m_ending.has_value();
}

void SocketEngine::load()
{
    const std::lock_guard lock(m_mutex);
    m_state.stage = runtime::ModelState::Stage::Loading;
    m_threads.emplace_back([this] { connectOnce(); });
}

// Whether somebody is there.
void SocketEngine::connectOnce()
{
    runtime::ModelState state;
    try {
        const Connection connection(m_port);
        state.stage = runtime::ModelState::Stage::Ready;
        state.share = 1;
        state.summary = {.name = m_model.name(), .device = m_model.address(), .canSee = true};
    } catch (const std::exception& error) {
        state.stage = runtime::ModelState::Stage::Failed;
        state.message = error.what();
    }
    {
        const std::lock_guard lock(m_mutex);
        m_state = state;
    }
    m_host->changed();
}

void SocketEngine::unload(runtime::Unloading why)
{
    const std::lock_guard lock(m_mutex);
    if (m_ending)
        return;
    m_ending = why;
    m_threads.emplace_back([this] {
        for (std::unique_lock waiting(m_mutex); m_use.openAnswers > 0;) {
            waiting.unlock();
            std::this_thread::yield();
            waiting.lock();
        }
        m_host->ended();
    });
}

runtime::ModelState SocketEngine::describe() const
{
    const std::lock_guard lock(m_mutex);
    return m_state;
}

runtime::EngineUse SocketEngine::use() const
{
    const std::lock_guard lock(m_mutex);
    return m_use;
}

runtime::Answer SocketEngine::submit(
    runtime::AnswerRequest request, std::shared_ptr<runtime::AnswerSink> sink)
{
    const std::stop_source stop;
    const std::lock_guard lock(m_mutex);
    ++m_use.openAnswers;
    m_threads.emplace_back([this, question = questionOf(request), sink, token = stop.get_token()] {
        answer(question, *sink, token);
        {
            const std::lock_guard lock(m_mutex);
            --m_use.openAnswers;
            m_use.last = std::chrono::steady_clock::now();
        }
        m_host->answered();
    });
    return runtime::Answer(stop);
}

void SocketEngine::answer(
    const std::string& question, runtime::AnswerSink& sink, std::stop_token stop)
try {
    const Connection connection(m_port);
    sendAll(connection.socket, question);
    sink.onWait({.what = runtime::AnswerWait::For::Server});
    runtime::AnswerStatistics statistics;
    for (bool isWhole = false; !stop.stop_requested() && !isEnding();) {
        if (!hasSomething(connection.socket))
            continue;
        char bytes[256];
        const ssize_t count = recv(connection.socket, bytes, sizeof(bytes), 0);
        if (count > 0) {
            ++statistics.tokens;
            isWhole = bytes[count - 1] == '\n';
            sink.onText(std::string_view(bytes, size_t(count) - isWhole), {});
        } else if (isWhole) {
            return sink.onFinished(statistics);
        } else {
            throw std::runtime_error("The server ended in the middle of the answer.");
        }
    }
    if (!stop.stop_requested())
        return sink.onFailed(runtime::failureBy(runtime::Unloading::Wanted));
    statistics.end = runtime::AnswerStatistics::End::Stopped;
    sink.onFinished(statistics);
} catch (const std::exception& error) {
    sink.onFailed({base::ErrorKind::BadRequest, error.what()});
}

} // namespace tests
