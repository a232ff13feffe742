#include "engine/tokenizers/gguf_tokenizer.h"

#include "engine/files/gguf_metadata.h"
#include "engine/files/printable.h"
#include "engine/tokenizers/bpe_model.h"
#include "engine/tokenizers/byte_letters.h"
#include "engine/tokenizers/charsmap.h"
#include "engine/tokenizers/gguf_vocabulary.h"
#include "engine/tokenizers/pipeline_tokenizer.h"
#include "engine/tokenizers/pre_tokenizers.h"
#include "engine/tokenizers/regex.h"
#include "engine/tokenizers/score_merge_model.h"
#include "engine/tokenizers/unigram_model.h"
#include "engine/tokenizers/wordpiece_model.h"
#include "kernels/error.h"

#include <algorithm>
#include <cctype>

namespace engine {
namespace {

using kernels::Error;
using kernels::ErrorKind;

// What a kind of vocabulary does unless the file says otherwise.
struct Defaults {
    TokenId bos = -1, eos = -1, unknown = -1, separator = -1;
    bool addBos = false, addEos = false;
};

std::string lowerAscii(std::string_view text)
{
    std::string lower(text);
    for (char& c : lower)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lower;
}

enum class Spelling { Blocks, ByteLetters };

std::function<std::string(TokenId)> bytesOf(const GgufVocabulary& given, Spelling spelling)
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
    pipeline.added = given.addedTokens(lowerAscii(metadata.string("general.name").value_or("")),
        metadata.string("tokenizer.ggml.pre").value_or(""));
    pipeline.brokenUtf8 = BrokenUtf8::OnePerByte;
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

TokenId unknownOf(const GgufMetadata& metadata, const GgufVocabulary& given, TokenId otherwise)
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
    pipeline.bytesOf = bytesOf(given, Spelling::Blocks);
    pipeline.model = std::make_unique<ScoreMergeModel>(
        given.vocabulary, given.scores, unknownOf(metadata, given, 0));
    return std::make_shared<const PipelineTokenizer>(std::move(pipeline));
}

const NamedPreTokenizer& namedPreTokenizer(std::string_view name)
{
    const NamedPreTokenizer* found = findPreTokenizer(name.empty() ? "default" : name);
    if (!found)
        throw Error(ErrorKind::Unsupported,
            "the pre-tokenizer \"" + printable(name, 60) + "\" (tokenizer.ggml.pre) is not known");
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
                "the merge \"" + printable(merge, 60) + "\" of the vocabulary is not a pair");
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

    std::vector<Normalizer> steps;
    if (model == "whitespace"
        && metadata.boolean("tokenizer.ggml.normalizer.lowercase").value_or(true))
        steps.push_back(toLowercase());
    if (named.blockSpaces)
        steps.push_back(replaceText(" ", std::string(blockSpace)));
    pipeline.normalizer = inSequence(std::move(steps));
    pipeline.preTokenizer = makePreTokenizer(named);
    if (model == "whitespace")
        pipeline.preTokenizer
            = inSequence({splitAtCharacters(isWhitespace, SplitBehaviour::Removed),
                std::move(pipeline.preTokenizer)});
    pipeline.bytesOf = bytesOf(given, named.spellsBytes ? Spelling::ByteLetters : Spelling::Blocks);

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

    BertRules rules;
    rules.keepOnlyBase = true;
    rules.lowercase = metadata.boolean("tokenizer.ggml.normalizer.lowercase").value_or(true);
    rules.stripAccents
        = metadata.boolean("tokenizer.ggml.normalizer.strip_accents").value_or(rules.lowercase);
    pipeline.normalizer = normalizeForBert(rules);
    pipeline.preTokenizer = inSequence(
        std::vector<PreTokenizer>{splitAtCharacters(isWhitespace, SplitBehaviour::Removed),
            splitAtCharacters(isBertMark, SplitBehaviour::Isolated)});
    pipeline.bytesOf = bytesOf(given, Spelling::Blocks);
    pipeline.dropsLeadingSpace = true;

    WordPieceModel::Options options;
    options.unknown = unknownOf(metadata, given, 100);
    options.firstPrefix = blockSpace;
    options.longestWord = 0;
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
    SpaceRules rules;
    rules.prefix = metadata.boolean("tokenizer.ggml.add_space_prefix").value_or(true);
    rules.merge = metadata.boolean("tokenizer.ggml.remove_extra_whitespaces").value_or(false);
    std::vector<Normalizer> steps;
    if (const std::string table = readCharsmap(metadata); !table.empty())
        steps.push_back(replaceByCharsmap(std::make_shared<const Charsmap>(table)));
    steps.push_back(spacesToBlocks(rules));
    pipeline.normalizer = inSequence(std::move(steps));
    pipeline.dropsLeadingSpace = rules.prefix;
    pipeline.bytesOf = bytesOf(given, Spelling::Blocks);
    UnigramModel::Options options;
    options.unknown = unknownOf(metadata, given, 2);
    pipeline.model = std::make_unique<UnigramModel>(given.vocabulary, piecesInText(given), options);
    return std::make_shared<const PipelineTokenizer>(std::move(pipeline));
}

class NoModel final : public TokenModel {
public:
    void encode(std::string_view, TokenIds&) const override
    {
        throw Error(ErrorKind::Unsupported, "this model has no vocabulary, so it cannot read text");
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
        "the vocabulary type \"" + printable(*model, 60)
            + "\" (tokenizer.ggml.model) is not known");
}

} // namespace engine
