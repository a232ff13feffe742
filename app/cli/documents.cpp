#include "app/cli/documents.h"

#include "app/cli/command.h"
#include "app/cli/document_store.h"
#include "app/cli/evidence.h"
#include "app/cli/measure.h"
#include "app/cli/output.h"
#include "services/documents/library/library_index.h"
#include "services/documents/read_document.h"

#include <QFileInfo>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace app {

namespace {

constexpr Command actions[] = {
    {"text", "print the text of a document", printDocument},
    {"list", "list the documents of an index", listDocuments},
    {"remove", "remove documents from an index", removeDocuments},
    {"measure", "measure how well an index answers questions about itself", measureDocuments},
    {"check", "check a reply that ask --evidence exported", checkReply},
};

} // namespace

int runDocuments(const QStringList& arguments)
{
    if (!arguments.isEmpty() && QStringList{"help", "--help", "-h"}.contains(arguments.first())) {
        std::puts(
            "Usage: vignette-cli documents ACTION [OPTIONS] …; ACTION --help shows its options.\n");
        for (const Command& action : actions)
            std::printf("  %-8s %s\n", action.name, action.summary);
        return 0;
    }
    return findCommand(actions, arguments, "vignette-cli documents").run(arguments.mid(1));
}

int listDocuments(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Lists the documents of an index.");
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

namespace {

// What is gone from the disk can still be removed from the store.
QString storedPath(const QString& path)
{
    const QFileInfo info(path);
    return info.exists() ? info.canonicalFilePath() : info.absoluteFilePath();
}

void eraseAll(services::DocumentIndex& store, const QString& path)
{
    QStringList roots = store.roots(), files;
    roots.removeIf([&path](const QString& root) { return !services::isAtOrBelow(root, path); });
    for (const services::IndexedFile& file : store.files(path))
        files << file.stamp.path;
    store.erase(roots, files);
}

/// Removes the files at or below paths, and lists those that are not removed.
class Removal {
public:
    Removal(services::OwnedStore store, bool isOfOthers)
        : m_store(std::move(store))
        , m_isOfOthers(isOfOthers)
    {
    }

    bool remove(const QString& path) ///< false: there was nothing to remove
    {
        const int before = count(path);
        if (m_isOfOthers)
            eraseAll(*m_store.index, path);
        m_store.own->eraseFrom(*m_store.index, path);
        const int left = count(path);
        if (before == 0)
            printError("The index contains nothing from " + path.toStdString() + ".");
        else if (left > 0)
            printError("Someone else, or you on another computer, added " + std::to_string(left)
                + " of the documents at " + path.toStdString()
                + ". They weren't removed; use --others to remove them as well.");
        return left < before;
    }

private:
    int count(const QString& path) { return int(m_store.index->files(path).size()); }

    services::OwnedStore m_store;
    bool m_isOfOthers;
};

} // namespace

int removeDocuments(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Removes documents that you added on this computer from an "
                                     "index; the files aren't deleted.");
    parser.addPositionalArgument("PATH…", "files, and folders with their subfolders");
    addStoreOption(parser);
    parser.addOption({"others",
        "Also remove documents added by others, on another computer, or with a version that didn't "
        "record who added them."});
    parse(parser, "vignette-cli documents remove", arguments);
    if (parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli documents remove needs at least one PATH");

    Removal removal(openStore(parser, services::MissingStore::Fail), parser.isSet("others"));
    bool wasAnyThere = false;
    for (const QString& path : parser.positionalArguments())
        wasAnyThere = removal.remove(storedPath(path)) || wasAnyThere;
    return wasAnyThere ? 0 : 1;
}

namespace {

using services::Block;
using services::Document;
using Json = nlohmann::ordered_json;

const char* toString(services::BlockKind kind)
{
    switch (kind) {
    case services::BlockKind::Heading:
        return "heading";
    case services::BlockKind::ListItem:
        return "item";
    case services::BlockKind::TableRow:
        return "row";
    case services::BlockKind::Code:
        return "code";
    case services::BlockKind::Figure:
        return "figure";
    case services::BlockKind::Paragraph:
        break;
    }
    return "paragraph";
}

Json asJson(const Document& document, const Block& block, size_t page)
{
    Json rectangles = Json::array();
    for (const auto& [x, y, width, height] : findRectangles(document, block.bytes))
        rectangles.push_back({x, y, width, height});
    return {{"page", document.isPaged ? Json(page + 1) : Json()}, {"kind", toString(block.kind)},
        {"level", block.level == 0 ? Json() : Json(block.level)},
        {"text", document.text.substr(block.bytes.from, block.bytes.size())},
        {"bytes", {block.bytes.from, block.bytes.to}}, {"rectangles", std::move(rectangles)}};
}

void printBlocks(const Document& document, size_t page)
{
    const services::Page& of = document.pages[page];
    for (size_t block = of.firstBlock; block < of.firstBlock + of.blockCount; ++block)
        printJson(asJson(document, document.blocks[block], page));
}

// The number of a page of the document, from 0.
size_t chosenPage(const QCommandLineParser& parser, const Document& document)
{
    if (!document.isPaged)
        throw UsageError("--page can't be used: this document has no pages");
    return size_t(integerOption(parser, "page", 1, qint64(document.pages.size()))) - 1;
}

} // namespace

int printDocument(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Prints the text of a document in reading order.");
    parser.addPositionalArgument("FILE", "The document.");
    parser.addOption({"page", "Print this page only; pages start at 1.", "N"});
    parser.addOption({"json",
        "Print one JSON object per block: page, kind, text, bytes and positions on the page in "
        "points."});
    parse(parser, "vignette-cli documents text", arguments);
    if (parser.positionalArguments().size() != 1)
        throw UsageError("vignette-cli documents text takes one file");

    services::ReaderIsolation isolation;
    const Document document
        = services::readDocument(parser.positionalArguments().first(), {}, {}, &isolation);
    const bool isOnePage = parser.isSet("page");
    const size_t from = isOnePage ? chosenPage(parser, document) : 0;
    const size_t to = isOnePage ? from + 1 : document.pages.size();
    if (parser.isSet("json")) {
        for (size_t page = from; page < to; ++page)
            printBlocks(document, page);
    } else if (isOnePage) {
        const services::ByteRange bytes = document.pages[from].bytes;
        printText(document.text.substr(bytes.from, bytes.size()));
    } else {
        printText(document.text);
    }
    if (!document.isWhole)
        printError("The document is too long; the rest wasn't read.");
    if (!isolation.files)
        printError("This system doesn't allow user namespaces, so the document reader could find "
                   "out which files exist, but not read them.");
    return 0;
}

namespace {

using services::FileOutcome;

void printAsJson(const FileOutcome& outcome)
{
    printJson({{"file", outcome.file.toStdString()},
        {"pages", outcome.pages > 0 ? Json(outcome.pages) : Json()}, {"passages", outcome.passages},
        {"error", outcome.error.isEmpty() ? Json() : Json(outcome.error.toStdString())}});
}

void printAsText(const FileOutcome& outcome)
{
    if (!outcome.error.isEmpty())
        return printError(outcome.error.toStdString());
    const std::string pages
        = outcome.pages > 0 ? std::to_string(outcome.pages) + " pages, " : std::string();
    printText(outcome.file.toStdString() + ": " + pages + std::to_string(outcome.passages)
        + " passages\n");
}

} // namespace

void print(const FileOutcome& outcome, bool asJson)
{
    asJson ? printAsJson(outcome) : printAsText(outcome);
}

} // namespace app
