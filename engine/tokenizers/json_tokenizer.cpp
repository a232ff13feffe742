#include "engine/tokenizers/json_tokenizer.h"

#include "base/error.h"
#include "base/utf8.h"
#include "engine/files/json_text.h"
#include "engine/tokenizers/bpe_model.h"
#include "engine/tokenizers/pipeline_tokenizer.h"
#include "engine/tokenizers/tokenizer_json.h"
#include "engine/tokenizers/unigram_model.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace engine {
namespace {

using base::Error;
using base::ErrorKind;
using nlohmann::json;

constexpr uintmax_t largestFile = uintmax_t(64) << 20;

[[noreturn]] void refuse(const std::string& sentence)
{
    throw Error(ErrorKind::BadFile, sentence);
}

const json& section(const json& object, const char* key)
{
    static const json null;
    const auto found = object.find(key);
    return found == object.end() ? null : *found;
}

std::string textOr(const json& object, const char* key, const char* otherwise = "")
{
    const json& value = section(object, key);
    return value.is_string() ? value.get<std::string>() : otherwise;
}

bool flag(const json& object, const char* key)
{
    const json& value = section(object, key);
    return value.is_boolean() && value.get<bool>();
}

TokenId readId(const json& value)
{
    const bool whole = value.is_number_integer();
    const auto id = whole ? value.get<int64_t>() : -1;
    if (id < 0 || id >= static_cast<int64_t>(Vocabulary::maxPieces))
        refuse("the tokenizer has a token with the id " + base::printable(value.dump(), 40)
            + "; ids are from 0 to " + std::to_string(Vocabulary::maxPieces - 1));
    return id;
}

void place(std::vector<std::string>& pieces, TokenId id, const std::string& piece)
{
    if (static_cast<size_t>(id) >= pieces.size())
        pieces.resize(id + 1);
    pieces[id] = piece;
}

std::vector<std::string> readPieces(const json& vocabulary)
{
    std::vector<std::string> pieces;
    if (vocabulary.is_object())
        for (const auto& [piece, id] : vocabulary.items())
            place(pieces, readId(id), piece);
    else if (vocabulary.is_array())
        for (const json& entry : vocabulary)
            pieces.push_back(entry.at(0).get<std::string>());
    else
        refuse("the tokenizer has no vocabulary");
    return pieces;
}

struct AddedTokenLists {
    std::vector<AddedToken> raw, normalized;
};

// Those that are matched in normalized text are normalized themselves. Special ones are matched as
// they are, so that positions in the text stay known.
AddedTokenLists readAddedTokens(const json& list, const Normalizer& normalizer)
{
    AddedTokenLists tokens;
    for (const json& entry : list) {
        AddedToken token;
        token.content = entry.at("content").get<std::string>();
        token.id = readId(entry.at("id"));
        token.special = flag(entry, "special");
        token.singleWord = flag(entry, "single_word");
        token.takesSpaceBefore = flag(entry, "lstrip");
        token.takesSpaceAfter = flag(entry, "rstrip");
        if (!normalizer || token.special || !flag(entry, "normalized")) {
            tokens.raw.push_back(std::move(token));
            continue;
        }
        token.content = normalizer(token.content);
        tokens.normalized.push_back(std::move(token));
    }
    return tokens;
}

void addMerges(BpeModel& model, const json& merges)
{
    if (!merges.is_array())
        refuse("the tokenizer has no list of merges");
    for (size_t i = 0; i < merges.size(); ++i) {
        std::string left, right;
        if (merges[i].is_string()) {
            const std::string both = merges[i];
            const size_t space = both.find(' ', 1);
            left = both.substr(0, space);
            right = space == std::string::npos ? "" : both.substr(space + 1);
        } else {
            left = merges[i].at(0).get<std::string>();
            right = merges[i].at(1).get<std::string>();
        }
        if (!model.addMerge(left, right))
            refuse("merge " + std::to_string(i) + " of the tokenizer (\""
                + base::printable(left, 60) + "\" with \"" + base::printable(right, 60)
                + "\") isn't in its vocabulary");
    }
}

std::unique_ptr<const TokenModel> readBpe(
    const json& model, std::shared_ptr<const Vocabulary> vocabulary)
{
    BpeModel::Options options;
    options.unknown = vocabulary->find(textOr(model, "unk_token"));
    options.fuseUnknown = flag(model, "fuse_unk");
    options.byteFallback = flag(model, "byte_fallback");
    options.ignoreMerges = flag(model, "ignore_merges");
    options.continuingPrefix = textOr(model, "continuing_subword_prefix");
    options.wordSuffix = textOr(model, "end_of_word_suffix");
    auto bpe = std::make_unique<BpeModel>(std::move(vocabulary), options);
    addMerges(*bpe, section(model, "merges"));
    return bpe;
}

std::unique_ptr<const TokenModel> readUnigram(
    const json& model, std::shared_ptr<const Vocabulary> vocabulary)
{
    std::vector<UnigramModel::ScoredPiece> pieces;
    for (const json& entry : model.at("vocab")) {
        const double score = entry.at(1).get<double>();
        if (!std::isfinite(score))
            refuse("the tokenizer has a token without a finite score");
        pieces.push_back({static_cast<TokenId>(pieces.size()), score});
    }
    UnigramModel::Options options;
    if (const json& unknown = section(model, "unk_id"); !unknown.is_null())
        options.unknown = readId(unknown);
    options.byteFallback = flag(model, "byte_fallback");
    return std::make_unique<UnigramModel>(std::move(vocabulary), pieces, options);
}

std::unique_ptr<const TokenModel> readWordPiece(
    const json& model, std::shared_ptr<const Vocabulary> vocabulary)
{
    WordPieceModel::Options options;
    options.unknown = vocabulary->find(textOr(model, "unk_token", "[UNK]"));
    options.continuingPrefix = textOr(model, "continuing_subword_prefix", "##");
    options.maxWordLength = model.value("max_input_chars_per_word", size_t(100));
    return std::make_unique<WordPieceModel>(std::move(vocabulary), options);
}

// Older files do not say the type.
std::string modelType(const json& model)
{
    if (const std::string type = textOr(model, "type"); !type.empty())
        return type;
    if (model.contains("merges"))
        return "BPE";
    return section(model, "vocab").is_array() ? "Unigram" : "WordPiece";
}

std::unique_ptr<const TokenModel> readModel(
    const json& model, std::shared_ptr<const Vocabulary> vocabulary)
{
    const std::string type = modelType(model);
    if (type == "BPE")
        return readBpe(model, std::move(vocabulary));
    if (type == "Unigram")
        return readUnigram(model, std::move(vocabulary));
    if (type == "WordPiece")
        return readWordPiece(model, std::move(vocabulary));
    refuseType(type, "model");
}

// The tokens of a template before its first text, between its texts and after the last, which are
// the `parts`; returns the segment of the last text.
int32_t readTemplate(
    const json& processor, const char* name, std::initializer_list<TokenIds*> parts)
{
    auto part = parts.begin();
    int32_t type = 0;
    for (const json& item : processor.at(name)) {
        if (item.contains("Sequence")) {
            if (++part == parts.end())
                refuse(std::string("the tokenizer's post-processor has too many texts in its \"")
                    + name + "\" template");
            type = item.at("Sequence").value("type_id", 0) == 0 ? 0 : 1;
            continue;
        }
        const std::string token = item.at("SpecialToken").at("id");
        for (const json& id : processor.at("special_tokens").at(token).at("ids"))
            (*part)->push_back(readId(id));
    }
    return type;
}

void readTemplates(const json& processor, TokenizerPipeline& pipeline)
{
    readTemplate(processor, "single", {&pipeline.before, &pipeline.after});
    TokenIds before; // of a pair: as of a text
    if (section(processor, "pair").is_array())
        pipeline.secondType
            = readTemplate(processor, "pair", {&before, &pipeline.between, &pipeline.afterPair});
}

void readPostProcessor(const json& processor, TokenizerPipeline& pipeline)
{
    if (processor.is_null())
        return;
    const std::string type = readType(processor, "post-processor");
    if (type == "Sequence") {
        for (const json& part : processor.at("processors"))
            readPostProcessor(part, pipeline);
    } else if (type == "TemplateProcessing") {
        readTemplates(processor, pipeline);
    } else if (type == "BertProcessing" || type == "RobertaProcessing") {
        pipeline.before.push_back(readId(processor.at("cls").at(1)));
        pipeline.after.push_back(readId(processor.at("sep").at(1)));
        pipeline.between = pipeline.afterPair = pipeline.after;
        if (type == "RobertaProcessing")
            pipeline.between.push_back(pipeline.after.front());
        else
            pipeline.secondType = 1;
    } else if (type != "ByteLevel") {
        refuseType(type, "post-processor");
    }
}

void checkBoundaries(const TokenizerPipeline& pipeline)
{
    for (const TokenIds* ids :
        {&pipeline.before, &pipeline.after, &pipeline.between, &pipeline.afterPair})
        for (const TokenId id : *ids)
            if (!pipeline.vocabulary->contains(id))
                refuse("the tokenizer's post-processor adds token " + std::to_string(id)
                    + ", which is not in its vocabulary");
}

std::shared_ptr<const Tokenizer> readTokenizer(const json& root, const TokenSpellings& spellings)
{
    if (!root.is_object() || !section(root, "model").is_object())
        refuse("the tokenizer has no model");
    TokenizerPipeline pipeline;
    pipeline.normalizer = readNormalizer(section(root, "normalizer"));
    AddedTokenLists added = readAddedTokens(section(root, "added_tokens"), pipeline.normalizer);
    std::vector<std::string> pieces = readPieces(section(root.at("model"), "vocab"));
    for (const json& token : section(root, "added_tokens"))
        place(pieces, readId(token.at("id")), token.at("content").get<std::string>());
    pipeline.special.resize(pieces.size());
    for (const AddedToken& token : added.raw)
        pipeline.special[token.id] = pipeline.special[token.id] || token.special;
    pipeline.vocabulary = std::make_shared<const Vocabulary>(std::move(pieces));
    pipeline.added = AddedTokens(std::move(added.raw));
    pipeline.addedNormalized = AddedTokens(std::move(added.normalized));
    pipeline.preTokenizer = readPreTokenizer(section(root, "pre_tokenizer"));
    pipeline.model = readModel(root.at("model"), pipeline.vocabulary);
    readPostProcessor(section(root, "post_processor"), pipeline);
    checkBoundaries(pipeline);

    PieceDecoder decoder = readDecoder(section(root, "decoder"));
    pipeline.dropsLeadingSpace = decoder.dropsLeadingSpace;
    pipeline.toBytes = [vocabulary = pipeline.vocabulary, special = pipeline.special,
                           decode = std::move(decoder.decode)](TokenId id) {
        const std::string& piece = vocabulary->piece(id);
        return decode && !special[id] ? decode(piece) : piece;
    };
    pipeline.bos = pipeline.vocabulary->find(spellings.bos);
    pipeline.eos = pipeline.vocabulary->find(spellings.eos);
    if (!spellings.areThere && !pipeline.before.empty())
        pipeline.bos = pipeline.before.front();
    return std::make_shared<const PipelineTokenizer>(std::move(pipeline));
}

// A spelling, or an object with one.
std::string readSpelling(const json& value)
{
    if (value.is_object())
        return textOr(value, "content");
    return value.is_string() ? value.get<std::string>() : "";
}

} // namespace

TokenSpellings readTokenSpellings(const std::filesystem::path& folder)
{
    TokenSpellings spellings;
    for (const char* name : {"tokenizer_config.json", "special_tokens_map.json"}) {
        std::error_code error;
        if (!std::filesystem::is_regular_file(folder / name, error))
            continue;
        const json config = readJsonFile(folder / name);
        if (!config.is_object())
            continue;
        spellings.areThere = true;
        if (spellings.bos.empty())
            spellings.bos = readSpelling(section(config, "bos_token"));
        if (spellings.eos.empty())
            spellings.eos = readSpelling(section(config, "eos_token"));
        if (const json& adds = section(config, "add_bos_token"); adds.is_boolean())
            spellings.addsBos = adds;
        if (const json& adds = section(config, "add_eos_token"); adds.is_boolean())
            spellings.addsEos = adds;
    }
    return spellings;
}

std::shared_ptr<const Tokenizer> loadJsonTokenizer(const std::filesystem::path& path)
{
    const std::string name = path.filename().string();
    try {
        const json root = readJsonFile(path, largestFile);
        return readTokenizer(root, readTokenSpellings(path.parent_path()));
    } catch (const json::exception&) {
        refuse(name
            + " isn't a valid Hugging Face tokenizer: a value is missing or has the wrong type");
    }
}

} // namespace engine
