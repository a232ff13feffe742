#include "services/documents/answers/figure_captions.h"

#include "services/documents/answers/model_judge.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <memory>
#include <utility>

namespace services {

namespace {

bool isReady(const runtime::ModelState& state)
{
    return state.stage == runtime::ModelState::Stage::Ready && state.summary.canSee;
}

// Describes as long as the model is loaded; it is not loaded for that.
class LoadedCaptioner : public PictureCaptioner {
public:
    LoadedCaptioner(std::shared_ptr<runtime::AnswerEngine> engine, std::stop_token stop)
        : m_engine(std::move(engine))
        , m_captioner(*m_engine, std::move(stop))
    {
    }

    std::string describe(const Picture& picture) override
    {
        if (!isReady(m_engine->describe()))
            throw base::Error(base::ErrorKind::Cancelled, "");
        return m_captioner.describe(picture);
    }

private:
    const std::shared_ptr<runtime::AnswerEngine> m_engine;
    ModelCaptioner m_captioner;
};

} // namespace

FigureCaptions::FigureCaptions(
    DocumentLibrary& library, ModelPool& models, Settings& settings, QObject* parent)
    : QObject(parent)
    , m_library(library)
    , m_models(models)
    , m_settings(settings)
{
    connect(&models, &ModelPool::stateChanged, this, &FigureCaptions::update);
    connect(&models, &ModelPool::currentChanged, this, &FigureCaptions::update);
    connect(&settings, &Settings::changed, this, [this](const QString& key) {
        if (key == QLatin1String(settings::figuresDescribed.key))
            update();
    });
    update();
}

bool FigureCaptions::isWanted() const
{
    const ModelId& model = m_models.current();
    return m_settings.get(settings::figuresDescribed) && !model.isRemote()
        && isReady(m_models.registry().state(model));
}

void FigureCaptions::update()
{
    const bool isDescribing = isWanted();
    const ModelId model = isDescribing ? m_models.current() : ModelId();
    if (isDescribing == m_isDescribing && model == m_model)
        return;
    m_isDescribing = isDescribing;
    m_model = model;
    if (!isDescribing)
        return m_library.setCaptioner(nullptr);
    m_library.setCaptioner([engine = m_models.engine(model)](std::stop_token stop) {
        return std::make_unique<LoadedCaptioner>(engine, std::move(stop));
    });
}

} // namespace services
