#include "engine/generate/image_prompt.h"

#include "base/error.h"
#include "engine/generate/generator.h"
#include "engine/models/model.h"
#include "engine/templates/chat_template.h"
#include "engine/tokenizers/tokenizer.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace engine {

namespace {

struct AliasPosition {
    size_t begin = 0;
    const ImageEmbedding* image = nullptr;

    size_t end() const { return begin + image->alias.size(); }
};

// Returns the aliases in the order of the text; of two that overlap the first, of two that begin
// together the longer.
std::vector<AliasPosition> aliasesIn(
    const RenderedPrompt& prompt, std::span<const ImageEmbeddingPtr> images)
{
    std::vector<AliasPosition> all, positions;
    for (const ImageEmbeddingPtr& image : images)
        if (!image->alias.empty())
            for (const size_t begin : findPlaceholders(prompt, image->alias, WrittenBy::Template))
                all.push_back({begin, image.get()});
    std::ranges::sort(all, [](const AliasPosition& a, const AliasPosition& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end() > b.end();
    });
    for (const AliasPosition& position : all)
        if (positions.empty() || position.begin >= positions.back().end())
            positions.push_back(position);
    return positions;
}

// All but the aliases.
std::vector<TextRange> textBetween(std::span<const AliasPosition> positions, size_t length)
{
    std::vector<TextRange> ranges;
    size_t begin = 0;
    for (const AliasPosition& position : positions) {
        if (position.begin > begin)
            ranges.push_back({begin, position.begin});
        begin = position.end();
    }
    if (length > begin)
        ranges.push_back({begin, length});
    return ranges;
}

// The rows of an image whose promptText begins at `begin`.
void addRows(std::vector<ImageText::Row>& rows, const ImageEmbedding& image, size_t begin)
{
    const std::string &text = image.promptText, &row = image.rowText;
    int64_t count = 0;
    for (size_t at = row.empty() ? text.npos : text.find(row); at != text.npos;
         at = text.find(row, at + row.size()))
        rows.push_back({begin + at, row.size(), image.firstId + count++});
    if (count != image.count())
        throw base::Error(base::ErrorKind::BadRequest,
            "A picture is described with " + std::to_string(count) + " rows, but has "
                + std::to_string(image.count()) + ".");
}

std::string numberText(const ImageEmbedding& image, size_t number)
{
    const auto& [before, after] = image.numberMarks;
    return before.empty() && after.empty() ? "" : before + std::to_string(number) + after;
}

ImageText spelled(const RenderedPrompt& prompt, std::span<const AliasPosition> positions)
{
    ImageText text;
    std::vector<Replacement> replacements;
    size_t length = 0, from = 0; // of the new text, and where the old one continues
    for (const AliasPosition& position : positions) {
        const ImageEmbedding& image = *position.image;
        const std::string number = numberText(image, replacements.size());
        const Replacement& replacement = replacements.emplace_back(withoutRepeating(prompt,
            {position.begin, image.alias.size(), number + image.promptText}, image.rowText, from));
        length += replacement.begin - from;
        addRows(text.rows, image, length + number.size());
        length += number.size() + image.promptText.size();
        from = replacement.begin + replacement.length;
    }
    text.prompt = replaced(prompt, replacements);
    return text;
}

// Nothing if the token that spells rows does not occur once for each of them, because the
// vocabulary may take it for ordinary text.
std::optional<TokenIds> encodeAsAWhole(const Tokenizer& tokenizer, const ImageText& text)
{
    TokenIds ids = tokenizer.encode(text.prompt.text, text.prompt.plain);
    if (text.rows.empty())
        return ids;
    const ImageText::Row& first = text.rows.front();
    const TokenId spelling = tokenizer.find(text.prompt.text.substr(first.begin, first.length));
    if (spelling < 0 || size_t(std::ranges::count(ids, spelling)) != text.rows.size())
        return std::nullopt;
    auto row = text.rows.begin();
    for (TokenId& id : ids)
        if (id == spelling)
            id = (row++)->id;
    return ids;
}

TokenIds encodePart(
    const Tokenizer& tokenizer, const RenderedPrompt& prompt, size_t begin, size_t end)
{
    if (begin == end)
        return {};
    const RenderedPrompt part
        = replaced(prompt, {{0, begin, {}}, {end, prompt.text.size() - end, {}}});
    return tokenizer.encode(part.text, part.plain);
}

// The text between rows is encoded by itself.
TokenIds encodeBetweenRows(const Tokenizer& tokenizer, const ImageText& text)
{
    TokenIds ids;
    size_t from = 0;
    const auto addTextUntil = [&](size_t end) {
        const TokenIds encoded = encodePart(tokenizer, text.prompt, from, end);
        ids.insert(ids.end(), encoded.begin(), encoded.end());
    };
    for (const ImageText::Row& row : text.rows) {
        addTextUntil(row.begin);
        ids.push_back(row.id);
        from = row.begin + row.length;
    }
    addTextUntil(text.prompt.text.size());
    return ids;
}

} // namespace

ImageText spellImages(const RenderedPrompt& prompt, std::span<const ImageEmbeddingPtr> images)
{
    return spelled(prompt, aliasesIn(prompt, images));
}

TokenIds encode(const Tokenizer& tokenizer, const ImageText& text)
{
    if (auto ids = encodeAsAWhole(tokenizer, text))
        return std::move(*ids);
    return encodeBetweenRows(tokenizer, text);
}

TokenIds encode(const Tokenizer& tokenizer, std::string_view text,
    std::span<const ImageEmbeddingPtr> images, Tokenizer::Specials specials)
{
    RenderedPrompt prompt{.text = std::string(text), .plain = {}, .generated = {}};
    const std::vector<AliasPosition> positions = aliasesIn(prompt, images);
    if (specials == Tokenizer::Specials::AsText)
        prompt.plain = textBetween(positions, text.size());
    return encode(tokenizer, spelled(prompt, positions));
}

// Generator's conveniences: whole prompts in, whole answers out.

namespace {

TokenIds tokenizeText(
    const Tokenizer& tokenizer, const std::string& text, const Generator::Prompt& prompt)
{
    const auto specials
        = prompt.encodeSpecialTokens ? Tokenizer::Specials::Parse : Tokenizer::Specials::AsText;
    TokenIds ids = encode(tokenizer, text, prompt.images, specials);
    if (prompt.addBos && tokenizer.bos() >= 0)
        ids.insert(ids.begin(), tokenizer.bos());
    return ids;
}

} // namespace

Job Generator::jobFrom(const Prompt& prompt) const
{
    Job job = prompt.job;
    job.images = prompt.images;
    job.ids = tokenizeText(m_tokenizer, prompt.text, prompt);
    if (!prompt.negativeText.empty())
        job.negativeIds = tokenizeText(m_tokenizer, prompt.negativeText, prompt);
    return job;
}

std::vector<Generator::Completion> Generator::generate(
    const std::vector<Prompt>& prompts, const std::stop_token& abort)
{
    std::vector<Job> jobs;
    for (const Prompt& prompt : prompts) {
        jobs.push_back(jobFrom(prompt));
        if (abort.stop_possible())
            jobs.back().stop = abort;
    }
    const std::vector<int64_t> serials = enqueue(std::move(jobs));

    std::map<int64_t, Result> finished;
    std::vector<Result> ofOthers;
    while (finished.size() < serials.size()) {
        for (Result& result : iterate()) {
            if (result.serial < serials.front())
                ofOthers.push_back(std::move(result));
            else if (result.eos)
                finished.emplace(result.serial, std::move(result));
        }
    }
    m_unreported.insert(m_unreported.begin(), std::make_move_iterator(ofOthers.begin()),
        std::make_move_iterator(ofOthers.end()));

    std::vector<Completion> completions;
    for (size_t i = 0; i < serials.size(); ++i) {
        Result& last = finished.at(serials[i]);
        std::string text = prompts[i].completionOnly ? "" : prompts[i].text;
        completions.push_back({text + last.fullCompletion, std::move(last)});
    }
    return completions;
}

Generator::Completion Generator::generate(const Prompt& prompt, const std::stop_token& abort)
{
    return std::move(generate(std::vector{prompt}, abort).front());
}

void Generator::warmUp()
{
    if (numRemainingJobs() > 0)
        throw base::Error(base::ErrorKind::BadRequest,
            "A generator can only be warmed up before it has jobs; running jobs: "
                + std::to_string(numRemainingJobs()) + ".");
    Job job;
    job.ids = TokenIds(16, 0); // any tokens: nobody reads the answer
    job.maxNewTokens = 32;
    job.sampling = SamplerSettings::greedy();
    enqueue(std::move(job));
    while (numRemainingJobs() > 0)
        iterate();
    m_table.forgetUnused();
}

} // namespace engine
