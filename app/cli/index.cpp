#include "app/cli/command.h"
#include "app/cli/document_store.h"
#include "app/cli/documents.h"
#include "app/cli/input_files.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "services/documents/answers/model_judge.h"
#include "services/documents/index/index_documents.h"
#include "services/documents/index/read_scans.h"

#include <functional>
#include <memory>
#include <optional>

namespace app {

namespace {

void embed(services::DocumentIndex& store, services::PassageEncoder& encoder)
{
    ProgressBar progress("Vectors");
    embedPassages(
        store, encoder, [&progress](int64_t done, int64_t total) { progress.show(done, total); });
}

// Null: images are found by the text in them alone.
std::unique_ptr<runtime::AnswerEngine> loadCaptioner(const QCommandLineParser& parser)
{
    if (!parser.isSet("model"))
        return nullptr;
    auto engine = loadLocalEngine(parser, Drafts::None, printError);
    if (!engine->describe().summary.canSee)
        throw UsageError("index needs a vision model as --model to describe pictures");
    return engine;
}

using Print = std::function<void(const services::FileOutcome&)>;

// A message about images that lack a caption is printed when they have one.
class Captions {
public:
    Captions(services::DocumentIndex& store, runtime::AnswerEngine& engine, const Print& print)
        : m_store(store)
        , m_captioner(engine)
        , m_print(print)
    {
    }

    bool take(const services::FileOutcome& outcome)
    {
        for (const services::IndexedFile& file : m_store.files(outcome.file))
            if (file.stamp.path == outcome.file && lacksCaption(m_store, file)) {
                m_pictures << file;
                return true;
            }
        return false;
    }

    void add()
    {
        for (const services::IndexedFile& picture : m_pictures)
            m_print(captioned(picture));
    }

private:
    // One that the model fails on keeps what was read of it.
    services::FileOutcome captioned(const services::IndexedFile& picture)
    {
        try {
            return addCaption(m_store, picture, m_captioner);
        } catch (const base::Error& error) {
            const QString why = picture.document.error.isEmpty()
                ? QString::fromUtf8(error.what())
                : picture.document.error + u' ' + QString::fromUtf8(error.what());
            return {picture.stamp.path, picture.document.pages, picture.document.passages, why};
        }
    }

    services::DocumentIndex& m_store;
    services::ModelCaptioner m_captioner;
    const Print& m_print;
    QList<services::IndexedFile> m_pictures;
};

// Reads scanned pages that are not read by --ocr-model yet. A message says which stay as Tesseract read
// them.
class Scans {
public:
    Scans(services::DocumentIndex& store, services::ScanReader& reader,
        const services::Splitting& splitting)
        : m_store(store)
        , m_reader(reader)
        , m_bar("Scanned pages")
        , m_run{splitting, {}, {}, [this](qint64 done, qint64 total) { m_bar.show(done, total); }}
    {
    }

    // Returns what is known of the file afterwards.
    services::FileOutcome read(const services::FileOutcome& outcome)
    {
        for (const services::IndexedFile& file : m_store.files(outcome.file))
            if (file.stamp.path == outcome.file && hasUnreadScans(file.document, m_reader.name()))
                return read(file, outcome);
        return outcome;
    }

private:
    services::FileOutcome read(
        const services::IndexedFile& file, const services::FileOutcome& outcome)
    {
        try {
            return readScans(m_store, file, m_reader, m_run);
        } catch (const base::Error& error) {
            printError("Scanned pages of " + file.stamp.path.toStdString()
                + " were read with Tesseract: " + error.what());
            return outcome;
        }
    }

    services::DocumentIndex& m_store;
    services::ScanReader& m_reader;
    ProgressBar m_bar;
    const services::ScanRun m_run;
};

} // namespace

int runIndex(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Indexes documents for searching and asking questions. Unchanged files are skipped, and "
        "files deleted from a folder are removed from the index. With a vision model as --model, "
        "pictures can be found by their captions.");
    parser.addPositionalArgument("PATH…",
        "files, folders with their subfolders, and web pages (https://…), which are saved as files "
        "first");
    addStoreOption(parser);
    addEmbeddingOption(parser);
    addModelOptions(parser); // of a model that sees
    addScanModelOption(parser);
    parser.addOption({"json", "Print one JSON object per file: its pages, passages and error."});
    parse(parser, "vignette-cli index", arguments);
    if (parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli index needs at least one PATH");

    const auto describer = loadCaptioner(parser);
    const auto scanReader = loadScanReader(parser);
    const auto encoder = loadEncoder(parser);
    const auto [store, own] = openStore(parser, services::MissingStore::Create);
    bool wasAnyRead = false;
    const auto splitting = encoder ? encoder->splitting() : services::Splitting();
    const Print print = [&](const services::FileOutcome& outcome) {
        wasAnyRead = wasAnyRead || outcome.error.isEmpty();
        app::print(outcome, parser.isSet("json"));
    };
    std::optional<Captions> captions;
    if (describer)
        captions.emplace(*store, *describer, print);
    QStringList paths;
    for (const QString& argument : parser.positionalArguments())
        paths << documentPath(argument);
    std::optional<Scans> scans;
    services::ReaderProcess process;
    if (scanReader) {
        scans.emplace(*store, *scanReader, splitting);
        process.scanReader = scanReader->name();
    }
    const auto take = [&](const services::FileOutcome& read) {
        const services::FileOutcome outcome = scans ? scans->read(read) : read;
        if (!captions || !captions->take(outcome))
            print(outcome);
    };
    indexDocuments(*store, *own, paths, splitting, take, process);
    if (captions)
        captions->add();
    if (encoder)
        embed(*store, *encoder);
    return wasAnyRead ? 0 : 1;
}

} // namespace app
