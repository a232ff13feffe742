#include "app/cli/command.h"
#include "app/cli/document_store.h"
#include "app/cli/documents.h"
#include "app/cli/file_outcome.h"
#include "app/cli/output.h"
#include "services/documents/index/index_documents.h"

namespace app {

namespace {

void embed(services::DocumentIndex& store, services::PassageEncoder& encoder)
{
    ProgressBar progress("Vectors");
    embedPassages(
        store, encoder, [&progress](int64_t done, int64_t total) { progress.show(done, total); });
}

} // namespace

int runIndex(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Reads documents, so that questions find what stands in them. What is known already is not "
        "read again; what is gone from a folder is forgotten.");
    parser.addPositionalArgument("PATH…", "files, and folders with all that is below them");
    addStoreOption(parser);
    addEmbeddingOption(parser);
    parser.addOption({"json", "Print one JSON object per file: its pages, passages and error."});
    parse(parser, "vignette-cli index", arguments);
    if (parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli index needs at least one PATH");

    const auto encoder = loadEncoder(parser);
    const auto store = openStore(parser);
    bool wasAnyRead = false;
    const auto splitting = encoder ? encoder->splitting() : services::Splitting();
    const auto print = [&](const services::FileOutcome& outcome) {
        wasAnyRead = wasAnyRead || outcome.error.isEmpty();
        app::print(outcome, parser.isSet("json"));
    };
    indexDocuments(*store, parser.positionalArguments(), splitting, print);
    if (encoder)
        embed(*store, *encoder);
    return wasAnyRead ? 0 : 1;
}

} // namespace app
