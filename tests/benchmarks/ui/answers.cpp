// What follows when something is asked, stopped, asked again: targets 8 and 18 to 21.
#include "engine/generate/generator.h"
#include "runtime/memory/remembered_files.h"
#include "runtime/models/loaded_model.h"
#include "services/conversations/answer_writer.h"
#include "services/conversations/conversation.h"
#include "services/generation/model_pool.h"
#include "services/pictures/picture.h"
#include "services/settings/settings.h"
#include "tests/benchmarks/ui/figures.h"
#include "tests/benchmarks/ui/patience.h"
#include "tests/benchmarks/ui/topics.h"
#include "tests/support/fixtures.h"
#include "tests/support/program.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

#include <filesystem>
#include <memory>
#include <vector>

namespace bench {

namespace {

using services::Conversation;

// A writer with a model that is loaded: the built-in one, or the file that the environment names.
class Desk {
public:
    explicit Desk(const QString& model, qint64 contextTokens = 0,
        const std::shared_ptr<runtime::RememberedFiles>& files = nullptr)
        : m_settings(m_folder.filePath("settings.ini"))
        , m_models(optionsFor(model, contextTokens))
        , m_writer(m_models, m_settings)
    {
        m_models.setRemembered(files);
        const services::ModelId id = services::parseModelId(model);
        m_models.registry().load(id);
        using Stage = services::ModelState::Stage;
        waitUntil([&] { return m_models.registry().state(id).stage != Stage::Loading; },
            "The model was not loaded within ten minutes.");
        if (m_models.registry().state(id).stage != Stage::Ready)
            fail("The model cannot be loaded: "
                + services::stateMessage(m_models.registry().state(id)));
    }

    services::AnswerWriter& writer() { return m_writer; }
    services::ModelPool& models() { return m_models; }

    // Waits for the last answer and returns it.
    const services::Message& finish(const Conversation& conversation)
    {
        waitUntil(
            [&] { return !conversation.isWriting(); }, "An answer took longer than ten minutes.");
        const services::Message& answer = conversation.message(conversation.rowCount() - 1);
        if (answer.state == services::Message::State::Failed)
            fail("An answer failed: " + answer.error);
        return answer;
    }

private:
    static services::LoadOptions optionsFor(const QString& model, qint64 contextTokens)
    {
        services::LoadOptions options;
        options.path = model.toStdU16String();
        options.contextTokens = contextTokens;
        return options;
    }

    QTemporaryDir m_folder;
    services::Settings m_settings;
    services::ModelPool m_models;
    services::AnswerWriter m_writer;
};

QString benchModel()
{
    return qEnvironmentVariable("VIGNETTE_BENCH_MODEL");
}

services::AnswerSettings ofLength(qint64 tokens)
{
    services::AnswerSettings settings;
    settings.maxTokens = tokens;
    settings.schema = R"({"type": "array", "items": {"type": "integer"}, "minItems": 100000})";
    return settings;
}

services::Picture sample(const char* name)
{
    return services::decodePictureFile(tests::resource(QStringLiteral("samples/") + name));
}

} // namespace

// The state of the answer tells that the engine has released it.
void measureStop()
{
    Desk desk({});
    Samples milliseconds;
    double tokenMilliseconds = 0;
    for (int round = 0; round < 30; ++round) {
        Conversation conversation;
        conversation.setSettings({.generation = ofLength(4000)});
        conversation.appendUserMessage({"Count."});
        desk.writer().answer(conversation);
        waitUntil([&] { return conversation.message(1).text.size() > 10; },
            "Nothing was written within ten minutes.");
        QElapsedTimer timer;
        timer.start();
        desk.writer().stop(conversation);
        const services::Message& answer = desk.finish(conversation);
        milliseconds.add(double(timer.nsecsElapsed()) * 1e-6);
        tokenMilliseconds = 1000 / std::max(1e-9, answer.statistics.tokensPerSecond);
    }
    print("8 stop pressed until the answer has ended, median", milliseconds.percentile(0.5), "ms",
        tokenMilliseconds + 50);
    print("8 stop pressed until the answer has ended, longest", milliseconds.most(), "ms",
        tokenMilliseconds + 50);
}

namespace {

constexpr qint64 longContext = 10240; // tokens

// What the engine alone takes for tokens at the end of a long context.
struct BareJob {
    double restoreSeconds = 0, gigabytes = 0; // of the file
    double firstTokenSeconds = 0;
    double tokensRead = 0;
};

// Goes on from the file of a conversation with `count` tokens more.
BareJob runBareJob(const QString& model, const std::filesystem::path& file, int64_t count)
{
    services::LoadOptions options;
    options.path = model.toStdU16String();
    options.contextTokens = longContext;
    const std::unique_ptr<runtime::LoadedModel> loaded = runtime::LoadedModel::load(options);
    engine::Generator::Options limits;
    limits.maxSeqLen = loaded->contextTokens();
    engine::Generator generator(loaded->model(), loaded->cache(), loaded->tokenizer(), limits);

    BareJob bare;
    QElapsedTimer timer;
    timer.start();
    std::vector<engine::ContentKey> keys;
    generator.restoreCache(file, &keys);
    bare.restoreSeconds = double(timer.nsecsElapsed()) * 1e-9;
    bare.gigabytes = double(std::filesystem::file_size(file)) * 1e-9;

    engine::Job job;
    job.ids.assign(keys.begin(), keys.end());
    for (int64_t token = 0; token < count; ++token)
        job.ids.push_back(engine::TokenId('a' + token % 26));
    job.maxNewTokens = 1;
    generator.enqueue(std::move(job));
    while (generator.numRemainingJobs() > 0)
        for (const engine::Result& result : generator.iterate())
            if (result.eos) {
                bare.firstTokenSeconds = result.secondsPrefill;
                bare.tokensRead = double(result.promptTokens - result.cachedTokens);
            }
    return bare;
}

// The only file that is complete in a folder; empty: there is none yet.
std::filesystem::path fileIn(const std::filesystem::path& folder)
{
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".cache")
            return entry.path();
    return {};
}

// The file of the desk's only conversation. A model that is released writes for as long as a user
// would wait, and on a busy machine a long context takes longer: so it is written before.
std::filesystem::path keep(Desk& desk, const std::filesystem::path& folder)
{
    desk.models().registry().keepRemembered();
    waitUntil([&] { return !fileIn(folder).empty(); },
        "Nothing was kept of the conversation within ten minutes.");
    return fileIn(folder);
}

services::AnswerStatistics ask(Desk& desk, Conversation& conversation, const QString& question)
{
    conversation.appendUserMessage({question});
    desk.writer().answer(conversation);
    return desk.finish(conversation).statistics;
}

} // namespace

// A chat of 8,000 tokens takes a minute or more to read once; that is not measured. The next turn
// is compared with as many tokens at the same depth in a job of the engine's alone, and the turn
// after that is asked in a program that was started again.
void measureNextTurn()
{
    const QString model = benchModel();
    if (model.isEmpty())
        fail("18 is left out: set VIGNETTE_BENCH_MODEL to a model with a context of 8,192 tokens "
             "or more.");
    const QTemporaryDir temporary;
    const std::filesystem::path folder = temporary.path().toStdU16String();
    const auto files = std::make_shared<runtime::RememberedFiles>(folder);
    files->setLimit(qint64(16) << 30);
    Conversation conversation;
    conversation.setSettings({.generation = services::AnswerSettings{.maxTokens = 8}});
    services::AnswerStatistics next;
    std::filesystem::path file;
    {
        Desk desk(model, longContext, files);
        // A byte a token in models with synthetic vocabularies, which are what is at hand.
        ask(desk, conversation, QString("The quick brown fox jumps. ").repeated(295));
        next = ask(desk, conversation, "And what does the fox do after that, in a few words?");
        file = keep(desk, folder);
    }
    const auto read = next.promptTokens - next.cachedTokens;
    const BareJob bare = runBareJob(model, file, read);
    Desk desk(model, longContext, files);
    const services::AnswerStatistics later
        = ask(desk, conversation, "And what does the dog do after that, in a few words?");

    print("18 tokens of the chat", double(next.promptTokens), "tokens");
    print("18 tokens read for the next turn", double(read), "tokens");
    print("18 first token of the next turn", next.firstTokenSeconds * 1000, "ms");
    print("18 tokens read in a bare job at the same depth", bare.tokensRead, "tokens");
    print("18 first token of that", bare.firstTokenSeconds * 1000, "ms");
    print("18 the next turn beyond the bare job",
        std::max(0.0, next.firstTokenSeconds - bare.firstTokenSeconds) * 1000, "ms", 150);
    print("20 bringing a conversation back from the disk", bare.restoreSeconds / bare.gigabytes,
        "s/GB", 0.5);
    print("20 tokens read for the next turn after another start",
        double(later.promptTokens - later.cachedTokens), "tokens");
    print("20 first token of that", later.firstTokenSeconds * 1000, "ms");
}

// How long encoding takes shows in the first turn, where nothing is kept yet.
void measureSamePicture()
{
    Desk desk({});
    Conversation conversation;
    conversation.appendUserMessage({"Describe the image.", {sample("two-2.png")}});
    desk.writer().answer(conversation);
    const services::AnswerStatistics first = desk.finish(conversation).statistics;
    conversation.appendUserMessage({"What is in the image?"});
    desk.writer().answer(conversation);
    const services::AnswerStatistics next = desk.finish(conversation).statistics;

    print("19 first token with a new picture", first.firstTokenSeconds * 1000, "ms");
    print("19 first token of the next turn", next.firstTokenSeconds * 1000, "ms");
    print("19 tokens read again for the same picture",
        double(std::max<qint64>(0, first.promptTokens - next.cachedTokens - 1)), "tokens", 0);
}

void measureBranches()
{
    Desk desk(benchModel());
    Conversation conversation;
    conversation.setSettings({.generation = ofLength(40)});
    conversation.appendUserMessage({QString("The quick brown fox. ").repeated(60)});
    desk.writer().answer(conversation);
    const services::Message first = desk.finish(conversation);
    desk.writer().answerAgain(conversation, first.id);
    const services::AnswerStatistics again = desk.finish(conversation).statistics;
    print("21 tokens read to answer again", double(again.promptTokens - again.cachedTokens),
        "tokens", 1);

    QElapsedTimer timer;
    timer.start();
    conversation.showMessage(first.id);
    print("20 another branch is shown", double(timer.nsecsElapsed()) * 1e-6, "ms", 50);
    conversation.appendUserMessage({"Go on."});
    desk.writer().answer(conversation);
    const services::AnswerStatistics next = desk.finish(conversation).statistics;
    print("20 tokens read to go on there, the question's included",
        double(next.promptTokens - next.cachedTokens), "tokens");
}

} // namespace bench
