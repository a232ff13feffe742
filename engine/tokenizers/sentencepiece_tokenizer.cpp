#include "engine/tokenizers/sentencepiece_tokenizer.h"

#include "base/error.h"
#include "base/mapped_file.h"
#include "base/utf8.h"
#include "engine/tokenizers/json_tokenizer.h"
#include "engine/tokenizers/normalizer.h"
#include "engine/tokenizers/unigram_model.h"
#include "engine/tokenizers/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sentencepiece_processor.h>
#include <string>

namespace engine {

namespace {

[[noreturn]] void refuse(const char* reason)
{
    throw base::Error(
        base::ErrorKind::BadFile, std::string("the SentencePiece model is damaged: ") + reason);
}

// The fields of one message, in the order of the file.
class Fields {
public:
    explicit Fields(std::string_view bytes)
        : m_rest(bytes)
    {
    }

    bool next()
    {
        if (m_rest.empty())
            return false;
        const uint64_t tag = varint();
        number = tag >> 3;
        content = {};
        value = 0;
        switch (tag & 7) {
        case 0:
            value = varint();
            break;
        case 1:
            content = take(8);
            break;
        case 2:
            content = take(varint());
            break;
        case 5:
            content = take(4);
            break;
        default:
            refuse("it has a field of unknown type");
        }
        return true;
    }

    uint64_t number = 0; ///< of the field
    uint64_t value = 0; ///< if it is a number
    std::string_view content; ///< if it is bytes

private:
    uint64_t varint()
    {
        uint64_t result = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const auto byte = static_cast<unsigned char>(take(1)[0]);
            result |= static_cast<uint64_t>(byte & 0x7F) << shift;
            if (byte < 0x80)
                return result;
        }
        refuse("it has a number that is too long");
    }

    std::string_view take(uint64_t size)
    {
        if (size > m_rest.size())
            refuse("it ends inside a field");
        const std::string_view taken = m_rest.substr(0, size);
        m_rest.remove_prefix(size);
        return taken;
    }

    std::string_view m_rest;
};

void readPiece(std::string_view message, SentencePieceFile& file)
{
    constexpr uint64_t userDefined = 4;
    file.userDefined.push_back(false);
    for (Fields fields(message); fields.next();) {
        if (fields.number == 1 && fields.content.find('\0') != std::string_view::npos)
            refuse("a piece contains a zero byte");
        if (fields.number == 3)
            file.userDefined.back() = fields.value == userDefined;
    }
}

void readTrainer(std::string_view message, SentencePieceFile& file)
{
    for (Fields fields(message); fields.next();)
        if (fields.number == 3)
            file.isUnigram = fields.value == 1;
}

void readNormalizer(std::string_view message, SentencePieceFile& file)
{
    for (Fields fields(message); fields.next();) {
        if (fields.number == 2)
            file.charsmap = fields.content;
        if (fields.number == 3)
            file.addsDummyPrefix = fields.value != 0;
    }
}

} // namespace

SentencePieceFile readSentencePieceFile(std::string_view bytes)
{
    SentencePieceFile file;
    for (Fields fields(bytes); fields.next();) {
        if (fields.number == 1)
            readPiece(fields.content, file);
        if (fields.number == 2)
            readTrainer(fields.content, file);
        if (fields.number == 3)
            readNormalizer(fields.content, file);
    }
    return file;
}

namespace {

using base::Error;
using base::ErrorKind;

[[noreturn]] void refuse(const std::string& reason)
{
    throw Error(ErrorKind::BadFile, "the SentencePiece model cannot be used: " + reason);
}

void load(sentencepiece::SentencePieceProcessor& processor, std::string_view model)
{
    try {
        const auto status = processor.LoadFromSerializedProto({model.data(), model.size()});
        if (!status.ok())
            refuse(status.ToString());
    } catch (const Error&) {
        throw;
    } catch (const std::exception& exception) {
        refuse(exception.what());
    }
}

AddedTokens controlTokens(const sentencepiece::SentencePieceProcessor& processor)
{
    std::vector<AddedToken> tokens;
    for (int id = 0; id < processor.GetPieceSize(); ++id) {
        if (!processor.IsControl(id))
            continue;
        AddedToken token;
        token.content = processor.IdToPiece(id);
        token.id = id;
        token.special = true;
        tokens.push_back(std::move(token));
    }
    return AddedTokens(std::move(tokens));
}

std::unique_ptr<const UnigramModel> makeUnigram(
    const sentencepiece::SentencePieceProcessor& processor)
{
    const int count = processor.GetPieceSize();
    std::vector<std::string> spellings;
    std::vector<UnigramModel::ScoredPiece> pieces;
    UnigramModel::Options options{.unknown = processor.unk_id(), .byteFallback = false};
    for (int id = 0; id < count; ++id) {
        spellings.push_back(processor.IdToPiece(id));
        const double score = processor.GetScore(id);
        const bool ordinary = !processor.IsControl(id) && !processor.IsUnknown(id)
            && !processor.IsUnused(id) && !processor.IsByte(id);
        options.byteFallback |= processor.IsByte(id);
        if (!ordinary)
            continue;
        if (!std::isfinite(score))
            refuse("a piece has no finite score");
        pieces.push_back({id, score});
    }
    return std::make_unique<const UnigramModel>(
        std::make_shared<const Vocabulary>(std::move(spellings)), pieces, options);
}

} // namespace

struct SentencePieceTokenizer::Impl {
    TokenIds encode(std::string_view text) const;

    sentencepiece::SentencePieceProcessor processor;
    std::unique_ptr<const UnigramModel> unigram; // null for other kinds of models
    std::vector<bool> userDefined; // by id
    AddedTokens controls;
    Boundaries boundaries;
    bool dropsLeadingSpace = true;
};

SentencePieceTokenizer::SentencePieceTokenizer(std::string_view model, Boundaries boundaries)
    : m_impl(std::make_unique<Impl>())
{
    const SentencePieceFile file = readSentencePieceFile(model);
    if (!file.charsmap.empty())
        Charsmap checked(file.charsmap);
    load(m_impl->processor, model);
    m_impl->userDefined = file.userDefined;
    m_impl->userDefined.resize(m_impl->processor.GetPieceSize());
    if (file.isUnigram)
        m_impl->unigram = makeUnigram(m_impl->processor);
    m_impl->controls = controlTokens(m_impl->processor);
    m_impl->boundaries = boundaries;
    m_impl->dropsLeadingSpace = file.addsDummyPrefix;
}

SentencePieceTokenizer::~SentencePieceTokenizer() = default;

// The library sums scores in single precision, so among equal ways to cut a text rounding decides,
// differently from release to release. Its pieces are joined and cut again in double precision.
TokenIds SentencePieceTokenizer::Impl::encode(std::string_view text) const
{
    std::vector<int> found;
    const auto status = processor.Encode({text.data(), text.size()}, &found);
    if (!status.ok())
        throw Error(ErrorKind::BadRequest, "the text cannot be encoded: " + status.ToString());
    const bool recuts = unigram && std::none_of(found.begin(), found.end(), [this](int id) {
        return processor.IsUnknown(id) || userDefined[id];
    });
    if (!recuts)
        return {found.begin(), found.end()};

    std::string joined;
    for (const int id : found) {
        const std::string& piece = processor.IdToPiece(id);
        if (processor.IsByte(id))
            joined += static_cast<char>(byteOfPiece(piece));
        else
            joined += piece;
    }
    TokenIds ids;
    unigram->encode(joined, ids);
    return ids;
}

TokenIds SentencePieceTokenizer::encode(
    std::string_view text, std::span<const TextRange> plain) const
{
    TokenIds ids;
    for (const AddedTokens::Segment& segment : m_impl->controls.split(text, plain)) {
        if (segment.id >= 0) {
            ids.push_back(segment.id);
            continue;
        }
        const auto [begin, end] = segment.range;
        const TokenIds found = m_impl->encode(text.substr(begin, end - begin));
        ids.insert(ids.end(), found.begin(), found.end());
    }
    return ids;
}

TokenIds SentencePieceTokenizer::withBoundaries(TokenIds ids) const
{
    if (m_impl->boundaries.bos && bos() >= 0)
        ids.insert(ids.begin(), bos());
    if (m_impl->boundaries.eos && eos() >= 0)
        ids.push_back(eos());
    return ids;
}

std::string SentencePieceTokenizer::bytes(TokenId id) const
{
    const std::string spelled = piece(id);
    if (!contains(id) || m_impl->processor.IsControl(static_cast<int>(id)))
        return spelled;
    if (m_impl->processor.IsUnknown(static_cast<int>(id)))
        return m_impl->processor.DecodeIds({static_cast<int>(id)});
    if (m_impl->processor.IsByte(static_cast<int>(id)))
        return std::string(1, static_cast<char>(byteOfPiece(spelled)));
    return replaced(spelled, blockSpace, " ");
}

std::string SentencePieceTokenizer::piece(TokenId id) const
{
    return contains(id) ? m_impl->processor.IdToPiece(static_cast<int>(id)) : std::string();
}

bool SentencePieceTokenizer::isSpecial(TokenId id) const
{
    return contains(id) && m_impl->processor.IsControl(static_cast<int>(id));
}

int64_t SentencePieceTokenizer::vocabularySize() const
{
    return m_impl->processor.GetPieceSize();
}

TokenId SentencePieceTokenizer::bos() const
{
    return m_impl->processor.bos_id();
}

TokenId SentencePieceTokenizer::eos() const
{
    return m_impl->processor.eos_id();
}

TokenId SentencePieceTokenizer::find(std::string_view piece) const
{
    const int id = m_impl->processor.PieceToId({piece.data(), piece.size()});
    return this->piece(id) == piece ? id : -1; // the library gives the unknown token
}

bool SentencePieceTokenizer::dropsLeadingSpace() const
{
    return m_impl->dropsLeadingSpace;
}

std::string SentencePieceTokenizer::repaired(std::string_view bytes) const
{
    return base::repairedUtf8(bytes, base::BrokenUtf8::OnePerByte);
}

std::shared_ptr<const Tokenizer> loadSentencePieceTokenizer(const std::filesystem::path& path)
{
    const base::MappedFile file(path);
    const auto bytes = file.bytes();
    const TokenSpellings spellings = readTokenSpellings(path.parent_path());
    return std::make_shared<const SentencePieceTokenizer>(
        std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
        SentencePieceTokenizer::Boundaries{spellings.addsBos, spellings.addsEos});
}

} // namespace engine
