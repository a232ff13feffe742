#include "services/generation/generator_thread.h"

#include "services/generation/loaded_model.h"

#include <QMutexLocker>

#include <algorithm>

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
    , m_whyNoModel(tr("No model is loaded."))
{
    qRegisterMetaType<AnswerId>("services::AnswerId");
    qRegisterMetaType<ModelSummary>("services::ModelSummary");
    qRegisterMetaType<AnswerStatistics>("services::AnswerStatistics");
}

GeneratorThread::~GeneratorThread()
{
    {
        const QMutexLocker lock(&m_mutex);
        m_ending = true;
        m_commandsArrived.wakeAll();
    }
    wait();
}

void GeneratorThread::load(const LoadOptions& options)
{
    push({Command::Kind::Load, std::make_shared<const LoadOptions>(options), 0, {}});
}

AnswerId GeneratorThread::submit(AnswerRequest request)
{
    const AnswerId id = ++m_lastId;
    push({Command::Kind::Begin, {}, id, std::move(request)});
    return id;
}

void GeneratorThread::stop(AnswerId id)
{
    push({Command::Kind::Stop, {}, id, {}});
}

void GeneratorThread::push(Command command)
{
    const QMutexLocker lock(&m_mutex);
    m_commands.push_back(std::move(command));
    m_commandsArrived.wakeAll();
}

std::deque<GeneratorThread::Command> GeneratorThread::takeCommands(bool wait)
{
    const QMutexLocker lock(&m_mutex);
    while (wait && m_commands.empty() && !m_ending)
        m_commandsArrived.wait(&m_mutex);
    return std::exchange(m_commands, {});
}

void GeneratorThread::run()
{
    while (!m_ending) {
        const bool idle = !m_runner || m_runner->isIdle();
        for (Command& command : takeCommands(idle))
            execute(command);
        if (m_runner && !m_ending)
            m_runner->step();
    }
    m_runner.reset();
    m_model.reset();
}

void GeneratorThread::execute(Command& command)
{
    switch (command.kind) {
    case Command::Kind::Load:
        openModel(*command.options);
        break;
    case Command::Kind::Begin:
        if (m_runner)
            m_runner->begin(command.id, std::move(command.request));
        else
            emit answerFailed(command.id, m_whyNoModel);
        break;
    case Command::Kind::Stop:
        if (m_runner)
            m_runner->stop(command.id);
        break;
    }
}

void GeneratorThread::openModel(const LoadOptions& options)
{
    closeModel();
    emit modelLoading(0);
    try {
        m_model = LoadedModel::load(options, [this](double share) {
            emit modelLoading(share);
            return !m_ending;
        });
        AnswerListener& listener = *this;
        m_runner = std::make_unique<AnswerRunner>(*m_model, listener);
    } catch (const std::exception& error) {
        m_runner.reset();
        m_model.reset();
        m_whyNoModel = QString::fromUtf8(error.what());
        emit modelFailed(m_whyNoModel);
        return;
    }
    emit modelLoaded(summarise(*m_model, options.path.empty()));
}

void GeneratorThread::closeModel()
{
    if (m_runner)
        m_runner->failAll(tr("The model was replaced before this answer was complete."));
    m_runner.reset();
    m_model.reset();
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
    emit answerFinished(id, statistics);
}

void GeneratorThread::onFailed(AnswerId id, const QString& sentence)
{
    emit answerFailed(id, sentence);
}

} // namespace services
