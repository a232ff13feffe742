#include "services/remote/remote_embedding.h"

#include "base/error.h"
#include "engine/files/json_text.h"
#include "services/remote/provider.h"
#include "services/text.h"

#include <QTimer>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace services {

namespace {

constexpr size_t atOnce = 64; // texts of a request
constexpr size_t maxNumbers = 65'536; // of a vector

bool meansNoVectors(const RemoteFailure& failure)
{
    const int status = failure.http.status;
    return status == 400 || status == 404 || status == 405 || status == 422 || status == 501;
}

std::vector<float> readVector(const nlohmann::json& row)
{
    const auto numbers = row.find("embedding");
    if (numbers == row.end() || !numbers->is_array() || numbers->empty()
        || numbers->size() > maxNumbers)
        reject(RemoteEmbedding::tr("the response contains no embeddings"));
    std::vector<float> vector;
    for (const auto& number : *numbers) {
        if (!number.is_number() || !std::isfinite(number.get<float>()))
            reject(RemoteEmbedding::tr("an embedding contains invalid numbers"));
        vector.push_back(number.get<float>());
    }
    return vector;
}

} // namespace

Vectors embeddingVectors(const QByteArray& json, size_t count)
{
    constexpr size_t valuesOfRow = 16; // in addition to the numbers
    const auto answer
        = engine::tryParseJson<nlohmann::json>({json.constData(), size_t(json.size())},
            {.values = (count + 1) * (maxNumbers + valuesOfRow), .bytes = size_t(json.size())})
              .value_or(nullptr);
    const auto rows = answer.is_object() ? answer.find("data") : answer.end();
    if (!answer.is_object() || rows == answer.end() || !rows->is_array() || rows->size() != count)
        reject(RemoteEmbedding::tr("the number of embeddings is wrong"));
    Vectors vectors(count);
    for (size_t place = 0; place < count; ++place) {
        const auto& row = (*rows)[place];
        if (!row.is_object())
            reject(RemoteEmbedding::tr("the response contains no embeddings"));
        const auto index = row.find("index");
        const bool isTold = index != row.end() && index->is_number_unsigned();
        const size_t text = isTold ? index->get<size_t>() : place;
        if (text >= count || !vectors[text].empty())
            reject(RemoteEmbedding::tr("an embedding has an invalid index"));
        vectors[text] = readVector(row);
        if (vectors[text].size() != vectors[0].size() && !vectors[0].empty())
            reject(RemoteEmbedding::tr("the embeddings have different lengths"));
    }
    return vectors;
}

RemoteEmbedding::RemoteEmbedding(RemoteThread& thread, const RemoteModel& model,
    std::vector<std::string> texts, const RemoteTimes& times, Done done)
    : m_thread(thread)
    , m_model(model)
    , m_texts(std::move(texts))
    , m_times(times)
    , m_done(std::move(done))
    , m_traffic(thread.trafficTo(model.address))
    , m_retries(times.retries)
{
    m_traffic.enter(this, Traffic::Place::Last, [this] { askNext(); });
}

RemoteEmbedding::~RemoteEmbedding()
{
    leave();
}

void RemoteEmbedding::askNext()
{
    const size_t first = m_vectors.size();
    const size_t end = std::min(first + atOnce, m_texts.size());
    const std::vector<std::string> texts(
        m_texts.begin() + ptrdiff_t(first), m_texts.begin() + ptrdiff_t(end));
    const nlohmann::json body{{"model", m_model.facts.name.toStdString()}, {"input", texts},
        {"encoding_format", "float"}};
    RemoteQuestion question{addressAt(m_model.address, QStringLiteral("/embeddings")),
        QByteArray::fromStdString(
            body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)),
        m_model.key, tr("the model “%1”").arg(m_model.facts.name)};
    question.patience = m_times.firstWord;
    question.maxBytes = 256 << 20;
    m_answer.clear();
    m_place.emplace(m_thread.takeNetwork());
    m_call = std::make_unique<RemoteCall>(m_place->network(), question);
    connect(m_call.get(), &RemoteCall::arrived, this,
        [this](const QByteArray& bytes) { m_answer += bytes; });
    connect(m_call.get(), &RemoteCall::ended, this, &RemoteEmbedding::take);
    connect(m_call.get(), &RemoteCall::failed, this, &RemoteEmbedding::onFailed);
}

void RemoteEmbedding::take()
try {
    const size_t count = std::min(atOnce, m_texts.size() - m_vectors.size());
    for (std::vector<float>& vector : embeddingVectors(m_answer, count))
        m_vectors.push_back(std::move(vector));
    if (m_vectors.front().size() != m_vectors.back().size())
        reject(tr("the embeddings have different lengths"));
    m_retries.succeed();
    m_traffic.noteServed();
    leave();
    if (m_vectors.size() == m_texts.size())
        return finish({std::move(m_vectors), {}});
    m_traffic.enter(this, Traffic::Place::First, [this] { askNext(); });
} catch (const std::exception& error) {
    RemoteFailure strange;
    strange.http.kind = HttpFailure::Kind::Strange;
    strange.http.host = hostName(m_model.address);
    strange.http.details = QString::fromUtf8(error.what());
    finish({{}, toMessage(strange)});
}

void RemoteEmbedding::onFailed(const RemoteFailure& failure)
{
    leave();
    if (meansNoVectors(failure))
        return finish({{},
            tr("The model “%1” at %2 doesn't compute embeddings.")
                .arg(m_model.facts.name, hostName(m_model.address))});
    const bool mayComeAgain = !failure.isTooBusy() || ++m_putOff <= m_times.maxPutOff;
    const auto wait = failure.isTooBusy()
        ? std::optional(failure.http.wait.value_or(m_times.retries.first))
        : m_retries.waitAfter(failure.http);
    if (!mayComeAgain || !wait || *wait > m_times.retries.longestAsked)
        return finish({{}, toMessage(failure)});
    if (failure.isTooBusy())
        m_traffic.noteTooBusy(*wait);
    QTimer::singleShot(*wait, this, [this] {
        if (m_done)
            m_traffic.enter(this, Traffic::Place::First, [this] { askNext(); });
    });
}

void RemoteEmbedding::leave()
{
    if (m_call) {
        m_call->stop();
        m_call.release()->deleteLater(); // it may be what calls
    }
    m_place.reset();
    m_traffic.leave(this);
}

void RemoteEmbedding::finish(const Outcome<Vectors>& outcome)
{
    leave();
    if (const Done done = std::exchange(m_done, nullptr)) {
        done(outcome);
        emit ended();
    }
}

void RemoteEmbedding::fail(const QString& message)
{
    finish({{}, message});
}

} // namespace services
