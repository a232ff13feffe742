#include "tests/fuzz/targets.h"

#include "base/error.h"
#include "engine/convert/tokenizer_settings.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "engine/files/safetensors_file.h"
#include "engine/models/families/families.h"
#include "engine/templates/chat_template.h"
#include "engine/templates/load_chat_template.h"
#include "engine/tokenizers/tokenizer.h"
#include "runtime/tool_calls/tool_call_reader.h"
#include "services/documents/document.h"
#include "services/documents/document_stream.h"
#include "services/documents/page_picture.h"
#include "services/documents/passages/split_document.h"
#include "services/documents/readers/reader.h"
#include "services/remote/answer_piece.h"
#include "services/tools/calculator/calculate.h"
#include "vision/towers/read_vision_config.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <unistd.h>

namespace fuzz {

namespace {

namespace fs = std::filesystem;
using Bytes = std::span<const std::byte>;

// A folder of this process that is gone with it. Readers want paths.
class Folder {
public:
    Folder()
    {
        const fs::path memory = "/dev/shm"; // faster than a disk, where there is one
        const fs::path parent = fs::exists(memory) ? memory : fs::temp_directory_path();
        m_path = parent / ("vignette-fuzz-" + std::to_string(getpid()));
        fs::create_directories(m_path);
    }
    ~Folder()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }

    fs::path write(const char* name, Bytes bytes) const
    {
        const fs::path path = m_path / name;
        std::ofstream file(path, std::ios::binary | std::ios::trunc);
        file.write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
        return path;
    }
    const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

// Each target has its own, because a reader may look for other files next to the one it gets.
template <int Target>
const Folder& folder()
{
    static const Folder folder;
    return folder;
}

template <typename Reader>
void allowingRefusal(Reader read)
{
    try {
        read();
    } catch (const base::Error&) {
        // the one way to reject a file
    }
}

void useTokenizer(const engine::Tokenizer& tokenizer)
{
    const auto ids = tokenizer.encode("It's 42 \xc3\xa9t\xc3\xa9, <s>\n\n  \xe4\xbd\xa0\xff!");
    tokenizer.decode(tokenizer.withBoundaries(ids), true);
    for (engine::TokenId id = -1; id <= std::min<int64_t>(tokenizer.vocabularySize(), 64); ++id)
        tokenizer.bytes(id);
}

void useTemplate(const engine::ChatTemplateSource& source)
{
    static const auto messages = nlohmann::ordered_json::parse(R"([
        {"role": "system", "content": "Be kind."},
        {"role": "user", "content": [{"type": "image"}, {"type": "text", "text": "What is it?"}]},
        {"role": "assistant", "content": null, "tool_calls": [{"type": "function", "id": "a1",
            "function": {"name": "look", "arguments": {"at": [1, 2.5, true, null]}}}]},
        {"role": "tool", "tool_call_id": "a1", "name": "look", "content": "a cat"},
        {"role": "user", "content": " And now? "}])");
    static const auto variables = nlohmann::ordered_json::parse(R"({"enable_thinking": false,
        "tools": [{"type": "function", "function": {"name": "look", "description": "Looks.",
            "parameters": {"type": "object", "properties": {"at": {"type": "array"}}}}}]})");
    engine::ChatTemplate::Options options;
    options.bos = "<s>";
    options.eos = "</s>";
    options.now = std::chrono::system_clock::time_point();
    engine::ChatTemplate(source).render(messages, variables, options);
}

void usePlan(const engine::ModelConfig& config)
{
    checkPlan(engine::makePlan(config));
}

void readGguf(Bytes bytes)
{
    allowingRefusal([&] {
        const auto file = engine::GgufFile::open(folder<0>().write("model.gguf", bytes));
        allowingRefusal([&] { usePlan(engine::readConfig(*file)); });
        allowingRefusal([&] { vision::readVisionConfig(*file); });
        allowingRefusal([&] { useTokenizer(*engine::loadTokenizer(*file)); });
        if (const auto source = engine::chatTemplateSource(*file))
            useTemplate(*source);
    });
}

void readSafetensors(Bytes bytes)
{
    allowingRefusal(
        [&] { engine::SafetensorsFile::open(folder<1>().write("model.safetensors", bytes)); });
}

// A folder with packed matrices: config.json up to the first zero, then model.safetensors.
void readPacked(Bytes bytes)
{
    const auto length = size_t(std::ranges::find(bytes, std::byte(0)) - bytes.begin());
    folder<5>().write("config.json", bytes.first(length));
    folder<5>().write("model.safetensors", bytes.subspan(std::min(length + 1, bytes.size())));
    allowingRefusal([&] {
        const auto file = engine::openWeights(folder<5>().path());
        for (const engine::WeightTensor& tensor : file->tensors())
            file->find(tensor.name);
    });
}

void readConfig(Bytes bytes)
{
    folder<2>().write("config.json", bytes);
    allowingRefusal([] { usePlan(engine::readConfig(folder<2>().path())); });
    allowingRefusal([] {
        if (vision::hasVisionTower(folder<2>().path()))
            vision::readVisionConfig(folder<2>().path());
    });
}

void readTokenizer(Bytes bytes)
{
    const fs::path path = folder<3>().write("tokenizer.json", bytes);
    allowingRefusal([&] { useTokenizer(*engine::loadTokenizer(path)); });
}

void readSentencePiece(Bytes bytes)
{
    const fs::path path = folder<4>().write("tokenizer.model", bytes);
    allowingRefusal([&] { engine::readSentencePieceModel(path); });
    allowingRefusal([&] { useTokenizer(*engine::loadTokenizer(path)); });
}

void readTemplate(Bytes bytes)
{
    allowingRefusal([&] {
        useTemplate({std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())});
    });
}

std::string_view asText(Bytes bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The file's name, a line end, the file. Not PDF: that is parsed by Poppler, in vignette-reader alone.
std::optional<services::SourceFile> documentIn(Bytes bytes)
{
    const std::string_view text = asText(bytes);
    const size_t length = std::min(text.find('\n'), text.size());
    const services::SourceFile file{
        std::string(text.substr(0, length)), text.substr(std::min(length + 1, text.size()))};
    if (file.bytes.find("%PDF-") != std::string_view::npos)
        return {};
    return file;
}

void readDocument(Bytes bytes)
{
    const auto file = documentIn(bytes);
    if (!file)
        return;
    services::DocumentStream stream;
    const auto take
        = [&stream](const std::string& written) { stream.take(std::as_bytes(std::span(written))); };
    take(services::streamHead());
    services::ReadLimits limits;
    limits.textBytes = limits.expandedBytes = 4 << 20;
    take(services::encoded(services::readFile(*file, limits,
        [&](const services::DocumentPart& part) { take(services::encoded(part)); })));
}

// Such a document up to its first figure.
void drawFigure(Bytes bytes)
{
    constexpr int width = 200;
    const auto file = documentIn(bytes);
    for (const int page : {0, 1}) {
        services::PageStream stream;
        if (file)
            services::drawFigure(*file, {page, 1}, width, [&stream](std::string_view written) {
                stream.take(std::as_bytes(std::span(written)));
            });
    }
}

// Hands over bytes in pieces of different sizes, as through a pipe or a network.
void inPieces(Bytes bytes, const std::function<void(Bytes)>& take)
{
    for (size_t size = 1; !bytes.empty(); size = size % 61 + 7) {
        const Bytes piece = bytes.first(std::min(size, bytes.size()));
        bytes = bytes.subspan(piece.size());
        take(piece);
    }
}

// Also does what the program does with such a document.
void readDocumentStream(Bytes bytes)
{
    allowingRefusal([&] {
        services::DocumentStream stream;
        inPieces(bytes, [&](Bytes piece) { stream.take(piece); });
        const services::Document& document = stream.document();
        for (const services::Block& block : document.blocks) {
            services::pageAt(document, block.bytes.from);
            services::findRectangles(document, block.bytes);
        }
        services::splitDocument(document);
        if (stream.hasEnded() && stream.fault() == services::DocumentFault::None)
            services::documentFrom(services::bytesOf(document));
    });
}

void readPageStream(Bytes bytes)
{
    allowingRefusal([&] {
        services::PageStream stream;
        inPieces(bytes, [&](Bytes piece) { stream.take(piece); });
    });
}

// The answer of a model on another machine.
void readAnswerEvents(Bytes bytes)
{
    services::EventReader reader;
    const auto readAll = [](const std::vector<std::string>& events) {
        for (const std::string& event : events)
            services::answerPiece(event);
    };
    allowingRefusal([&] {
        inPieces(bytes, [&](Bytes piece) {
            readAll(reader.read(
                QByteArray(reinterpret_cast<const char*>(piece.data()), qsizetype(piece.size()))));
        });
        readAll(reader.end());
    });
}

std::string_view textOf(Bytes bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void readExpression(Bytes bytes)
{
    allowingRefusal([&] { services::calculate(textOf(bytes)); });
}

// An answer in each format, in pieces.
void readToolCalls(Bytes bytes)
{
    for (const runtime::ToolCallFormat& format : runtime::toolCallFormats()) {
        runtime::ToolCallReader reader(
            format, {{"look", "Looks.", "{}"}}, runtime::ToolCallReader::Begins::WithAnswer);
        for (size_t at = 0; at < bytes.size(); at += 7)
            reader.push(textOf(bytes.subspan(at, std::min<size_t>(7, bytes.size() - at))));
        reader.finish();
    }
}

constexpr Target table[] = {
    {"gguf", readGguf},
    {"safetensors", readSafetensors},
    {"packed", readPacked},
    {"config", readConfig},
    {"tokenizer", readTokenizer},
    {"sentencepiece", readSentencePiece},
    {"template", readTemplate},
    {"document", readDocument},
    {"figure", drawFigure},
    {"document_stream", readDocumentStream},
    {"page_stream", readPageStream},
    {"answer_events", readAnswerEvents},
    {"expression", readExpression},
    {"tool_calls", readToolCalls},
};

} // namespace

std::span<const Target> targets()
{
    return table;
}

const Target* findTarget(std::string_view name)
{
    const auto* found = std::ranges::find(table, name, &Target::name);
    return found == std::end(table) ? nullptr : found;
}

} // namespace fuzz
