#include "app/cli/command.h"
#include "app/cli/documents.h"
#include "app/cli/output.h"
#include "services/documents/read_document.h"

#include <nlohmann/json.hpp>

namespace app {

namespace {

using services::Block;
using services::Document;
using Json = nlohmann::ordered_json;

const char* nameOf(services::BlockKind kind)
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
    case services::BlockKind::Paragraph:
        break;
    }
    return "paragraph";
}

Json asJson(const Document& document, const Block& block, size_t page)
{
    Json rectangles = Json::array();
    for (const auto& [x, y, width, height] : rectanglesOf(document, block.bytes))
        rectangles.push_back({x, y, width, height});
    return {{"page", document.isPaged ? Json(page + 1) : Json()}, {"kind", nameOf(block.kind)},
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
        throw UsageError("--page: this document has no pages");
    return size_t(integerOption(parser, "page", 1, qint64(document.pages.size()))) - 1;
}

} // namespace

int printDocument(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Prints what is read of a document, in the order of reading.");
    parser.addPositionalArgument("FILE", "The document.");
    parser.addOption({"page", "Print one page only; the first is 1.", "N"});
    parser.addOption({"json",
        "Print JSON, a block a line: its page, kind, text, bytes and places on the page in "
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
        printError("The document is longer than what is read of one; the rest was left out.");
    if (!isolation.files)
        printError(
            "This system permits no user namespaces, so the document's reader could find out "
            "which files exist, but not read them.");
    return 0;
}

} // namespace app
