#include "services/remote/remote_engine.h"

#include "services/remote/provider_trial.h"
#include "services/remote/remote_answer.h"
#include "services/remote/remote_embedding.h"

#include <QCoreApplication>
#include <QTimer>

#include <future>
#include <utility>

namespace services {

namespace {

using runtime::ModelState;
using Stage = ModelState::Stage;
using Clock = std::chrono::steady_clock;

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::RemoteEngine)
};

// What the server says goes before what was tried.
OfferedModel together(OfferedModel told, const OfferedModel& known)
{
    const auto add = [](auto& said, const auto& tried) { said = said ? said : tried; };
    add(told.sees, known.sees);
    add(told.embeds, known.embeds);
    add(told.callsTools, known.callsTools);
    return told;
}

// What nobody has said may be tried.
runtime::ModelSummary summarize(const OfferedModel& model, const Provider& provider)
{
    runtime::ModelSummary summary;
    summary.name = model.name.toStdString();
    summary.device = hostName(provider.address).toStdString();
    if (*model.kind().name)
        summary.device += std::string(", ") + model.kind().name;
    summary.canSee = model.sees.value_or(true);
    summary.callsTools = model.callsTools.value_or(true);
    summary.embeds = model.embeds.value_or(true);
    summary.contextTokens = model.contextTokens;
    summary.answersAtOnce = provider.atOnce;
    return summary;
}

} // namespace

/// Finds the model, then lets its answers ask.
class RemoteEngine::Work : public QObject, public std::enable_shared_from_this<Work> {
public:
    explicit Work(RemoteEngine& engine)
        : m_engine(engine)
        , m_options(engine.m_options)
        , m_retries(m_options.times.retries)
    {
        m_options.thread->trafficTo(m_options.provider.address).setMax(m_options.provider.atOnce);
    }

    void open()
    {
        if (!m_options.key)
            return takeKey({QByteArray(), {}});
        m_options.key([weak = weak_from_this(), thread = std::weak_ptr(m_options.thread)](
                          const Outcome<QByteArray>& key) {
            if (const auto living = thread.lock())
                living->post([weak, key] {
                    if (const auto work = weak.lock())
                        work->takeKey(key);
                });
        });
    }

    void add(RemoteAnswer::Task task)
    {
        auto* answer = new RemoteAnswer(std::move(task), *m_options.thread, m_options.times);
        m_answers << answer;
        connect(answer, &RemoteAnswer::foundAway, this, [this](const QString& why) { fail(why); });
        connect(answer, &RemoteAnswer::ended, this, [this, answer] {
            m_answers.removeOne(answer);
            answer->deleteLater();
            m_engine.noteAnswered();
        });
        if (m_model)
            answer->ask(*m_model);
        else if (m_failure)
            answer->fail({base::ErrorKind::DeviceLost, m_failure->toStdString()});
    }

    void embed(std::vector<std::string> texts, RemoteEmbedding::Done done)
    {
        auto* embedding = new RemoteEmbedding(
            *m_options.thread, *m_model, std::move(texts), m_options.times, std::move(done));
        embedding->setParent(this);
        connect(embedding, &RemoteEmbedding::ended, embedding, &QObject::deleteLater);
    }

    void end(const runtime::AnswerFailure& why)
    {
        while (!m_answers.isEmpty())
            m_answers.first()->fail(why);
        for (RemoteEmbedding* embedding : findChildren<RemoteEmbedding*>())
            embedding->fail(QString::fromStdString(why.message));
    }

private:
    void takeKey(const Outcome<QByteArray>& key)
    {
        m_key = key.value.value_or(QByteArray());
        ask();
    }

    void ask()
    {
        m_place.emplace(m_options.thread->takeNetwork());
        auto* inquiry = new ProviderInquiry(m_place->network(), m_options.provider.address, m_key,
            m_options.model, m_options.times, this);
        connect(inquiry, &ProviderInquiry::found, this,
            [this, inquiry](const QList<OfferedModel>&, const OfferedModel& model) {
                inquiry->deleteLater();
                takeModel(together(model, m_options.known));
            });
        connect(
            inquiry, &ProviderInquiry::failed, this, [this, inquiry](const RemoteFailure& failure) {
                inquiry->deleteLater();
                askAgain(failure);
            });
    }

    void askAgain(const RemoteFailure& failure)
    {
        m_place.reset();
        const auto wait = m_retries.waitAfter(failure.http);
        if (!wait)
            return fail(toMessage(failure));
        QTimer::singleShot(*wait, this, [this] { ask(); });
    }

    void takeModel(const OfferedModel& model)
    {
        m_place.reset();
        m_model = RemoteModel{m_options.provider.address, m_key, model};
        m_engine.setState(
            {.stage = Stage::Ready, .share = 1, .summary = summarize(model, m_options.provider)});
        const QList<RemoteAnswer*> waiting = m_answers;
        for (RemoteAnswer* answer : waiting)
            answer->ask(*m_model);
    }

    // The model cannot be used any more; whoever asks next asks a new engine.
    void fail(const QString& message)
    {
        m_engine.setState({.stage = Stage::Failed, .message = message.toStdString()});
        if (m_model)
            return; // each answer finds out for itself
        m_failure = message;
        end({base::ErrorKind::DeviceLost, message.toStdString()});
    }

    RemoteEngine& m_engine;
    const RemoteEngineOptions& m_options;
    Retries m_retries;
    QByteArray m_key;
    std::optional<RemoteModel> m_model; // nothing: it has not been found yet
    std::optional<QString> m_failure; // why it was not found
    std::optional<NetworkPlace> m_place; // of the question for it
    QList<RemoteAnswer*> m_answers; // that have not ended; each deletes itself after its end
};

RemoteEngine::RemoteEngine(RemoteEngineOptions options, std::shared_ptr<runtime::EngineHost> host)
    : m_options(std::move(options))
    , m_host(host ? std::move(host) : std::make_shared<runtime::EngineHost>())
{
    m_options.thread->post([this] { m_work = std::make_shared<Work>(*this); });
}

RemoteEngine::~RemoteEngine()
{
    unload(runtime::Unloading::ProgramEnds);
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_hasEnded; });
}

void RemoteEngine::load()
{
    {
        const std::lock_guard lock(m_mutex);
        m_state.stage = Stage::Loading;
        m_state.message
            = Texts::tr("contacting %1").arg(hostName(m_options.provider.address)).toStdString();
        m_use.last = Clock::now();
    }
    m_options.thread->post([this] {
        if (m_work)
            m_work->open();
    });
}

void RemoteEngine::unload(runtime::Unloading why)
{
    const std::lock_guard lock(m_mutex);
    if (m_ending)
        return;
    m_ending = m_state.stage == Stage::Failed
        ? runtime::AnswerFailure{base::ErrorKind::DeviceLost, m_state.message}
        : runtime::failureBy(why);
    m_changed.notify_all();
    m_options.thread->post([this] { end(); });
}

// Afterwards nothing on the thread knows the engine.
void RemoteEngine::end()
{
    m_work->end(*m_ending); // it does not change any more
    m_work.reset();
    m_host->ended();
    const std::lock_guard lock(m_mutex);
    m_hasEnded = true;
    m_changed.notify_all();
}

runtime::ModelState RemoteEngine::describe() const
{
    const std::lock_guard lock(m_mutex);
    return m_state;
}

runtime::EngineUse RemoteEngine::use() const
{
    const std::lock_guard lock(m_mutex);
    return m_use;
}

void RemoteEngine::setState(runtime::ModelState state)
{
    {
        const std::lock_guard lock(m_mutex);
        m_state = std::move(state);
        m_use.last = Clock::now();
        m_changed.notify_all();
    }
    m_host->changed();
}

void RemoteEngine::noteAnswered()
{
    {
        const std::lock_guard lock(m_mutex);
        --m_use.openAnswers;
        m_use.last = Clock::now();
    }
    m_host->answered();
}

runtime::Answer RemoteEngine::submit(
    runtime::AnswerRequest request, std::shared_ptr<runtime::AnswerSink> sink)
{
    const std::stop_source stop;
    std::unique_lock lock(m_mutex);
    if (m_ending) {
        const runtime::AnswerFailure why = *m_ending;
        lock.unlock();
        sink->onFailed(why);
        return runtime::Answer(stop);
    }
    ++m_use.openAnswers;
    m_use.last = Clock::now();
    const auto task = std::make_shared<RemoteAnswer::Task>(
        RemoteAnswer::Task{std::move(request), std::move(sink), stop.get_token()});
    m_options.thread->post([this, task] { m_work->add(std::move(*task)); });
    return runtime::Answer(stop);
}

std::vector<std::vector<float>> RemoteEngine::embed(std::span<const std::string> texts)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_ending || m_state.stage != Stage::Loading; });
    if (m_ending || m_state.stage != Stage::Ready)
        throw base::Error(
            base::ErrorKind::DeviceLost, m_ending ? m_ending->message : m_state.message);
    if (texts.empty())
        return {};
    const auto told = std::make_shared<std::promise<Outcome<Vectors>>>();
    std::future<Outcome<Vectors>> outcome = told->get_future();
    m_options.thread->post([this, told, copies = std::vector(texts.begin(), texts.end())] {
        m_work->embed(
            copies, [told](const Outcome<Vectors>& vectors) { told->set_value(vectors); });
    });
    lock.unlock();
    Outcome<Vectors> vectors = outcome.get();
    if (!vectors.value)
        throw base::Error(base::ErrorKind::Unsupported, vectors.error.toStdString());
    return std::move(*vectors.value);
}

} // namespace services
