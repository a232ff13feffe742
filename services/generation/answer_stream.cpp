#include "services/generation/answer_stream.h"

#include "services/generation/model_state.h"

#include <QCoreApplication>

#include <mutex>

namespace services {

namespace {

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::AnswerStream)
};

QString toMessage(const runtime::AnswerFailure& failure)
{
    if (!failure.unloading)
        return QString::fromStdString(failure.sentence);
    switch (*failure.unloading) {
    case runtime::Unloading::LoadCancelled:
        return Texts::tr("Loading the model was canceled.");
    case runtime::Unloading::ProgramEnds:
        return Texts::tr("Vignette was closed before this answer was complete.");
    case runtime::Unloading::Wanted:
        break;
    }
    return Texts::tr("The model was unloaded before this answer was complete.");
}

} // namespace

// Called on the engine's thread; forwards events as long as the stream lives.
class AnswerStream::Sink : public runtime::AnswerSink {
public:
    explicit Sink(AnswerStream* stream)
        : m_stream(stream)
    {
    }

    void forget()
    {
        const std::lock_guard lock(m_mutex);
        m_stream = nullptr;
    }

    void waits(const AnswerWait& wait) override
    {
        post([wait](AnswerStream& stream) { stream.wait(wait); });
    }
    void started() override
    {
        post([](AnswerStream& stream) {
            stream.m_count.stop();
            emit stream.started();
        });
    }
    void said(std::string_view text, std::span<const runtime::TokenDetail> tokens) override
    {
        post([words = QString::fromUtf8(text.data(), qsizetype(text.size())),
                 details = std::vector(tokens.begin(), tokens.end())](AnswerStream& stream) {
            stream.m_tokens.insert(stream.m_tokens.end(), details.begin(), details.end());
            stream.m_count.stop();
            emit stream.textAdded(words);
        });
    }
    void called(const runtime::ToolCall& call) override
    {
        post([call](AnswerStream& stream) {
            stream.m_count.stop();
            stream.m_calls.push_back(call);
        });
    }
    void writes(double tokensPerSecond) override
    {
        post([tokensPerSecond](AnswerStream& stream) { emit stream.writes(tokensPerSecond); });
    }
    void finished(const AnswerStatistics& statistics) override
    {
        post([statistics](AnswerStream& stream) {
            stream.m_count.stop();
            stream.deleteLater();
            emit stream.finished(statistics);
        });
    }
    void failed(const runtime::AnswerFailure& failure) override
    {
        post([sentence = toMessage(failure)](AnswerStream& stream) {
            stream.m_count.stop();
            stream.deleteLater();
            emit stream.failed(sentence);
        });
    }

private:
    template <typename Telling>
    void post(Telling tell)
    {
        const std::lock_guard lock(m_mutex);
        if (m_stream)
            QMetaObject::invokeMethod(
                m_stream, [stream = m_stream, tell] { tell(*stream); }, Qt::QueuedConnection);
    }

    std::mutex m_mutex; // guards the stream's life
    AnswerStream* m_stream; // null: nobody listens any more
};

AnswerStream::AnswerStream(const Begin& begin, QObject* reader)
    : QObject(reader)
    , m_sink(std::make_shared<Sink>(this))
    , m_answer(begin(m_sink))
{
    m_count.setInterval(countEvery);
    connect(&m_count, &QTimer::timeout, this, &AnswerStream::countDown);
}

AnswerStream::~AnswerStream()
{
    m_sink->forget();
}

void AnswerStream::wait(const AnswerWait& wait)
{
    m_wait = wait;
    m_count.start();
    emit waits(toMessage(wait));
}

// Never to the end, which only the engine knows.
void AnswerStream::countDown()
{
    if (m_wait.secondsLeft <= 1)
        return;
    --m_wait.secondsLeft;
    emit waits(toMessage(m_wait));
}

void AnswerStream::stop()
{
    m_answer.stop();
}

void AnswerStream::abandon()
{
    m_sink->forget();
    disconnect();
    stop();
    deleteLater();
}

} // namespace services
