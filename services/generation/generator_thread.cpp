#include "services/generation/generator_thread.h"

#include "engine/generate/async_generator.h"
#include "engine/generate/generator.h"
#include "services/generation/loaded_model.h"

#include <memory>
#include <utility>

namespace services {

namespace {

ModelSummary summarise(LoadedModel& model, bool isStarter)
{
    ModelSummary summary;
    summary.name = QString::fromStdString(model.name());
    summary.device = QString::fromStdString(model.backend().description());
    summary.canSee = model.canSee();
    summary.isStarter = isStarter;
    summary.contextTokens = model.cache().numPages() * engine::pageSize;
    return summary;
}

} // namespace

GeneratorThread::GeneratorThread(QObject* parent)
    : QThread(parent)
    , m_loop(std::make_unique<engine::AsyncGenerator>())
{
    AnswerListener& listener = *this;
    m_runner = std::make_unique<AnswerRunner>(*m_loop, listener);
    qRegisterMetaType<AnswerId>("services::AnswerId");
    qRegisterMetaType<ModelSummary>("services::ModelSummary");
    qRegisterMetaType<AnswerStatistics>("services::AnswerStatistics");
    m_runner->close(tr("No model is loaded."));
}

GeneratorThread::~GeneratorThread()
{
    m_loop->close();
    wait();
}

void GeneratorThread::load(const LoadOptions& options)
{
    const QString sentence = tr("The model was replaced before this answer was complete.");
    m_open.stopAll(sentence);
    m_loop->post([this, options, sentence] {
        m_runner->close(sentence);
        openModel(options);
    });
}

AnswerId GeneratorThread::submit(AnswerRequest request)
{
    const AnswerId id = ++m_lastId;
    m_loop->post([this, id, request = std::move(request), stop = m_open.open(id)]() mutable {
        m_runner->begin(id, std::move(request), std::move(stop));
    });
    return id;
}

void GeneratorThread::stop(AnswerId id)
{
    m_open.stop(id);
}

void GeneratorThread::run()
{
    m_loop->run();
    m_runner->close(tr("The program was closed before this answer was complete."));
}

void GeneratorThread::openModel(const LoadOptions& options)
{
    emit modelLoading(0);
    try {
        auto model = LoadedModel::load(options, [this](double share) {
            emit modelLoading(share);
            return !m_loop->isClosed();
        });
        const ModelSummary summary = summarise(*model, options.path.empty());
        m_runner->open(std::move(model));
        emit modelLoaded(summary);
    } catch (const std::exception& error) {
        const auto sentence = QString::fromUtf8(error.what());
        m_runner->close(sentence);
        emit modelFailed(sentence);
    }
}

void GeneratorThread::onStarted(AnswerId id)
{
    emit answerStarted(id);
}

void GeneratorThread::onText(AnswerId id, const QString& text)
{
    emit textAdded(id, text);
}

void GeneratorThread::onFinished(AnswerId id, const AnswerStatistics& statistics)
{
    const QString failure = m_open.close(id);
    if (statistics.end == AnswerStatistics::End::Stopped && !failure.isEmpty())
        emit answerFailed(id, failure);
    else
        emit answerFinished(id, statistics);
}

void GeneratorThread::onFailed(AnswerId id, const QString& sentence)
{
    m_open.close(id);
    emit answerFailed(id, sentence);
}

} // namespace services
