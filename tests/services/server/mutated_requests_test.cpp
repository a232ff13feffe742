#include "services/server/protocol/fields.h"
#include "tests/services/server/served.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QTest>

#include <arpa/inet.h>
#include <atomic>
#include <chrono>
#include <fstream>
#include <poll.h>
#include <random>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using services::server::Json;
using services::server::ServerOptions;
using tests::Served;

namespace {

constexpr std::chrono::seconds longestAnswer(10);
constexpr int64_t maxMemory = int64_t(1) << 30;
constexpr size_t maxRepeated = 2 << 20; // bytes
constexpr int clients = 4;

int environmentNumber(const char* name, int fallback)
{
    bool isNumber = false;
    const int number = qEnvironmentVariableIntValue(name, &isNumber);
    return isNumber ? number : fallback;
}

struct Request {
    const char* method;
    const char* path;
    std::string body = {}; // empty: none
};

// A good request to each route, with all that its readers know.
std::vector<Request> goodRequests()
{
    const std::string message = R"("model": "model", "max_tokens": 2, "messages": [
        {"role": "user", "content": "Hello"}])";
    QFile file(tests::resource("samples/one-1.png"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no sample");
    const std::string png = file.readAll().toBase64().toStdString();
    const std::string tools = R"("tools": [{"type": "function", "function": {"name": "now",
        "description": "The time.", "parameters": {"type": "object", "properties": {"zone":
        {"type": "string", "enum": ["UTC", "CET"]}}}}}])";
    return {
        {"GET", "/health"},
        {"GET", "/metrics"},
        {"GET", "/v1/models"},
        {"GET", "/v1/models/model"},
        {"POST", "/v1/chat/completions", "{" + message + "}"},
        {"POST", "/v1/chat/completions", "{" + message + R"(, "stream": true, "stream_options":
            {"include_usage": true}, "n": 2, "logprobs": true, "top_logprobs": 3, "temperature": 0.5,
            "top_p": 0.9, "top_k": 40, "min_p": 0.05, "seed": 7, "stop": ["\n", "end"],
            "logit_bias": {"5": -100, "6": 3.5}, "frequency_penalty": 0.5, "presence_penalty": 1,
            "repetition_penalty": 1.1, "reasoning_effort": "none", "chat_template_kwargs":
            {"enable_thinking": false}})"},
        {"POST", "/v1/chat/completions",
            R"({"model": "model", "max_tokens": 2, "messages": [
            {"role": "system", "content": [{"type": "text", "text": "Be brief."}]},
            {"role": "user", "content": [{"type": "image_url", "image_url": {"url":
                "data:image/png;base64,)"
                + png + R"("}}, {"type": "text", "text": "What?"}]},
            {"role": "assistant", "content": null, "tool_calls": [{"id": "call_1", "type":
                "function", "function": {"name": "now", "arguments": "{\"zone\": \"UTC\"}"}}]},
            {"role": "tool", "tool_call_id": "call_1", "content": "12:00"},
            {"role": "user", "content": [{"type": "passage", "text": "words", "name": "a.png",
                "of": "picture"}, {"type": "text", "text": "And now?"}]}],
            "tool_choice": "none", )"
                + tools + "}"},
        {"POST", "/v1/chat/completions",
            "{" + message + ", " + tools
                + R"(, "tool_choice": "required", "parallel_tool_calls": false})"},
        {"POST", "/v1/chat/completions", "{" + message + R"(, "response_format": {"type":
            "json_schema", "json_schema": {"name": "a", "schema": {"type": "object", "properties":
            {"a": {"type": "array", "items": {"type": "integer", "minimum": 1}}, "b": {"anyOf":
            [{"type": "string", "pattern": "^[a-z]{1,5}$"}, {"type": "null"}]}},
            "required": ["a"], "additionalProperties": false}}}})"},
        {"POST", "/v1/completions", R"({"model": "model", "prompt": ["A bird", "A fish"], "echo":
            true, "logprobs": 2, "max_tokens": 2, "n": 2})"},
        {"POST", "/v1/completions", R"({"model": "model", "prompt": [[5, 6, 7]], "max_tokens": 2,
            "stream": true})"},
        {"POST", "/v1/responses", R"({"model": "model", "instructions": "Be brief.", "input": [
            {"role": "user", "content": [{"type": "input_text", "text": "Now?"}]}, {"type":
            "function_call", "call_id": "c", "name": "now", "arguments": "{}"}, {"type":
            "function_call_output", "call_id": "c", "output": "12:00"}, {"role": "user", "content":
            "So?"}], "tools": [{"type": "function", "name": "now", "parameters": {"type": "object"}}],
            "tool_choice": "none", "max_output_tokens": 2, "stream": true, "text": {"format": {"type": "text"}}, "include":
            ["message.output_text.logprobs"], "top_logprobs": 2})"},
        {"POST", "/v1/messages",
            R"({"model": "model", "system": "Be brief.", "max_tokens": 2,
            "stop_sequences": ["\n"], "thinking": {"type": "disabled"}, "messages": [{"role": "user",
            "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/png",
            "data": ")"
                + png + R"("}}, {"type": "text", "text": "What?"}]}, {"role": "assistant",
            "content": [{"type": "tool_use", "id": "t", "name": "now", "input": {"zone": "UTC"}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content":
            "12:00"}]}], "tools": [{"name": "now", "input_schema": {"type": "object"}}],
            "tool_choice": {"type": "any"}, "stream": true})"},
        {"POST", "/v1/messages/count_tokens",
            R"({"model": "model", "messages": [{"role": "user", "content": "Hello"}]})"},
        {"POST", "/v1/embeddings", R"({"model": "model", "input": ["a", "b"], "encoding_format":
            "base64", "dimensions": 8})"},
        {"POST", "/v1/rerank",
            R"({"model": "model", "query": "a", "documents": ["b", {"text": "c"}],
            "top_n": 1, "return_documents": true})"},
        {"POST", "/tokenize", R"({"content": "A gray heron.", "with_pieces": true})"},
        {"POST", "/tokenize", R"({"messages": [{"role": "user", "content": "Hello"}]})"},
        {"POST", "/detokenize", R"({"tokens": [5, 6, 7]})"},
    };
}

/// Makes one request out of a good one, with a few things wrong; always the same for a number.
class Mutation {
public:
    explicit Mutation(uint64_t number)
        : m_random(number)
    {
    }

    std::string of(const std::vector<Request>& good)
    {
        const Request& request = good[upTo(good.size() - 1)];
        std::string body = request.body;
        if (!body.empty() && chance(60))
            body = withWrongValues(body);
        if (!body.empty() && chance(25))
            damage(body);
        std::string head = std::string(request.method) + " " + request.path
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: "
              "application/json\r\n";
        std::string whole = framed(std::move(head), body);
        if (chance(15))
            damage(whole);
        if (chance(5))
            whole.resize(upTo(whole.size())); // the rest never comes
        return whole;
    }

private:
    size_t upTo(size_t most) { return std::uniform_int_distribution<size_t>(0, most)(m_random); }
    bool chance(size_t percent) { return upTo(99) < percent; }

    template <typename List>
    auto any(const List& list)
    {
        return *(std::begin(list) + ptrdiff_t(upTo(std::size(list) - 1)));
    }

    // ---- bodies ----

    std::string withWrongValues(const std::string& body)
    {
        Json json = Json::parse(body);
        for (size_t times = 1 + upTo(2); times > 0; --times)
            mutate(json, 0);
        return services::server::text(json);
    }

    void mutate(Json& value, int depth)
    {
        if (value.is_structured() && !value.empty() && !(depth > 0 && chance(20))) {
            auto child = value.begin();
            std::advance(child, ptrdiff_t(upTo(value.size() - 1)));
            if (value.is_object() && chance(10))
                value.erase(child.key());
            else if (value.is_array() && chance(10))
                value = Json::array_t(1
                        + upTo(std::min(
                            size_t(3000), maxRepeated / services::server::text(*child).size())),
                    Json(*child));
            else
                mutate(*child, depth + 1);
            return;
        }
        value = wrongValue(value);
    }

    Json wrongValue(const Json& before)
    {
        switch (upTo(11)) {
        case 0:
            return nullptr;
        case 1:
            return chance(50);
        case 2:
            return any(std::initializer_list<int64_t>{0, 1, -1, 17, 1 << 24, INT64_MAX, INT64_MIN});
        case 3:
            return any(std::initializer_list<double>{-0.0, 1e308, -1e308, 1e-320, 0.5});
        case 4:
            return std::string(upTo(5000), char('a' + upTo(25)));
        case 5:
            return Json::array({before, before});
        case 6:
            return {{"a", before}};
        case 7:
            return std::string(upTo(200'000), '\n');
        case 8:
            return nested(before);
        case 9:
            return any(std::initializer_list<const char*>{"", "user", "assistant", "tool", "system",
                "{}", "[[[[[[[[", "data:image/png;base64,", "data:text/plain;base64,QQ==",
                "<|im_end|>", "\xF0\x9F\x92\xA9", "../../etc/passwd", "json_object", "function"});
        case 10:
            if (before.is_string()) {
                std::string text = before.get<std::string>();
                damage(text);
                return text;
            }
            return Json::object();
        default:
            return Json::array();
        }
    }

    Json nested(Json value)
    {
        for (size_t depth = 1 + upTo(200); depth > 0; --depth)
            value = chance(50) ? Json::array({std::move(value)}) : Json{{"a", std::move(value)}};
        return value;
    }

    // ---- bytes ----

    void damage(std::string& bytes)
    {
        for (size_t times = 1 + upTo(3); times > 0; --times) {
            const size_t at = upTo(bytes.size()),
                         count = upTo(std::min<size_t>(bytes.size() - at, 40));
            switch (upTo(5)) {
            case 0:
                bytes.erase(at, count);
                break;
            case 1:
                bytes.insert(at, bytes.substr(at, count));
                break;
            case 2:
                if (at < bytes.size())
                    bytes[at] = char(upTo(255));
                break;
            case 3:
                bytes.insert(at,
                    any(std::initializer_list<const char*>{"\r\n", "\n", "\"", "[", "{", "]", "}",
                        ",", ":", "%41", "%00", "\\u0000", "\\ud800", "\xFF", "\xC0\x80", ";", "0x",
                        "-", "1e999", "99999999999999999999", "//", "/*"}));
                break;
            case 4:
                bytes.insert(at, upTo(20'000),
                    any(std::initializer_list<char>{'[', '{', '"', ' ', '0', '\n', 'a'}));
                break;
            default:
                std::swap(bytes[upTo(bytes.size() - 1)], bytes[upTo(bytes.size() - 1)]);
            }
            if (bytes.empty())
                bytes = "a";
        }
    }

    // ---- how bodies are sent ----

    std::string framed(std::string head, const std::string& body)
    {
        if (chance(10))
            head += any(std::initializer_list<const char*>{"Expect: 100-continue\r\n",
                "Range: bytes=0-1\r\n", "Content-Encoding: gzip\r\n",
                "Accept-Encoding: gzip, br\r\n", "Origin: null\r\n", "Content-Length: 5\r\n",
                "Transfer-Encoding: gzip\r\n", "Transfer-Encoding: chunked\r\n",
                "Connection: keep-alive\r\n", "X: %\r\n", "Authorization: Bearer \xFF\r\n",
                "Content-Type: multipart/form-data; boundary=a\r\n"});
        if (body.empty())
            return head + "\r\n";
        if (chance(70)) {
            const size_t length = chance(90) ? body.size() : upTo(2 * body.size());
            return head + "Content-Length: " + std::to_string(length) + "\r\n\r\n" + body;
        }
        std::string whole = head + "Transfer-Encoding: chunked\r\n\r\n";
        for (size_t at = 0; at < body.size();) {
            const size_t size = std::min(1 + upTo(body.size()), body.size() - at);
            whole += sizeLine(size) + body.substr(at, size) + (chance(98) ? "\r\n" : "");
            at += size;
        }
        return whole + (chance(95) ? "0\r\n" : "") + (chance(10) ? "A: b\r\n" : "") + "\r\n";
    }

    std::string sizeLine(size_t size)
    {
        if (chance(2))
            return any(std::initializer_list<const char*>{
                "-1\r\n", "x\r\n", "FFFFFFFFFFFFFFFFF\r\n", "\r\n", "0\r\n", "1\n"});
        std::ostringstream line;
        line << std::hex << size;
        if (chance(5))
            line << ";" << std::string(upTo(5000), 'x');
        return line.str() + "\r\n";
    }

    std::mt19937_64 m_random;
};

/// What a client got: "" if nothing came.
struct Outcome {
    bool hangs = false; ///< the connection was not ended in time
    std::string begin;
};

Outcome send(quint16 port, const std::string& request)
{
    const auto until = std::chrono::steady_clock::now() + longestAnswer;
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    Outcome outcome{.hangs = true};
    for (size_t sent = 0; std::chrono::steady_clock::now() < until;) {
        pollfd waiting{socket, short(sent < request.size() ? POLLIN | POLLOUT : POLLIN), 0};
        ::poll(&waiting, 1, 100);
        if ((waiting.revents & POLLOUT) != 0)
            sent += size_t(std::max<ssize_t>(
                ::send(socket, request.data() + sent, request.size() - sent, MSG_NOSIGNAL), 0));
        if ((waiting.revents & (POLLIN | POLLHUP | POLLERR)) == 0)
            continue;
        char bytes[1 << 14];
        const ssize_t count = ::recv(socket, bytes, sizeof bytes, 0);
        if (count > 0 && outcome.begin.size() < 9)
            outcome.begin.append(bytes, size_t(count));
        outcome.hangs = !(count == 0 || (count < 0 && errno != EAGAIN && errno != EINPROGRESS));
        if (!outcome.hangs)
            break;
    }
    ::close(socket);
    return outcome;
}

int64_t residentMemory()
{
    int64_t all = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * ::sysconf(_SC_PAGESIZE);
}

runtime::LoadOptions shortContext() // so that every answer is short
{
    runtime::LoadOptions load;
    load.contextTokens = 512;
    load.threads = 2;
    return load;
}

ServerOptions quickOptions()
{
    ServerOptions options;
    options.limits.head = options.limits.body = options.limits.idle
        = std::chrono::milliseconds(500);
    return options;
}

} // namespace

// VIGNETTE_MUTATIONS says how many requests are sent (500), VIGNETTE_MUTATION the number of the first
// (1): a request depends on its number alone. VIGNETTE_MUTATION=N VIGNETTE_MUTATIONS=1 repeats one.
class MutatedRequestsTest : public QObject {
    Q_OBJECT

    // Writes the request that failed to a file and returns its path.
    static QString saved(int number, const std::vector<Request>& good)
    {
        const QString path
            = QDir::temp().filePath(QStringLiteral("mutated-request-%1").arg(number));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(QByteArray::fromStdString(Mutation(uint64_t(number)).of(good)));
        return path;
    }

private slots:
    void theServerStandsThem()
    {
        const int first = environmentNumber("VIGNETTE_MUTATION", 1);
        const int count = environmentNumber("VIGNETTE_MUTATIONS", 500);
        const Served served(shortContext(), quickOptions());
        QTRY_COMPARE_WITH_TIMEOUT(served.get("/health").status, 200, 60'000);
        const std::vector<Request> good = goodRequests();
        std::atomic<int> next = first, answered = 0, failed = 0;
        std::atomic<int64_t> memory = 0;

        const auto talk = [&] {
            for (int number; failed == 0 && (number = next++) < first + count;) {
                const Outcome outcome = send(served.port(), Mutation(uint64_t(number)).of(good));
                const bool isHttp = outcome.begin.empty() || outcome.begin.starts_with("HTTP/1.1 ");
                answered += !outcome.begin.empty();
                memory = std::max(memory.load(), residentMemory());
                if (outcome.hangs || !isHttp || memory > maxMemory)
                    failed = number;
            }
        };
        std::vector<std::thread> threads;
        for (int client = 0; client < clients; ++client)
            threads.emplace_back(talk);
        for (std::thread& thread : threads)
            thread.join();

        qInfo("%d of %d answered; at most %d MiB of memory", answered.load(), count,
            int(memory >> 20));
        if (failed != 0)
            QFAIL(qPrintable(saved(failed, good)));
        QVERIFY(answered > count / 2);
        QCOMPARE(served.get("/health").status, 200);
    }

    // Otherwise nothing but rejections would be tried.
    void whatIsMutatedIsGood()
    {
        const Served served(shortContext(), quickOptions());
        QTRY_COMPARE_WITH_TIMEOUT(served.get("/health").status, 200, 60'000);
        for (const Request& request : goodRequests()) {
            const bool isGet = request.method == std::string("GET");
            const auto answer = isGet
                ? served.get(request.path)
                : served.post(request.path, QByteArray::fromStdString(request.body));
            const bool needsEncoder = request.path == std::string("/v1/embeddings")
                || request.path == std::string("/v1/rerank");
            QVERIFY2(
                answer.status == (needsEncoder ? 400 : 200), request.path + (": " + answer.body));
        }
    }
};

TESTS(MutatedRequestsTest, QCoreApplication);
#include "mutated_requests_test.moc"
