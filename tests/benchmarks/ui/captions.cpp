#include "engine/generate/generator.h"
#include "runtime/models/loaded_model.h"
#include "runtime/prompt/prompt_text.h"
#include "services/captions/caption_library.h"
#include "services/generation/model_pool.h"
#include "tests/benchmarks/ui/figures.h"
#include "tests/benchmarks/ui/patience.h"
#include "tests/benchmarks/ui/topics.h"
#include "tests/engine/generate/process_memory.h"
#include "tests/support/program.h"
#include "vision/images/decode.h"

#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QImage>
#include <QTemporaryDir>

namespace bench {

namespace {

using services::CaptionRow;
using services::CaptionRun;
using services::CaptionWriter;

constexpr int usualPictures = 150; // VIGNETTE_CAPTION_PICTURES asks for more
const services::CaptionTask task{"Describe the image."};

// Copies of the samples of which no two are the same, so that none is found in a cache.
QStringList makePictures(const QTemporaryDir& folder, int count)
{
    const QDir samples(tests::resource("samples"));
    QList<QImage> originals;
    for (const QString& name : samples.entryList({"*.png"}, QDir::Files, QDir::Name))
        originals << QImage(samples.filePath(name));
    QStringList files;
    for (int i = 0; i < count; ++i) {
        QImage image = originals[i % originals.size()];
        image.setPixelColor(i % 384, (i / 384) % 384, QColor(1, 2, 3));
        files << folder.filePath(QStringLiteral("%1.png").arg(i, 5, 10, QChar(u'0')));
        image.save(files.last());
    }
    return files;
}

engine::Job jobFor(runtime::LoadedModel& model, const QString& file)
{
    const auto picture
        = std::make_shared<const vision::Image>(vision::decodeImageFile(file.toStdString()));
    const runtime::AnswerRequest request{
        {{runtime::Role::User, {picture, task.prompt.toStdString()}}}};
    runtime::Prompt prompt
        = runtime::buildPrompt(*model.promptFormat(), request, {model.embed(*picture)});
    engine::Job job;
    job.ids = std::move(prompt.ids);
    job.images = std::move(prompt.images);
    job.maxNewTokens = task.maxTokens;
    job.stopTokens = model.endTokens();
    job.sampling.temperature = 0;
    return job;
}

// The engine alone: as many captions at once, no window, no file. Images per second.
double rawThroughput(const QStringList& files)
{
    const auto model = runtime::LoadedModel::load({});
    engine::Generator generator(model->model(), model->cache(), model->tokenizer(), {});
    QElapsedTimer clock;
    clock.start();
    qsizetype next = 0;
    while (next < files.size() || generator.numRemainingJobs() > 0) {
        while (next < files.size() && generator.numRemainingJobs() < CaptionWriter::together)
            generator.enqueue(jobFor(*model, files[next++]));
        generator.iterate();
    }
    return double(files.size()) / (double(clock.elapsed()) * 1e-3);
}

void waitFor(CaptionRun& run, CaptionRow::State state, qsizetype count)
{
    QEventLoop loop;
    const auto quit = [&] {
        if (run.count(state) + run.count(CaptionRow::State::Failed) >= count)
            loop.quit();
    };
    QObject::connect(&run, &CaptionRun::rowChanged, &loop, quit);
    if (run.count(state) < count)
        loop.exec();
    if (run.count(state) < count)
        fail(QStringLiteral("%1 pictures could not be captioned.")
                 .arg(run.count(CaptionRow::State::Failed)));
}

void waitUntilLoaded(services::ModelPool& models)
{
    models.registry().load({});
    waitUntil(
        [&] { return models.registry().state({}).stage != services::ModelState::Stage::Loading; },
        "The model was not loaded within ten minutes.");
    if (models.registry().state({}).stage != services::ModelState::Stage::Ready)
        fail("The model cannot be loaded: " + services::stateMessage(models.registry().state({})));
}

double mebibytes(int64_t bytes)
{
    return double(bytes) / (1 << 20);
}

} // namespace

void measureCaptions()
{
    const int asked = qEnvironmentVariableIntValue("VIGNETTE_CAPTION_PICTURES");
    const int pictures = std::max(asked, usualPictures);
    const QTemporaryDir folder;
    const QStringList files = makePictures(folder, pictures);

    const double raw = rawThroughput(files.mid(0, std::min(pictures, 5 * usualPictures)));
    services::ModelPool models{services::LoadOptions{}};
    waitUntilLoaded(models);
    services::CaptionLibrary library(models, folder.filePath("captions.sqlite"));
    CaptionRun& run = *library.add(files, task);

    QElapsedTimer clock;
    clock.start();
    run.start();
    waitFor(run, CaptionRow::State::Done, pictures / 5);
    const int64_t first = tests::residentBytes();
    waitFor(run, CaptionRow::State::Done, pictures);
    const double throughput = double(pictures) / (double(clock.elapsed()) * 1e-3);
    const int64_t last = tests::residentBytes();

    print("30 captions, engine alone", raw, "pictures/s");
    print("30 captions, a run that is kept", throughput, "pictures/s");
    print("30 captions, a run against the engine alone", 100 * throughput / raw, "%", 95);
    print(
        "30 memory added from a fifth of the pictures to all", mebibytes(last - first), "MiB", 10);
}

} // namespace bench
