#include "app/cli/command.h"
#include "app/cli/document_store.h"
#include "app/cli/documents.h"
#include "app/cli/output.h"

#include <QFileInfo>

namespace app {

namespace {

// What is gone from the disk can still be removed from the store.
QString storedPath(const QString& path)
{
    const QFileInfo info(path);
    return info.exists() ? info.canonicalFilePath() : info.absoluteFilePath();
}

} // namespace

int removeDocuments(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Takes documents out of a store; the files themselves are left alone.");
    parser.addPositionalArgument("PATH…", "files, and folders with all that is below them");
    addStoreOption(parser);
    parse(parser, "vignette-cli documents remove", arguments);
    if (parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli documents remove needs at least one PATH");

    const auto store = openExistingStore(parser);
    bool wasAnyThere = false;
    for (const QString& given : parser.positionalArguments()) {
        const QString path = storedPath(given);
        const auto files = store->files(path);
        wasAnyThere = wasAnyThere || !files.isEmpty();
        if (files.isEmpty())
            printError("The store holds nothing of " + path.toStdString() + ".");
        store->erase(path);
    }
    return wasAnyThere ? 0 : 1;
}

} // namespace app
