#include "app/cli/command.h"
#include "app/cli/input_files.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "services/conversations/build_answer_request.h"
#include "services/pictures/picture.h"
#include "services/presets/presets.h"

#include <iostream>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace app {

namespace {

/// A conversation in the terminal: every turn adds a question and its answer.
class Chat {
public:
    Chat(runtime::AnswerEngine& engine, const runtime::AnswerSettings& settings, bool asJson)
        : m_engine(engine)
        , m_asJson(asJson)
    {
        m_request.settings = settings;
        m_request.use = {.conversation = "chat", .isTemporary = true};
    }

    void setSystemPrompt(const std::string& text)
    {
        m_request.messages.push_back(textMessage(runtime::Role::System, text));
    }

    // True: the text in images is read, too.
    void setReadsPictures(bool reads) { m_readsPictures = reads; }

    // The most tokens that an image may take, see vision::withImageTokens().
    void setImageTokens(int64_t tokens) { m_imageTokens = tokens; }

    // Every answer continues from this text, if it is not empty.
    void setBeginning(const std::string& text) { m_beginning = text; }

    // Streams the answer to stdout. Throws what ended it.
    void ask(const std::string& text, const QStringList& pictures)
    {
        runtime::RequestMessage question{runtime::Role::User, {}};
        QList<services::Picture> shown;
        for (const QString& picture : pictures)
            shown << services::decodePictureFile(picture);
        for (services::Picture& picture : shown) {
            question.parts.push_back(services::withTokens(picture.pixels, m_imageTokens));
            if (m_readsPictures)
                picture.text = textIn(picture);
        }
        for (runtime::Passage& text : services::passagesIn(shown))
            question.parts.push_back(std::move(text));
        question.parts.push_back(text);
        m_request.messages.push_back(std::move(question));
        const std::string said = answer();
        m_request.messages.push_back(textMessage(runtime::Role::Assistant, said));
    }

private:
    std::string answer()
    {
        runtime::AnswerRequest request = m_request;
        if (!m_beginning.empty())
            request.messages.push_back(textMessage(runtime::Role::Assistant, m_beginning));
        const auto reader = std::make_shared<AnswerReader>();
        const runtime::Answer answer = m_engine.submit(std::move(request), reader);
        std::string whole = m_beginning, unsaid = m_beginning;
        while (const std::optional<std::string> text = reader->next()) {
            whole += *text;
            if (!m_asJson)
                printText(std::exchange(unsaid, {}) + *text);
        }
        if (!m_asJson)
            printText(unsaid); // nothing followed
        show(whole, reader->statistics());
        return whole;
    }

    void show(const std::string& text, const runtime::AnswerStatistics& statistics) const
    {
        if (!m_asJson) {
            printText("\n");
            return;
        }
        printJson({{"text", text}, {"sure", statistics.isSure}, {"tokens", statistics.tokens},
            {"prompt_tokens", statistics.promptTokens}, {"cached_tokens", statistics.cachedTokens},
            {"accepted_draft_tokens", statistics.acceptedDraftTokens},
            {"rejected_draft_tokens", statistics.rejectedDraftTokens},
            {"prefill_s", statistics.promptSeconds}, {"generate_s", statistics.answerSeconds}});
    }

    runtime::AnswerEngine& m_engine;
    runtime::AnswerRequest m_request; // with what was said so far
    std::string m_beginning;
    bool m_asJson;
    bool m_readsPictures = true;
    int64_t m_imageTokens = 0;
};

// Questions line by line until the end of the input; an error ends a turn, not the chat.
void converse(Chat& chat, QStringList pictures)
{
    for (std::string line; std::cerr << "> " && std::getline(std::cin, line);) {
        if (QString::fromStdString(line).trimmed().isEmpty())
            continue;
        try {
            chat.ask(line, pictures);
        } catch (const base::Error& error) {
            printError(error.what());
        }
        pictures.clear();
    }
    std::cerr << '\n';
}

// Sets nothing without --preset.
services::ChatSettings loadPreset(const QCommandLineParser& parser)
{
    if (!parser.isSet("preset"))
        return {};
    return services::readPreset(parser.value("preset")).settings;
}

} // namespace

int runChat(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Streams an answer to PROMPT; without PROMPT in a terminal, starts a chat.");
    parser.addPositionalArgument(
        "PROMPT", "the message; read from standard input if that isn't a terminal");
    addModelOptions(parser);
    addProviderOptions(parser);
    addApartOption(parser);
    addAnswerOptions(parser, /*maxTokens=*/1024);
    addFormOptions(parser);
    addDraftOptions(parser);
    parser.addOption({"image", "A picture to send with the prompt; repeatable.", "FILE"});
    addImageTokensOption(parser);
    parser.addOption({"skip-text", "Don't read text in pictures (OCR)."});
    parser.addOption({"preset",
        "A preset exported from the window. Other options override its settings; --model sets the "
        "model.",
        "FILE"});
    parser.addOption({"system", "System prompt.", "TEXT"});
    parser.addOption({"begin", "Beginning of the answer; the model continues it.", "TEXT"});
    parser.addOption(
        {"heal", "Allow the model to complete the last word of --begin (token healing)."});
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli chat", arguments);
    const services::ChatSettings preset = loadPreset(parser);
    runtime::AnswerSettings settings = answerSettings(parser);
    if (!parser.isSet("max-tokens") && preset.generation)
        settings.maxTokens.reset();
    settings = runtime::layered({preset.generation.value_or(runtime::AnswerSettings()), settings});
    if (parser.isSet("heal") && parser.value("begin").isEmpty())
        throw UsageError("--heal needs --begin");
    settings.continuesWords = parser.isSet("heal");

    const auto engine = loadEngine(parser, Drafts::AsOptionsSay, settings);
    Chat chat(*engine, settings, parser.isSet("json"));
    const QString system
        = parser.isSet("system") ? parser.value("system") : preset.systemPrompt.value_or(QString());
    if (parser.isSet("system") || !system.isEmpty())
        chat.setSystemPrompt(system.toStdString());
    chat.setReadsPictures(!parser.isSet("skip-text"));
    chat.setImageTokens(imageTokens(parser, engine->describe().summary.vision));
    chat.setBeginning(parser.value("begin").toStdString());

    const QStringList words = parser.positionalArguments();
    if (!words.isEmpty()) {
        chat.ask(words.join(' ').toStdString(), parser.values("image"));
    } else if (isatty(STDIN_FILENO)) {
        converse(chat, parser.values("image"));
    } else {
        const std::string text(std::istreambuf_iterator<char>(std::cin), {});
        chat.ask(text, parser.values("image"));
    }
    return 0;
}

} // namespace app
