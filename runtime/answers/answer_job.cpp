#include "runtime/answers/answer_job.h"

#include "engine/cache/paged_cache.h"
#include "engine/filters/grammar_constraint.h"
#include "engine/filters/schema/json_schema.h"
#include "engine/filters/string_constraints.h"
#include "engine/filters/token_trie.h"
#include "runtime/models/loaded_model.h"
#include "runtime/prompt/message_json.h"
#include "runtime/prompt/prompt_format.h"
#include "runtime/prompt/prompt_text.h"
#include "runtime/tool_calls/tool_call_format.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace runtime {

using Trie = std::shared_ptr<const engine::TokenTrie>;

namespace {

bool isBlank(const std::string& text)
{
    return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

// The same conversation under another system prompt.
engine::TokenIds idsUnder(const std::string& systemPrompt, const LoadedModel& model,
    AnswerRequest request, const std::vector<engine::ImageEmbeddingPtr>& images)
{
    std::erase_if(request.messages,
        [](const RequestMessage& message) { return message.role == Role::System; });
    request.messages.insert(request.messages.begin(), textMessage(Role::System, systemPrompt));
    return buildPrompt(*model.promptFormat(), request, images).ids;
}

// How many tokens of an answer the cache takes twice, behind the prompt and the negative prompt. The
// last page of each is not filled.
int64_t roomBehindBoth(const engine::Job& job, const LoadedModel& model)
{
    const auto longer = int64_t(std::max(job.ids.size(), job.negativeIds.size()));
    return model.contextTokens() / 2 - longer - engine::pageSize;
}

// The marks of the answer's parts, and those of calls if there is something to call.
std::vector<engine::TokenId> shownSpecials(const PromptFormat& format, const AnswerRequest& request)
{
    if (!format.toolCalls)
        return {};
    std::vector<std::string_view> marks(format.toolCalls->shown);
    if (!request.tools.empty()) {
        marks.insert(marks.end(), format.toolCalls->opens.begin(), format.toolCalls->opens.end());
        marks.insert(marks.end(), format.toolCalls->closes.begin(), format.toolCalls->closes.end());
    }
    std::vector<engine::TokenId> tokens;
    for (const std::string_view mark : marks)
        if (const auto token = mark.empty() ? -1 : format.tokenizer->find(mark); token >= 0)
            tokens.push_back(token);
    return tokens;
}

} // namespace

FormConstraints::FormConstraints(const engine::Tokenizer& tokenizer)
    : m_tokenizer(tokenizer)
{
}

std::vector<engine::ConstraintPtr> FormConstraints::constraints(const AnswerSettings& settings)
{
    std::vector<engine::ConstraintPtr> constraints;
    add(constraints, m_schema, settings.schema, [](Trie trie, const std::string& text) {
        return engine::jsonSchemaConstraint(trie, text);
    });
    add(constraints, m_regex, settings.regex,
        [](Trie trie, const std::string& text) { return engine::regexConstraint(trie, text); });
    add(constraints, m_grammar, settings.grammar,
        [](Trie trie, const std::string& text) { return engine::grammarConstraint(trie, text); });
    return constraints;
}

void FormConstraints::add(std::vector<engine::ConstraintPtr>& constraints, Remembered& remembered,
    const std::optional<std::string>& text, Compile compile)
{
    if (!text || isBlank(*text))
        return;
    if (!m_trie)
        m_trie = engine::TokenTrie::build(m_tokenizer);
    if (!remembered.constraint || remembered.text != *text)
        remembered = {*text, compile(m_trie, *text)};
    constraints.push_back(remembered.constraint);
}

engine::Job makeJob(
    const LoadedModel& model, Prompt prompt, const AnswerRequest& request, FormConstraints& forms)
{
    const AnswerSettings settings = completed(request.settings);
    engine::Job job;
    job.ids = std::move(prompt.ids);
    job.images = std::move(prompt.images);
    job.maxNewTokens = std::max<int64_t>(*settings.maxTokens, 1);
    job.stopTokens = model.endTokens();
    job.stopStrings = *settings.stopStrings;
    job.bannedStrings = *settings.bannedPhrases;
    job.healTokens = *settings.continuesWords && continuesAnswer(request);
    if (!isBlank(*settings.negativePrompt)) {
        job.negativeIds = idsUnder(*settings.negativePrompt, model, request, job.images);
        job.guidance = *settings.guidance;
        if (const int64_t room = roomBehindBoth(job, model);
            room > 0) // else the engine says why not
            job.maxNewTokens = std::min(job.maxNewTokens, room);
    }
    job.sampling = samplerSettings(settings);
    job.sampling.bias = request.bias;
    job.constraints = forms.constraints(settings);
    job.seed = settings.seed;
    job.decodeSpecialTokens = false;
    job.shownSpecials = shownSpecials(*model.promptFormat(), request);
    const bool asksOwn = request.likeliestTokens.has_value() && request.modelsOwnProbabilities;
    job.returnLogits = asksOwn;
    job.returnProbabilities = request.likeliestTokens.has_value() && !asksOwn;
    job.returnTopTokens = asksOwn ? 0 : request.likeliestTokens.value_or(0);
    return job;
}

bool isWritten(std::span<const Passage> pictureTexts)
{
    constexpr int maxInDrawings = 9; // words: a shop, three goods with prices, a total
    int words = 0;
    for (const Passage& text : pictureTexts) {
        std::istringstream stream(text.text);
        for (std::string word; stream >> word;)
            ++words;
    }
    return words > maxInDrawings;
}

std::string foreignAnswer(const vision::KnownWorld& world, std::span<const Passage> pictureTexts)
{
    if (pictureTexts.empty())
        return world.foreignAnswer();
    if (pictureTexts.size() == 1)
        return "I can only describe drawings. Text found in the picture:\n\n"
            + fenced(pictureTexts[0].text);
    std::string answer = "I can only describe drawings. Text found in the pictures:\n\n";
    for (const Passage& text : pictureTexts)
        answer += passageText(text);
    return answer;
}

} // namespace runtime
