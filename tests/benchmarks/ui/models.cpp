#include "runtime/answers/local_engine.h"
#include "services/generation/model_pool.h"
#include "services/models/load_settings.h"
#include "services/models/model_id_text.h"
#include "tests/benchmarks/ui/figures.h"
#include "tests/benchmarks/ui/patience.h"
#include "tests/benchmarks/ui/topics.h"
#include "tests/runtime/models/measured_memory.h"

#include <QElapsedTimer>

#include <cmath>
#include <string>

namespace bench {

using services::GeneratorThread;
using services::LoadOptions;
using services::ModelId;
using services::ModelPool;
using services::ModelState;

namespace {

// The built-in model and, if the environment names one, a larger one.
QList<ModelId> models()
{
    QList<ModelId> models{{}};
    const QString named = qEnvironmentVariable("VIGNETTE_BENCH_MODEL");
    if (!named.isEmpty())
        models << services::parseModelId(named);
    return models;
}

std::string figure(const char* name, const ModelId& model)
{
    return std::string("models.") + name + (model.isBuiltIn() ? ".built-in" : ".named");
}

double milliseconds(const QElapsedTimer& timer)
{
    return double(timer.nsecsElapsed()) * 1e-6;
}

// Measures from the request for a model to its first sign of life, and until it is ready.
void measureLoad(const ModelId& model)
{
    ModelPool pool{LoadOptions{}};
    QElapsedTimer timer;
    double first = -1;
    QObject::connect(&pool, &ModelPool::stateChanged, &pool, [&] {
        if (first < 0)
            first = milliseconds(timer);
    });
    for (const char* name : {"load.first", "load.second"}) {
        timer.start();
        pool.registry().load(model);
        waitUntil([&] { return pool.registry().state(model).stage != ModelState::Stage::Loading; },
            "The model was not loaded within ten minutes.");
        if (pool.registry().state(model).stage != ModelState::Stage::Ready)
            fail("The model cannot be loaded: "
                + services::stateMessage(pool.registry().state(model)));
        print(figure(name, model).c_str(), milliseconds(timer), "ms", 1500);
        pool.registry().unload(model);
    }
    print(figure("load.progress", model).c_str(), first, "ms", 100);
}

// Measures from canceling a load, which began `wait` before, to the end of its thread.
double cancelAfter(const ModelId& model, unsigned long wait)
{
    runtime::LocalEngineOptions options;
    options.load.path = model.path();
    options.thread = std::make_unique<GeneratorThread>();
    auto engine = std::make_unique<runtime::LocalEngine>(std::move(options));
    engine->load();
    QThread::msleep(wait);
    QElapsedTimer timer;
    timer.start();
    engine.reset(); // waits
    return milliseconds(timer);
}

void measureCancel(const ModelId& model)
{
    Samples samples;
    for (const unsigned long wait : {0, 1, 5, 10, 20, 50, 100, 200, 300, 500, 800})
        samples.add(cancelAfter(model, wait));
    print(figure("load.cancel", model).c_str(), samples.most(), "ms", 500);
}

void measureEstimate(const ModelId& model)
{
    LoadOptions options;
    options.path = model.path();
    options.contextTokens = 2048;
    const double estimated
        = double(services::estimateMemory(services::describeModel(model), options).total());
    const double measured = double(tests::measuredMemory(options));
    print(figure("memory.estimated", model).c_str(), estimated / 1e6, "MB");
    print(figure("memory.measured", model).c_str(), measured / 1e6, "MB");
    print(figure("memory.error", model).c_str(), std::abs(estimated - measured) / measured * 100,
        "%", 5);
}

} // namespace

void measureModels()
{
    for (const ModelId& model : models()) {
        measureLoad(model);
        measureCancel(model);
        measureEstimate(model);
    }
}

} // namespace bench
