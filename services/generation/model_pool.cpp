#include "services/generation/model_pool.h"

#include "services/background.h"
#include "services/models/model_id_text.h"

namespace services {

GeneratorThread::~GeneratorThread()
{
    wait();
}

void GeneratorThread::run(std::function<void()> loop)
{
    m_loop = std::move(loop);
    start();
}

void GeneratorThread::run()
{
    m_loop();
}

ModelPool::ModelPool(const LoadOptions& defaults, QObject* parent)
    : QObject(parent)
    , m_current(ModelId::fromPath(defaults.path))
    , m_defaults(defaults)
    , m_registry(std::make_shared<runtime::ModelRegistry>(
          [this](const ModelId& model, std::shared_ptr<runtime::EngineHost> host) {
              return makeEngine(model, std::move(host));
          }))
{
    m_registry->setListener([this](const ModelId& model) {
        QMetaObject::invokeMethod(this, [this, model] { emit stateChanged(model); });
    });
}

ModelPool::~ModelPool()
{
    m_registry->close();
}

// Called on the thread that requests the model.
std::shared_ptr<runtime::AnswerEngine> ModelPool::makeEngine(
    const ModelId& model, std::shared_ptr<runtime::EngineHost> host)
{
    if (model.isRemote() && m_remoteFactory)
        return m_remoteFactory(model, std::move(host));
    runtime::LocalEngineOptions options;
    options.load = optionsFor(model);
    const std::lock_guard lock(m_mutex);
    m_used[model] = options.load;
    options.files = m_remembered;
    options.thread = std::make_unique<GeneratorThread>();
    return std::make_shared<runtime::LocalEngine>(std::move(options), std::move(host));
}

LoadOptions ModelPool::optionsFor(const ModelId& model) const
{
    std::unique_lock lock(m_mutex);
    LoadOptions options = m_defaults;
    options.projectorPath = m_projectors.value(model).toStdString();
    const auto own = m_own;
    lock.unlock();
    options.path = model.isRemote() ? std::filesystem::path(model.text()) : model.path();
    if (own)
        own(model, options);
    if (options.draftPath == options.path)
        options.draftPath.clear();
    return options;
}

LoadOptions ModelPool::optionsInUse(const ModelId& model) const
{
    std::unique_lock lock(m_mutex);
    const auto found = m_used.constFind(model);
    const std::optional<LoadOptions> used
        = found == m_used.cend() ? std::nullopt : std::optional(*found);
    lock.unlock();
    const bool isReady = m_registry->state(model).stage == ModelState::Stage::Ready;
    return used && isReady ? *used : optionsFor(model);
}

bool ModelPool::isOutdated(const ModelId& model) const
{
    const LoadOptions used = optionsInUse(model);
    const LoadOptions next = optionsFor(model);
    return next.contextTokens != used.contextTokens || next.device != used.device
        || next.products != used.products;
}

void ModelPool::setRemoteFactory(runtime::EngineFactory factory)
{
    m_remoteFactory = std::move(factory);
}

void ModelPool::setCurrent(const ModelId& model)
{
    if (model == m_current)
        return;
    m_current = model;
    emit currentChanged();
}

void ModelPool::setDefaults(const LoadOptions& defaults)
{
    const std::lock_guard lock(m_mutex);
    m_defaults = defaults;
}

void ModelPool::setOwnOptions(std::function<void(const ModelId&, LoadOptions&)> own)
{
    const std::lock_guard lock(m_mutex);
    m_own = std::move(own);
}

void ModelPool::setProjectors(const QHash<ModelId, QString>& projectors)
{
    const std::lock_guard lock(m_mutex);
    m_projectors = projectors;
}

void ModelPool::setRemembered(std::shared_ptr<runtime::RememberedFiles> files)
{
    const std::lock_guard lock(m_mutex);
    m_remembered = std::move(files);
}

std::shared_ptr<runtime::AnswerEngine> ModelPool::engine(const ModelId& model) const
{
    return std::make_shared<runtime::RegistryEngine>(m_registry, model);
}

void ModelPool::countTokens(const ModelId& model, AnswerRequest request, QObject* receiver,
    std::function<void(const std::optional<runtime::TokenCount>&)> reader)
{
    runInBackground<std::optional<runtime::TokenCount>>(
        receiver,
        [registry = m_registry, model, request = std::move(request)] {
            return registry->count(model, request);
        },
        [reader = std::move(reader)](const Outcome<std::optional<runtime::TokenCount>>& outcome) {
            reader(outcome.value.value_or(std::nullopt));
        });
}

} // namespace services
