#include "services/serving/pool_models.h"

#include "services/generation/answer_settings.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <ctime>
#include <mutex>
#include <utility>

namespace services {

namespace {

constexpr const char* starterId = "vignette-starter"; // in every language

} // namespace

/// What servers see on their threads.
class PoolModels::List : public server::ServedModels {
public:
    std::vector<server::ServedModel> models() const override
    {
        const std::lock_guard lock(m_mutex);
        return m_models;
    }
    void set(std::vector<server::ServedModel> models)
    {
        const std::lock_guard lock(m_mutex);
        m_models = std::move(models);
    }

private:
    mutable std::mutex m_mutex; // guards what follows
    std::vector<server::ServedModel> m_models;
};

PoolModels::PoolModels(
    ModelPool& pool, const InstalledModels& installed, const Settings& settings, QObject* parent)
    : QObject(parent)
    , m_pool(pool)
    , m_installed(installed)
    , m_settings(settings)
    , m_served(std::make_shared<List>())
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    const auto soon = qOverload<>(&QTimer::start);
    connect(&m_soon, &QTimer::timeout, this, &PoolModels::refresh);
    connect(&installed, &InstalledModels::changed, &m_soon, soon);
    connect(&pool, &ModelPool::currentChanged, &m_soon, soon);
    connect(&settings, &Settings::changed, this, [this](const QString& key) {
        if (key == QLatin1String(settings::sampler.key) || key.startsWith(u"model/"))
            m_soon.start(); // how they answer
    });
    refresh();
}

std::shared_ptr<const server::ServedModels> PoolModels::served() const
{
    return m_served;
}

QString PoolModels::currentId() const
{
    return m_current;
}

QString PoolModels::findId(const ModelId& model) const
{
    return m_ids.value(model);
}

void PoolModels::refresh()
{
    QList<ModelId> offered;
    if (!m_pool.current().isRemote())
        offered << m_pool.current();
    for (const ModelFacts& model : m_installed.models())
        if (model.isUsable() && !model.id.isRemote() && !offered.contains(model.id))
            offered << model.id;
    std::vector<server::ServedModel> served;
    for (const ModelId& model : std::as_const(offered)) {
        if (!m_ids.contains(model))
            m_ids[model] = newIdFor(model);
        const QString id = m_ids[model];
        served.push_back(servedModel(model, id));
    }
    m_current = offered.isEmpty() ? QString() : m_ids[offered.first()];
    m_served->set(std::move(served));
    emit changed();
}

server::ServedModel PoolModels::servedModel(const ModelId& model, const QString& id) const
{
    const auto engine = m_pool.engine(model); // keeps the registry
    return {.id = id.toStdString(),
        .engine = engine,
        .usual = servedAnswerSettings(m_settings, model),
        .since = std::time(nullptr),
        .isLoadedWhenAsked = true,
        .unload = [engine, &registry = m_pool.registry(), model] { registry.unload(model); }};
}

// The id is the name of the model's file, as in `vignette-cli serve`; the second of two models with
// the same name gets a number. It stays that model's for as long as the program runs.
QString PoolModels::newIdFor(const ModelId& model) const
{
    const QString name
        = model.isBuiltIn() ? QLatin1String(starterId) : m_installed.displayName(model);
    QString id = name;
    const QList<QString> taken = m_ids.values();
    for (int number = 2; taken.contains(id); ++number)
        id = name + u'-' + QString::number(number);
    return id;
}

} // namespace services
