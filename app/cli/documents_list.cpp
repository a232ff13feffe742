#include "app/cli/command.h"
#include "app/cli/document_store.h"
#include "app/cli/documents.h"
#include "app/cli/file_outcome.h"

namespace app {

int listDocuments(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Lists the documents of a store.");
    addStoreOption(parser);
    parser.addOption({"json", "Print one JSON object per file: its pages, passages and error."});
    parse(parser, "vignette-cli documents list", arguments);
    if (!parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli documents list takes no files");

    for (const auto& [stamp, document] : openExistingStore(parser)->files())
        print(
            {stamp.path, document.pages, document.passages, document.error}, parser.isSet("json"));
    return 0;
}

} // namespace app
