#include "services/server/protocol/api_error.h"
#include "services/server/protocol/fields.h"
#include "services/server/protocol/requests.h"
#include "services/server/protocol/sampling_fields.h"

#include <algorithm>

namespace services::server {

namespace {

constexpr size_t maxPrompts = 16;
constexpr int64_t defaultTokens = 16; // as OpenAI's API has it

engine::TokenIds tokensFrom(const Json& list, const std::string& field)
{
    engine::TokenIds ids;
    for (const Json& each : list) {
        if (!each.is_number_unsigned() || each.get<uint64_t>() >= uint64_t(engine::firstImageId))
            throw wrongField(field, "must be a string, a list of strings or a list of token ids.");
        ids.push_back(each.get<engine::TokenId>());
    }
    if (ids.empty())
        throw wrongField(field, "must not be empty.");
    return ids;
}

runtime::PlainPrompt promptFrom(const Json& given, const std::string& field)
{
    if (given.is_string())
        return given.get<std::string>();
    if (!given.is_array())
        throw wrongField(field, "must be a string, a list of strings or a list of token ids.");
    return tokensFrom(given, field);
}

} // namespace

std::vector<runtime::PlainPrompt> readPrompts(
    const Json* given, const std::string& field, size_t most)
{
    if (!given)
        throw wrongField(field, "is missing.");
    const bool isList = given->is_array() && !given->empty() && !given->front().is_number();
    if (!isList)
        return {promptFrom(*given, field)};
    if (given->size() > most)
        throw wrongField(field, "can have at most " + std::to_string(most) + " elements.");
    std::vector<runtime::PlainPrompt> prompts;
    for (const Json& each : *given)
        prompts.push_back(promptFrom(each, field));
    return prompts;
}

CompletionRequest readCompletionRequest(const Json& body)
{
    const Fields fields(body);
    CompletionRequest completion{
        .generation = {.model = fields.requiredText("model"), .request = {}}, .prompts = {}};
    GenerationRequest& generation = completion.generation;
    runtime::AnswerRequest& request = generation.request;
    completion.echoes = fields.flag("echo").value_or(false);
    const Json* most = fields.find("max_tokens");
    completion.echoesOnly = completion.echoes && most && *most == 0;
    Json rest = completion.echoesOnly ? body : Json::object();
    rest.erase("max_tokens");
    readSampling(completion.echoesOnly ? Fields(rest) : fields, request);
    if (completion.echoesOnly)
        request.settings.maxTokens = 1; // which is not sent
    if (!request.settings.maxTokens)
        request.settings.maxTokens = defaultTokens;
    readStreaming(fields, generation);
    generation.answers = int(fields.integer("n", 1, mostAnswers).value_or(1));
    if (fields.integer("best_of", 1, mostAnswers).value_or(generation.answers)
        != generation.answers)
        throw wrongField("best_of", "must be equal to 'n': all completions are returned.");
    if (!fields.text("suffix").value_or("").empty())
        throw wrongField("suffix", "is not supported.");
    if (const auto count = fields.integer("logprobs", 0, 20)) {
        request.likeliestTokens = int(*count);
        request.modelsOwnProbabilities = true;
    }
    request.reportsPrompt = completion.echoes && request.likeliestTokens;
    completion.prompts = readPrompts(fields.find("prompt"), "prompt", maxPrompts);
    request.plainPrompt = completion.prompts.front();
    return completion;
}

} // namespace services::server
