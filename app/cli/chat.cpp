#include "app/cli/command.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "engine/generate/generator.h"
#include "services/generation/prompt_builder.h"
#include "services/pictures/picture.h"
#include "services/pictures/vision_image.h"

#include <iostream>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace app {

namespace {

/// A conversation in the terminal: every turn adds a question and its answer.
class Chat {
public:
    Chat(services::LoadedModel& model, engine::Job request, const engine::GeneratorOptions& options,
        bool asJson)
        : m_model(model)
        , m_request(std::move(request))
        , m_asJson(asJson)
        , m_generator(model.model(), model.cache(), model.tokenizer(), options)
    {
        m_request.stopTokens = model.endTokens();
    }

    void setSystemPrompt(const std::string& text)
    {
        m_messages.push_back({.role = "system", .text = text, .images = {}});
    }

    // Streams the answer to stdout. Throws what ended the job.
    void ask(const std::string& text, const QStringList& pictures)
    {
        services::PromptMessage question{.role = "user", .text = text, .images = {}};
        for (const QString& picture : pictures)
            question.images.push_back(
                m_model.embed(services::toVisionImage(services::readPicturePixels(picture))));
        m_messages.push_back(std::move(question));

        services::Prompt prompt = services::buildPrompt(m_model, m_messages);
        engine::Job job = m_request;
        job.ids = std::move(prompt.ids);
        job.images = std::move(prompt.images);
        m_generator.enqueue(std::move(job));
        const engine::Result summary = stream();
        m_messages.push_back({.role = "assistant", .text = summary.fullCompletion, .images = {}});
    }

private:
    engine::Result stream()
    {
        engine::Result summary;
        while (m_generator.numRemainingJobs() > 0) {
            for (engine::Result& result : m_generator.iterate()) {
                if (!m_asJson)
                    printText(result.text);
                if (result.eos)
                    summary = std::move(result);
            }
        }
        if (summary.eosReason == engine::EosReason::Error)
            throw kernels::Error(*summary.errorKind, summary.error);
        show(summary);
        return summary;
    }

    void show(const engine::Result& summary) const
    {
        if (!m_asJson) {
            printText("\n");
            return;
        }
        printJson({{"text", summary.fullCompletion}, {"tokens", summary.newTokens},
            {"prompt_tokens", summary.promptTokens}, {"cached_tokens", summary.cachedTokens},
            {"accepted_draft_tokens", summary.acceptedDraftTokens},
            {"rejected_draft_tokens", summary.rejectedDraftTokens},
            {"prefill_s", summary.secondsPrefill}, {"generate_s", summary.secondsGenerate}});
    }

    services::LoadedModel& m_model;
    engine::Job m_request;
    bool m_asJson;
    engine::Generator m_generator;
    std::vector<services::PromptMessage> m_messages;
};

// Questions line by line until the end of the input; an error ends a turn, not the chat.
void converse(Chat& chat, QStringList pictures)
{
    for (std::string line; std::cerr << "> " && std::getline(std::cin, line);) {
        if (QString::fromStdString(line).trimmed().isEmpty())
            continue;
        try {
            chat.ask(line, pictures);
        } catch (const kernels::Error& error) {
            printError(error.what());
        }
        pictures.clear();
    }
    std::cerr << '\n';
}

} // namespace

int runChat(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "One answer, streamed; without PROMPT on a terminal, a conversation.");
    parser.addPositionalArgument("PROMPT", "the question; read from stdin if that is no terminal");
    addModelOptions(parser);
    addAnswerOptions(parser, /*maxTokens=*/1024);
    addConstraintOptions(parser);
    addDraftOptions(parser);
    parser.addOption({"image", "A picture to show with the prompt; may be given again.", "FILE"});
    parser.addOption({"system", "What the model is told before everything else.", "TEXT"});
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli chat", arguments);
    engine::Job request = answerOptions(parser);

    const auto model = loadModel(parser);
    const auto draft = loadDraftModel(parser, *model);
    addConstraints(request, parser, *model);
    Chat chat(*model, request, generatorOptions(parser, draft.get()), parser.isSet("json"));
    if (parser.isSet("system"))
        chat.setSystemPrompt(parser.value("system").toStdString());

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
