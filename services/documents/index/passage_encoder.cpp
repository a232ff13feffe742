#include "services/documents/index/passage_encoder.h"

#include "engine/encoders/encoder.h"
#include "engine/files/json_text.h"
#include "kernels/devices/backends.h"
#include "services/documents/index/search_terms.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <span>

namespace services {

namespace {

constexpr size_t longest = 500; // bytes

struct KnownPrompts {
    const char*
        name; // a regular expression for the name of the file or of one of two folders above
    EmbeddingPrompts prompts;
};

const KnownPrompts known[] = {
    {R"((^|[-_ ])e5-(small|base|large)(?!.*instruct))", {"query: ", "passage: "}},
    {R"((^|[-_ ])bge-(small|base|large)-en)",
        {"Represent this sentence for searching relevant passages: ", ""}},
};

std::string promptIn(const nlohmann::json& prompts, std::initializer_list<const char*> names)
{
    for (const char* name : names) {
        const auto found = prompts.find(name);
        if (found != prompts.end() && found->is_string()
            && found->get_ref<const std::string&>().size() <= longest)
            return *found;
    }
    return {};
}

EmbeddingPrompts promptsOfFolder(const QString& folder)
{
    const QString path = folder + QStringLiteral("/config_sentence_transformers.json");
    if (!QFileInfo::exists(path))
        return {};
    const nlohmann::json json = engine::readJsonFile(path.toStdU16String());
    const auto prompts = json.is_object() ? json.find("prompts") : json.end();
    if (!json.is_object() || prompts == json.end() || !prompts->is_object())
        return {};
    return {promptIn(*prompts, {"query"}), promptIn(*prompts, {"passage", "document"})};
}

} // namespace

EmbeddingPrompts findEmbeddingPrompts(const QString& model)
{
    const QString path = QFileInfo(model).absoluteFilePath();
    const EmbeddingPrompts told = promptsOfFolder(path);
    if (told != EmbeddingPrompts())
        return told;
    for (const KnownPrompts& each : known) {
        const QRegularExpression name(
            QLatin1String(each.name), QRegularExpression::CaseInsensitiveOption);
        for (int above = -1; above >= -3; --above)
            if (name.match(path.section(u'/', above, above)).hasMatch())
                return each.prompts;
    }
    return {};
}

namespace {

constexpr size_t tokensOfHeading = 30; // about; a longer one takes the end of its passage away
constexpr int passagesAtOnce = 32;

// A question and passages that have nothing to do with it.
const std::string strangeQuestion = "Which ships pass the lighthouse at night?";
const char* const strangePassages[] = {
    "Knead the dough for ten minutes, let it rise in a warm place and bake it until it is brown.",
    "The committee elected a treasurer and put the discussion of the budget off until spring.",
    "Press the button for three seconds to restore the settings of the printer.",
};

// The position of `value` between `nothing` (0) and 1 (1).
double asShare(double value, double nothing)
{
    return (value - nothing) / std::max(1 - nothing, 1e-3);
}

} // namespace

PassageEncoder::PassageEncoder(const QString& model)
    : m_prompts(findEmbeddingPrompts(model))
    , m_processor(kernels::openBackend("cpu", 0, kernels::Products::Fast))
    , m_encoder(engine::Encoder::load(model.toStdU16String(), *m_processor))
{
    // The tokens before a text are those with which both the empty text and others begin.
    const engine::TokenIds around = m_encoder->tokenize(""), some = m_encoder->tokenize("a");
    m_before = size_t(std::ranges::mismatch(around, some).in1 - around.begin());
    m_behind = around.size() - m_before;
    const std::vector<float> asked = ofQuestion(strangeQuestion);
    double texts = 0, words = 0;
    for (const char* each : strangePassages) {
        const PassageText passage{0, "", each};
        const std::vector<float> said = ofPassages({passage}).front();
        texts += double(std::inner_product(asked.begin(), asked.end(), said.begin(), 0.F));
        words += sharedMeaning(strangeQuestion, passage);
    }
    m_strangeTexts = texts / double(std::size(strangePassages));
    m_strangeWords = words / double(std::size(strangePassages));
}

Splitting PassageEncoder::splitting() const
{
    const engine::EncoderConfig& config = m_encoder->config();
    // The tokens around a text are at least the special ones and the prompt.
    const auto around = m_encoder->tokenize(m_prompts.passage + "a").size() - 1;
    const auto longest = size_t(config.maxTokens);
    const PassageSize usual;
    Splitting splitting;
    splitting.size.most = std::min(usual.most,
        std::max<size_t>(longest, tokensOfHeading + around + 16) - tokensOfHeading - around);
    splitting.size.usual = std::min(usual.usual, splitting.size.most);
    splitting.size.least = std::min(usual.least, splitting.size.most / 4);
    splitting.count = [this, around](std::string_view text) {
        const size_t all = m_encoder->tokenize(m_prompts.passage + std::string(text)).size();
        return std::max(all, around) - around; // no more than it reads: enough to be too many
    };
    splitting.measure = QStringLiteral("%1 %2 %3")
                            .arg(QString::fromStdString(config.family))
                            .arg(m_encoder->columns())
                            .arg(splitting.size.most);
    return splitting;
}

std::vector<std::vector<float>> PassageEncoder::ofPassages(const std::vector<PassageText>& passages)
{
    std::vector<std::string> texts;
    for (const PassageText& passage : passages)
        texts.push_back(m_prompts.passage + toText(passage));
    return engine::encodeUnitVectors(*m_encoder, texts);
}

std::vector<float> PassageEncoder::ofQuestion(const std::string& question)
{
    const std::string asked[] = {m_prompts.question + question};
    return engine::encodeUnitVectors(*m_encoder, asked).front();
}

double PassageEncoder::sharedMeaning(const std::string& question, const PassageText& passage)
{
    const Rows asked = rowsOf(m_prompts.question + question);
    const Rows said = rowsOf(m_prompts.passage + toText(passage));
    if (asked.ids.empty() || said.ids.empty())
        return 0;
    const std::vector<TokenRange> words = decidingWords(question, asked.ids);
    double sum = 0;
    for (const TokenRange& word : words)
        sum += closeness(asked, word, said);
    return asShare(sum / double(words.size()), m_strangeWords);
}

double PassageEncoder::relative(float cosine) const
{
    return asShare(double(cosine), m_strangeTexts);
}

// Removes the tokens that are added around a text.
engine::TokenIds PassageEncoder::within(const engine::TokenIds& ids) const
{
    if (ids.size() <= m_before + m_behind)
        return {};
    return {ids.begin() + ptrdiff_t(m_before), ids.end() - ptrdiff_t(m_behind)};
}

PassageEncoder::Rows PassageEncoder::rowsOf(const std::string& text)
{
    const engine::TokenIds ids = m_encoder->tokenize(text);
    Rows rows{within(ids), {}};
    if (rows.ids.empty())
        return rows;
    const auto columns = size_t(m_encoder->rowColumns());
    const std::vector<float> all = m_encoder->computeRows(ids);
    const auto first = all.begin() + ptrdiff_t(m_before * columns);
    rows.numbers.assign(first, first + ptrdiff_t(rows.ids.size() * columns));
    for (size_t token = 0; token < rows.ids.size(); ++token)
        engine::makeUnit(std::span(rows.numbers).subspan(token * columns, columns));
    return rows;
}

// The words that say what a question is about; all of it as one, if there are no others.
std::vector<PassageEncoder::TokenRange> PassageEncoder::decidingWords(
    const std::string& question, const engine::TokenIds& ids) const
{
    std::vector<TokenRange> words;
    auto next = ids.begin();
    for (const std::string& word : toDecidingTexts(question)) {
        const engine::TokenIds own = within(m_encoder->tokenize(word));
        const auto found = std::search(next, ids.end(), own.begin(), own.end());
        if (own.empty() || found == ids.end())
            continue;
        next = found + ptrdiff_t(own.size());
        words.push_back({size_t(found - ids.begin()), size_t(next - ids.begin())});
    }
    if (words.empty())
        words.push_back({0, ids.size()});
    return words;
}

double PassageEncoder::closeness(const Rows& question, TokenRange word, const Rows& passage) const
{
    const auto columns = ptrdiff_t(m_encoder->rowColumns());
    double sum = 0;
    for (size_t token = word.from; token < word.to; ++token) {
        const auto asked = question.numbers.begin() + ptrdiff_t(token) * columns;
        float closest = -1;
        for (auto said = passage.numbers.begin(); said != passage.numbers.end(); said += columns)
            closest = std::max(closest, std::inner_product(asked, asked + columns, said, 0.F));
        sum += double(closest);
    }
    return sum / double(word.to - word.from);
}

std::vector<float> PassageEncoder::mark()
{
    return ofPassages(
        {{0, "", "The keeper of the lighthouse writes down which ships pass at night."}})
        .front();
}

bool isSameModel(const std::vector<float>& one, const std::vector<float>& other)
{
    constexpr float rounding = 0.02F; // of files that contain it with fewer bits
    return one.size() == other.size()
        && std::inner_product(one.begin(), one.end(), other.begin(), 0.F) > 1 - rounding;
}

void embedPassages(DocumentIndex& index, PassageEncoder& encoder,
    const std::function<void(int64_t, int64_t)>& done)
{
    const std::vector<float> mark = encoder.mark();
    if (!isSameModel(index.embedding(), mark))
        index.setEmbedding(mark);
    const int64_t all = index.countWithoutVector();
    int64_t count = 0;
    PassageNumber last = 0;
    for (;;) {
        const std::vector<PassageText> passages = index.passagesWithoutVector(passagesAtOnce, last);
        if (passages.empty())
            return;
        last = passages.back().passage;
        index.addVectors(passages, encoder.ofPassages(passages));
        count += int64_t(passages.size());
        done(count, std::max(all, count));
    }
}

} // namespace services
