#include "services/generation/answer_stream.h"

#include "services/models/model_texts.h"

#include <QCoreApplication>

namespace services {

namespace {

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::AnswerStream)
};

QString toMessage(const runtime::AnswerFailure& failure)
{
    if (!failure.unloading)
        return QString::fromStdString(failure.message);
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

AnswerStream::AnswerStream()
{
    m_count.setInterval(countEvery);
    connect(&m_count, &QTimer::timeout, this, &AnswerStream::countDown);
}

// The engine may be the last to release the stream, which belongs to the reader's thread.
AnswerStream* AnswerStream::open(QObject* reader, const Begin& begin)
{
    const std::shared_ptr<AnswerStream> stream(
        new AnswerStream, [](AnswerStream* released) { released->deleteLater(); });
    stream->m_self = stream;
    connect(reader, &QObject::destroyed, stream.get(), &AnswerStream::abandon);
    stream->m_answer = begin(stream);
    return stream.get();
}

// Calls `report` in the reader's thread, unless the answer has ended there or nobody reads it.
template <typename Report>
void AnswerStream::post(Report report)
{
    const auto reportIfRead = [this, report = std::move(report)] {
        if (m_self)
            report();
    };
    QMetaObject::invokeMethod(this, reportIfRead, Qt::QueuedConnection);
}

void AnswerStream::onWait(const AnswerWait& wait)
{
    post([this, wait] {
        m_wait = wait;
        m_count.start();
        emit waits(toMessage(wait));
    });
}

void AnswerStream::onStarted()
{
    post([this] {
        m_count.stop();
        emit started();
    });
}

void AnswerStream::onText(std::string_view text, std::span<const runtime::TokenDetail> tokens)
{
    post([this, words = QString::fromUtf8(text.data(), qsizetype(text.size())),
             details = std::vector(tokens.begin(), tokens.end())] {
        m_tokens.insert(m_tokens.end(), details.begin(), details.end());
        m_count.stop();
        emit textAdded(words);
    });
}

void AnswerStream::onToolCall(const runtime::ToolCall& call)
{
    post([this, call] {
        m_count.stop();
        m_calls.push_back(call);
    });
}

void AnswerStream::onSpeed(double tokensPerSecond)
{
    post([this, tokensPerSecond] { emit writes(tokensPerSecond); });
}

void AnswerStream::onFinished(const AnswerStatistics& statistics)
{
    post([this, statistics] {
        end();
        emit finished(statistics);
    });
}

void AnswerStream::onFailed(const runtime::AnswerFailure& failure)
{
    post([this, message = toMessage(failure)] {
        end();
        emit failed(message);
    });
}

// The stream is deleted later: it may be sending a signal.
void AnswerStream::end()
{
    m_count.stop();
    m_self.reset();
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
    disconnect();
    stop();
    end();
}

} // namespace services
