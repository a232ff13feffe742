#include "services/generation/generator_thread.h"

#include "engine/generate/async_generator.h"
#include "engine/generate/generator.h"
#include "kernels/devices/backends.h"
#include "services/generation/loaded_model.h"

#include <QDeadlineTimer>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <utility>

namespace services {

namespace {

// For writing what is remembered. A second start of the program waits longer for the first's end.
constexpr std::chrono::milliseconds farewellTime(2500);

// Ids are told apart among all threads.
AnswerId nextAnswerId()
{
    static std::atomic<AnswerId> last = 0;
    return ++last;
}

ModelSummary summarise(LoadedModel& model, bool isStarter)
{
    ModelSummary summary;
    summary.name = QString::fromStdString(model.name());
    summary.device = QString::fromStdString(model.deviceDescription());
    summary.canSee = model.canSee();
    summary.isStarter = isStarter;
    summary.contextTokens = model.contextTokens();
    if (model.draft())
        summary.draft = QString::fromStdString(model.draft()->name());
    summary.vision = model.promptFormat()->vision;
    return summary;
}

bool isMeant(const kernels::DeviceOffer& offer, const std::string& name)
{
    return name == offer.name || name.starts_with(offer.name + ":") || name + ":0" == offer.name;
}

std::string kindOf(const std::string& device)
{
    return device.substr(0, device.find(':'));
}

// A device that this machine does not have is no reason not to answer. Returns a sentence for each
// that is left out.
QStringList useWhatThereIs(LoadOptions& options)
{
    QStringList notes;
    std::string usable;
    const std::vector<kernels::DeviceOffer> offers = kernels::listDevices();
    for (const std::string& name : deviceNames(options.device)) {
        const auto offer = std::ranges::find_if(
            offers, [&](const auto& one) { return isMeant(one, name) && one.name != "cpu"; });
        if (offer != offers.end() && !offer->problem.empty())
            notes << GeneratorThread::tr("%1 is not used: %2.")
                         .arg(QString::fromStdString(offer->description),
                             QString::fromStdString(offer->problem));
        else if (offer == offers.end() && name.find(':') != std::string::npos
            && std::ranges::any_of(
                offers, [&](const auto& one) { return kindOf(one.name) == kindOf(name); }))
            notes << GeneratorThread::tr("%1 is not used: this machine does not have it.")
                         .arg(QString::fromStdString(name));
        else
            usable += (usable.empty() ? "" : ",") + name;
    }
    options.device = usable.empty() ? "cpu" : usable;
    return notes;
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
    qRegisterMetaType<PromptFormatPtr>("services::PromptFormatPtr");
    qRegisterMetaType<AnswerWait>("services::AnswerWait");
    qRegisterMetaType<AnswerStatistics>("services::AnswerStatistics");
    m_runner->close(tr("No model is loaded."));
}

GeneratorThread::~GeneratorThread()
{
    m_loop->close();
    wait();
}

void GeneratorThread::close()
{
    m_loop->close();
}

void GeneratorThread::load(const LoadOptions& options)
{
    const QString sentence = tr("The model was replaced before this answer was complete.");
    m_open.stopAll(sentence);
    m_loop->post([this, options, sentence] {
        const QDeadlineTimer patience(farewellTime);
        m_runner->keepConversations([&patience] { return patience.hasExpired(); });
        m_runner->close(sentence);
        openModel(options);
    });
}

AnswerId GeneratorThread::submit(AnswerRequest request)
{
    const AnswerId id = nextAnswerId();
    m_loop->post([this, id, request = std::move(request), stop = m_open.open(id)]() mutable {
        m_runner->begin(id, std::move(request), std::move(stop));
    });
    return id;
}

void GeneratorThread::stop(AnswerId id)
{
    m_open.stop(id);
}

void GeneratorThread::setCacheShelf(std::shared_ptr<CacheShelf> shelf)
{
    m_loop->post([this, shelf = std::move(shelf)] { m_runner->setCacheShelf(shelf); });
}

void GeneratorThread::keepConversations()
{
    m_loop->post([this] {
        m_runner->keepConversations([this] { return m_loop->isAwaited() || m_loop->isClosed(); });
    });
}

void GeneratorThread::run()
{
    m_loop->run([this] {
        const QDeadlineTimer patience(farewellTime);
        m_runner->keepConversations([&patience] { return patience.hasExpired(); });
    });
    m_runner->close(tr("The program was closed before this answer was complete."));
}

void GeneratorThread::openModel(LoadOptions options)
{
    emit modelLoading(0);
    try {
        const QStringList deviceNotes = useWhatThereIs(options);
        auto model = LoadedModel::load(options, [this](double share) {
            emit modelLoading(share);
            return !m_loop->isClosed();
        });
        LoadedModel& loaded = *model;
        const QString draftNote = m_runner->open(std::move(model));
        ModelSummary summary = summarise(loaded, options.path.empty());
        summary.notes << deviceNotes;
        if (!draftNote.isEmpty())
            summary.notes << draftNote;
        emit modelLoaded(summary, loaded.promptFormat());
    } catch (const std::bad_alloc&) {
        closeModel(QStringLiteral("There is not enough memory for this."));
    } catch (const std::exception& error) {
        closeModel(QString::fromUtf8(error.what()));
    }
}

void GeneratorThread::closeModel(const QString& sentence)
{
    m_runner->close(sentence);
    emit modelFailed(sentence);
}

void GeneratorThread::onWaiting(AnswerId id, const AnswerWait& wait)
{
    emit answerWaits(id, wait);
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

// The step that found out is still under way, so the model is let go of after it.
void GeneratorThread::onModelLost(const QString& sentence)
{
    emit modelFailed(sentence);
    m_loop->post([this, sentence] { m_runner->close(sentence); });
}

} // namespace services
