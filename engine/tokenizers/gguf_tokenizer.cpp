#include "engine/tokenizers/gguf_tokenizer.h"

#include "base/ascii.h"
#include "base/error.h"
#include "base/utf8.h"
#include "engine/files/gguf_metadata.h"
#include "engine/tokenizers/bpe_model.h"
#include "engine/tokenizers/normalizer.h"
#include "engine/tokenizers/pipeline_tokenizer.h"
#include "engine/tokenizers/pre_tokenizer.h"
#include "engine/tokenizers/regex.h"
#include "engine/tokenizers/unicode.h"
#include "engine/tokenizers/unigram_model.h"

#include <algorithm>
#include <array>
#include <limits>

namespace engine {

namespace {

using base::Error;
using base::ErrorKind;

// Spellings that are control tokens whatever the file says: converters got them wrong.
constexpr std::array controlSpellings = std::to_array<std::string_view>({"<|eot_id|>", "<|im_end|>",
    "<|end|>", "<|return|>", "<|call|>", "<|flush|>", "<|calls|>", "<end_of_turn>", "<|endoftext|>",
    "</s>", "<|eom_id|>", "<EOT>", "_<EOT>", "[EOT]", "[EOS]", "<|end_of_text|>",
    "<end_of_utterance>", "<eos>", "<turn|>", "<|tool_response>", "<｜end▁of▁sentence｜>", "[e~[",
    "<|fim_prefix|>", "<fim-prefix>", "<fim_prefix>", "<｜fim▁begin｜>", "<PRE>", "▁<PRE>",
    "<|code_prefix|>", "<|prefix|>", "<|fim_suffix|>", "<fim-suffix>", "<fim_suffix>",
    "<｜fim▁hole｜>", "<SUF>", "▁<SUF>", "<|code_suffix|>", "<|suffix|>", "<|fim_middle|>",
    "<fim-middle>", "<fim_middle>", "<｜fim▁end｜>", "<MID>", "▁<MID>", "<|code_middle|>",
    "<|middle|>", "<|fim_pad|>", "<fim-pad>", "<fim_pad>", "<PAD>", "[PAD]", "<|fim_repo|>",
    "<|repo_name|>", "<fim-repo>", "<REPO>", "<reponame>", "<|file_sep|>"});

// Control tokens that are part of the visible text of gpt-oss.
constexpr std::array visibleSpellings
    = std::to_array<std::string_view>({"<|channel|>", "<|message|>", "<|start|>", "<|constrain|>"});

std::vector<std::string> readPieces(const GgufMetadata& metadata)
{
    const auto tokens = metadata.strings("tokenizer.ggml.tokens");
    if (!tokens)
        throw Error(ErrorKind::BadFile, "the file has no list of tokens (tokenizer.ggml.tokens)");
    std::vector<std::string> pieces(tokens->begin(), tokens->end());
    for (size_t id = 0; id < pieces.size(); ++id)
        if (pieces[id].empty())
            pieces[id] = "[EMPTY_" + std::to_string(id) + "]";
    return pieces;
}

void checkLength(size_t length, size_t tokens, const char* what)
{
    if (length < tokens)
        throw Error(ErrorKind::BadFile,
            "the vocabulary has " + std::to_string(tokens) + " tokens but " + std::to_string(length)
                + " " + what);
}

std::vector<float> readScores(const GgufMetadata& metadata, size_t tokens)
{
    std::vector<float> scores(tokens);
    if (auto given = metadata.numbers("tokenizer.ggml.scores")) {
        checkLength(given->size(), tokens, "scores");
        given->resize(tokens);
        scores = std::move(*given);
    }
    return scores;
}

TokenKind toTokenKind(int64_t type)
{
    return type >= 1 && type <= 6 ? static_cast<TokenKind>(type) : TokenKind::Undefined;
}

void setKind(GgufVocabulary& vocabulary, std::string_view spelling, TokenKind kind)
{
    if (const TokenId id = vocabulary.vocabulary->find(spelling); id >= 0)
        vocabulary.kinds[id] = kind;
}

void correctKinds(GgufVocabulary& vocabulary)
{
    const auto has
        = [&](std::string_view piece) { return vocabulary.vocabulary->find(piece) >= 0; };
    for (const std::string_view spelling : controlSpellings)
        setKind(vocabulary, spelling, TokenKind::Control);
    for (const std::string_view spelling : visibleSpellings)
        setKind(vocabulary, spelling, TokenKind::UserDefined);
    const bool calls = has("<|call|>") || has("<|calls|>");
    if (calls && (has("<|return|>") || has("<|flush|>")))
        setKind(vocabulary, "<|end|>", TokenKind::UserDefined);
    if (has("<|tool_response>") || has("<|plamo:eos|>"))
        setKind(vocabulary, "</s>", TokenKind::Normal);
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

// Whitespace that belongs to a token is not in the file; it goes by names.
void setSpaces(AddedToken& token, std::string_view modelName, std::string_view preTokenizer)
{
    const bool jina = contains(preTokenizer, "jina-v2-de") || contains(preTokenizer, "jina-v2-es")
        || contains(preTokenizer, "jina-v2-code");
    if (jina) {
        token.takesSpaceBefore = token.content == "<mask>";
    } else if (contains(modelName, "phi-3") || contains(modelName, "phi3")) {
        token.takesSpaceAfter = token.content != "<unk>" && token.content != "<s>"
            && token.content != "<|endoftext|>";
    } else if (contains(modelName, "modern-bert")) {
        token.takesSpaceBefore = token.content == "[MASK]";
    }
}

} // namespace

std::vector<bool> GgufVocabulary::specials() const
{
    std::vector<bool> specials(kinds.size());
    for (size_t id = 0; id < kinds.size(); ++id)
        specials[id] = kinds[id] == TokenKind::Control || kinds[id] == TokenKind::Unknown;
    return specials;
}

AddedTokens GgufVocabulary::addedTokens(
    std::string_view modelName, std::string_view preTokenizer) const
{
    std::vector<AddedToken> tokens;
    const std::vector<bool> special = specials();
    for (size_t id = 0; id < kinds.size(); ++id) {
        if (!special[id] && kinds[id] != TokenKind::UserDefined)
            continue;
        AddedToken token;
        token.content = vocabulary->piece(static_cast<TokenId>(id));
        token.id = static_cast<TokenId>(id);
        token.special = special[id];
        setSpaces(token, modelName, preTokenizer);
        tokens.push_back(std::move(token));
    }
    return AddedTokens(std::move(tokens), AddedTokens::Order::Longest);
}

GgufVocabulary readGgufVocabulary(const GgufMetadata& metadata)
{
    std::vector<std::string> pieces = readPieces(metadata);
    GgufVocabulary vocabulary;
    vocabulary.scores = readScores(metadata, pieces.size());
    vocabulary.kinds.resize(pieces.size(), TokenKind::Normal);
    if (const auto types = metadata.integers("tokenizer.ggml.token_type")) {
        checkLength(types->size(), pieces.size(), "token types");
        for (size_t id = 0; id < pieces.size(); ++id)
            vocabulary.kinds[id] = toTokenKind((*types)[id]);
    }
    vocabulary.vocabulary = std::make_shared<const Vocabulary>(std::move(pieces));
    correctKinds(vocabulary);
    return vocabulary;
}

TokenId readTokenId(const GgufMetadata& metadata, std::string_view key, TokenId otherwise,
    const Vocabulary& vocabulary)
{
    const int64_t id = metadata.integer(key).value_or(otherwise);
    if (id == -1 || id == std::numeric_limits<uint32_t>::max())
        return -1;
    if (id >= 0 && id < vocabulary.size())
        return TokenId(id);
    return vocabulary.contains(otherwise) ? otherwise : -1;
}

namespace {

// What a kind of vocabulary does unless the file says otherwise.
struct Defaults {
    TokenId bos = -1, eos = -1, unknown = -1, separator = -1;
    bool addBos = false, addEos = false;
};

enum class Spelling { Blocks, ByteLetters };

std::function<std::string(TokenId)> toBytes(const GgufVocabulary& given, Spelling spelling)
{
    return [pieces = given.vocabulary, kinds = given.kinds, spelling](TokenId id) {
        const std::string& piece = pieces->piece(id);
        const TokenKind kind = kinds[id];
        if (kind == TokenKind::Control || kind == TokenKind::Unknown
            || kind == TokenKind::UserDefined)
            return piece;
        if (const int byte = byteOfPiece(piece); kind == TokenKind::Byte && byte >= 0)
            return std::string(1, static_cast<char>(byte));
        return spelling == Spelling::ByteLetters ? fromByteLetters(piece)
                                                 : replaced(piece, blockSpace, " ");
    };
}

// Everything but normalizer, pre-tokenizer and model.
TokenizerPipeline makePipeline(
    const GgufMetadata& metadata, const GgufVocabulary& given, const Defaults& defaults)
{
    const Vocabulary& vocabulary = *given.vocabulary;
    TokenizerPipeline pipeline;
    pipeline.vocabulary = given.vocabulary;
    pipeline.added
        = given.addedTokens(base::toLowerAscii(metadata.string("general.name").value_or("")),
            metadata.string("tokenizer.ggml.pre").value_or(""));
    pipeline.brokenUtf8 = base::BrokenUtf8::OnePerByte;
    pipeline.special = given.specials();
    pipeline.bos = readTokenId(metadata, "tokenizer.ggml.bos_token_id", defaults.bos, vocabulary);
    pipeline.eos = readTokenId(metadata, "tokenizer.ggml.eos_token_id", defaults.eos, vocabulary);
    if (metadata.boolean("tokenizer.ggml.add_bos_token").value_or(defaults.addBos)
        && pipeline.bos >= 0)
        pipeline.before.push_back(pipeline.bos);
    if (metadata.boolean("tokenizer.ggml.add_eos_token").value_or(defaults.addEos)
        && pipeline.eos >= 0)
        pipeline.after.push_back(pipeline.eos);
    return pipeline;
}

TokenId readUnknown(const GgufMetadata& metadata, const GgufVocabulary& given, TokenId otherwise)
{
    return readTokenId(metadata, "tokenizer.ggml.unknown_token_id", otherwise, *given.vocabulary);
}

std::shared_ptr<const Tokenizer> makeSentencePiece(const GgufMetadata& metadata)
{
    const GgufVocabulary given = readGgufVocabulary(metadata);
    TokenizerPipeline pipeline
        = makePipeline(metadata, given, {.bos = 1, .eos = 2, .addBos = true});
    pipeline.repairsUtf8 = false;
    pipeline.dropsLeadingSpace = metadata.boolean("tokenizer.ggml.add_space_prefix").value_or(true);
    std::vector<Normalizer> steps{replaceText(" ", std::string(blockSpace))};
    if (pipeline.dropsLeadingSpace)
        steps.push_back(prepend(std::string(blockSpace)));
    pipeline.normalizer = inSequence(std::move(steps));
    pipeline.toBytes = toBytes(given, Spelling::Blocks);
    pipeline.model = std::make_unique<ScoreMergeModel>(
        given.vocabulary, given.scores, readUnknown(metadata, given, 0));
    return std::make_shared<const PipelineTokenizer>(std::move(pipeline));
}

const NamedPreTokenizer& namedPreTokenizer(std::string_view name)
{
    const NamedPreTokenizer* found = findPreTokenizer(name.empty() ? "default" : name);
    if (!found)
        throw Error(ErrorKind::Unsupported,
            "the pre-tokenizer \"" + base::printable(name, 60)
                + "\" (tokenizer.ggml.pre) isn't supported");
    return *found;
}

void addMerges(BpeModel& model, const GgufMetadata& metadata, const NamedPreTokenizer& named)
{
    const auto merges = metadata.strings("tokenizer.ggml.merges");
    if (!merges && named.name == "kimi-k2")
        return;
    if (!merges)
        throw Error(ErrorKind::BadFile, "the file has no list of merges (tokenizer.ggml.merges)");
    for (const std::string_view merge : *merges) {
        const size_t space = merge.find(' ', 1);
        if (space == std::string_view::npos)
            throw Error(ErrorKind::BadFile,
                "the merge \"" + base::printable(merge, 60) + "\" of the vocabulary is not a pair");
        model.addMerge(merge.substr(0, space), merge.substr(space + 1)); // false: never applies
    }
}

std::shared_ptr<const Tokenizer> makeBytePair(const GgufMetadata& metadata, std::string_view model)
{
    const std::string_view pre = metadata.string("tokenizer.ggml.pre").value_or("");
    const NamedPreTokenizer& named = namedPreTokenizer(model == "gemma4" ? model : pre);
    const GgufVocabulary given = readGgufVocabulary(metadata);
    const bool isGpt2 = model != "gemma4";
    TokenizerPipeline pipeline = makePipeline(metadata, given,
        {.bos = isGpt2 && named.hasBos ? 11 : -1,
            .eos = isGpt2 ? 11 : -1,
            .addBos = named.addBos,
            .addEos = false});
    if (metadata.boolean("tokenizer.ggml.add_sep_token").value_or(named.addSeparator)
        && pipeline.after.empty() && pipeline.eos >= 0 && named.addSeparator)
        pipeline.after.push_back(pipeline.eos);
    pipeline.between = pipeline.afterPair = pipeline.after;

    std::vector<Normalizer> steps;
    if (model == "whitespace"
        && metadata.boolean("tokenizer.ggml.normalizer.lowercase").value_or(true))
        steps.push_back(toLowercase());
    if (named.blockSpaces)
        steps.push_back(replaceText(" ", std::string(blockSpace)));
    pipeline.normalizer = inSequence(std::move(steps));
    pipeline.preTokenizer = makePreTokenizer(named);
    if (model == "whitespace")
        pipeline.preTokenizer = inSequence({splitAtCharacters(isWhitespace, SplitBehavior::Removed),
            std::move(pipeline.preTokenizer)});
    pipeline.toBytes = toBytes(given, named.spellsBytes ? Spelling::ByteLetters : Spelling::Blocks);

    BpeModel::Options options;
    options.ignoreMerges = named.ignoreMerges;
    options.byteFallback = !named.spellsBytes;
    options.lineBreaksAreWhole = named.blockSpaces && named.name != "sarvam-moe";
    auto bpe = std::make_unique<BpeModel>(given.vocabulary, options);
    addMerges(*bpe, metadata, named);
    pipeline.model = std::move(bpe);
    return std::make_shared<const PipelineTokenizer>(std::move(pipeline));
}

bool isBertMark(char32_t c)
{
    return isPunctuation(c) || (c < 0x7F && isSymbol(c));
}

std::shared_ptr<const Tokenizer> makeWordPiece(const GgufMetadata& metadata)
{
    const GgufVocabulary given = readGgufVocabulary(metadata);
    const Vocabulary& vocabulary = *given.vocabulary;
    TokenizerPipeline pipeline = makePipeline(metadata, given, {.bos = 101});
    const TokenId separator
        = readTokenId(metadata, "tokenizer.ggml.seperator_token_id", 102, vocabulary);
    pipeline.before.assign(pipeline.bos >= 0, pipeline.bos);
    pipeline.after.assign(separator >= 0, separator);
    pipeline.between = pipeline.afterPair = pipeline.after;
    pipeline.secondType = 1;

    BertRules rules;
    rules.keepOnlyBase = true;
    rules.lowercase = metadata.boolean("tokenizer.ggml.normalizer.lowercase").value_or(true);
    rules.stripAccents
        = metadata.boolean("tokenizer.ggml.normalizer.strip_accents").value_or(rules.lowercase);
    pipeline.normalizer = normalizeForBert(rules);
    pipeline.preTokenizer = inSequence(
        std::vector<PreTokenizer>{splitAtCharacters(isWhitespace, SplitBehavior::Removed),
            splitAtCharacters(isBertMark, SplitBehavior::Isolated)});
    pipeline.toBytes = toBytes(given, Spelling::Blocks);
    pipeline.dropsLeadingSpace = true;

    WordPieceModel::Options options;
    options.unknown = readUnknown(metadata, given, 100);
    options.firstPrefix = blockSpace;
    options.maxWordLength = 0;
    pipeline.model = std::make_unique<WordPieceModel>(given.vocabulary, options);
    return std::make_shared<const PipelineTokenizer>(std::move(pipeline));
}

std::string readCharsmap(const GgufMetadata& metadata)
{
    std::string table;
    const auto bytes = metadata.integers("tokenizer.ggml.precompiled_charsmap");
    for (const int64_t byte : bytes.value_or(std::vector<int64_t>()))
        table += static_cast<char>(byte);
    return table;
}

std::vector<UnigramModel::ScoredPiece> piecesInText(const GgufVocabulary& given)
{
    std::vector<UnigramModel::ScoredPiece> pieces;
    for (TokenId id = 0; id < given.vocabulary->size(); ++id) {
        const TokenKind kind = given.kinds[id];
        if (kind == TokenKind::Normal || kind == TokenKind::Unused)
            pieces.push_back({id, given.scores[id], kind == TokenKind::Normal});
        if (kind == TokenKind::UserDefined)
            pieces.push_back({id, 0, false});
    }
    return pieces;
}

std::shared_ptr<const Tokenizer> makeUnigram(const GgufMetadata& metadata)
{
    const GgufVocabulary given = readGgufVocabulary(metadata);
    TokenizerPipeline pipeline
        = makePipeline(metadata, given, {.eos = 1, .addBos = false, .addEos = true});
    pipeline.between = pipeline.afterPair = pipeline.after;
    if (!pipeline.before.empty()) // as XLM-RoBERTa, whose vocabularies have this type
        pipeline.between.insert(
            pipeline.between.end(), pipeline.after.begin(), pipeline.after.end());
    SpaceRules rules;
    rules.prefix = metadata.boolean("tokenizer.ggml.add_space_prefix").value_or(true);
    rules.merge = metadata.boolean("tokenizer.ggml.remove_extra_whitespaces").value_or(false);
    std::vector<Normalizer> steps;
    if (const std::string table = readCharsmap(metadata); !table.empty())
        steps.push_back(replaceByCharsmap(std::make_shared<const Charsmap>(table)));
    steps.push_back(spacesToBlocks(rules));
    pipeline.normalizer = inSequence(std::move(steps));
    pipeline.dropsLeadingSpace = rules.prefix;
    pipeline.toBytes = toBytes(given, Spelling::Blocks);
    UnigramModel::Options options;
    options.unknown = readUnknown(metadata, given, 2);
    pipeline.model = std::make_unique<UnigramModel>(given.vocabulary, piecesInText(given), options);
    return std::make_shared<const PipelineTokenizer>(std::move(pipeline));
}

class NoModel final : public TokenModel {
public:
    void encode(std::string_view, TokenIds&) const override
    {
        throw Error(ErrorKind::Unsupported, "this model has no vocabulary, so it can't read text");
    }
};

std::shared_ptr<const Tokenizer> makeEmpty()
{
    TokenizerPipeline pipeline;
    pipeline.vocabulary = std::make_shared<const Vocabulary>(std::vector<std::string>());
    pipeline.model = std::make_unique<NoModel>();
    return std::make_shared<const PipelineTokenizer>(std::move(pipeline));
}

} // namespace

std::shared_ptr<const Tokenizer> makeGgufTokenizer(const GgufMetadata& metadata)
{
    const auto model = metadata.string("tokenizer.ggml.model");
    if (!model)
        throw Error(ErrorKind::BadFile, "the file has no vocabulary (tokenizer.ggml.model)");
    if (*model == "llama")
        return makeSentencePiece(metadata);
    if (*model == "gpt2" || *model == "gemma4" || *model == "whitespace")
        return makeBytePair(metadata, *model);
    if (*model == "bert")
        return makeWordPiece(metadata);
    if (*model == "t5")
        return makeUnigram(metadata);
    if (*model == "none" || *model == "no_vocab")
        return makeEmpty();
    throw Error(ErrorKind::Unsupported,
        "the vocabulary type \"" + base::printable(*model, 60)
            + "\" (tokenizer.ggml.model) isn't supported");
}

} // namespace engine
