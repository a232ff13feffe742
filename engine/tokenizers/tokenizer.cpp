#include "engine/tokenizers/tokenizer.h"

#include "base/error.h"
#include "base/utf8.h"
#include "engine/files/gguf_file.h"
#include "engine/tokenizers/gguf_tokenizer.h"
#include "engine/tokenizers/json_tokenizer.h"
#include "engine/tokenizers/sentencepiece_tokenizer.h"

#include <algorithm>
#include <utility>

namespace engine {

TokenIds Tokenizer::encode(std::string_view text, Specials specials) const
{
    const TextRange whole{0, text.size()};
    if (specials == Specials::AsText && !text.empty())
        return encode(text, std::span(&whole, 1));
    return encode(text, std::span<const TextRange>());
}

std::string Tokenizer::decode(std::span<const TokenId> ids, bool withSpecials) const
{
    std::string text;
    for (const TokenId id : ids)
        if (withSpecials || !isSpecial(id))
            text += bytes(id);
    if (dropsLeadingSpace() && text.starts_with(' '))
        text.erase(0, 1);
    return repaired(text);
}

std::string Tokenizer::repaired(std::string_view bytes) const
{
    return base::repairedUtf8(bytes);
}

TokenPair Tokenizer::joinPair(TokenIds, const TokenIds&) const
{
    throw base::Error(base::ErrorKind::Unsupported,
        "The model's tokenizer doesn't say how two texts are joined.");
}

TokenIds withBoundariesOnce(const Tokenizer& tokenizer, TokenIds ids)
{
    if (tokenizer.bos() >= 0 && !ids.empty() && ids.front() == tokenizer.bos())
        return ids;
    TokenIds whole = tokenizer.withBoundaries(ids);
    const auto before = std::ranges::search(whole, ids).begin() - whole.begin();
    const bool areThere = before > 0 && before <= std::ssize(ids)
        && std::equal(whole.begin(), whole.begin() + before, ids.begin());
    return areThere ? ids : whole;
}

namespace {

// The beginning of a surrogate. It never becomes a character, but Python's incremental decoder,
// which streams are compared with, waits for its third byte too.
bool mayBeSurrogate(std::string_view rest)
{
    return rest.size() == 2 && rest[0] == '\xED' && (rest[1] & 0xE0) == 0xA0;
}

} // namespace

TextStream::TextStream(
    const Tokenizer& tokenizer, SpecialTokens specials, std::vector<TokenId> shown)
    : m_tokenizer(&tokenizer)
    , m_specials(specials)
{
    if (!shown.empty())
        m_shown = std::make_shared<const std::vector<TokenId>>(std::move(shown));
}

bool TextStream::isHidden(TokenId id) const
{
    return m_specials == SpecialTokens::Hide && m_tokenizer->isSpecial(id)
        && !(m_shown && std::ranges::find(*m_shown, id) != m_shown->end());
}

std::string TextStream::push(TokenId id, size_t skip)
{
    if (isHidden(id))
        return {};
    const std::string bytes = m_tokenizer->bytes(id);
    m_pending.append(bytes, std::min(skip, bytes.size()));

    size_t done = 0;
    while (done < m_pending.size()) {
        const base::Utf8Character character = base::utf8At(m_pending, done);
        if (character.state == base::Utf8Character::State::Unfinished
            || mayBeSurrogate(std::string_view(m_pending).substr(done)))
            break;
        done += character.length;
    }
    const std::string shown = base::repairedUtf8(std::string_view(m_pending).substr(0, done));
    m_pending.erase(0, done);
    return shown;
}

std::string TextStream::flush()
{
    return base::repairedUtf8(std::exchange(m_pending, {}));
}

using base::Error;

std::shared_ptr<const Tokenizer> loadTokenizer(const GgufFile& file)
{
    try {
        return makeGgufTokenizer(file.metadata());
    } catch (const Error& error) {
        const std::string name = file.path().filename().string();
        const bool named = std::string_view(error.what()).starts_with(name);
        throw Error(error.kind(), named ? error.what() : name + ": " + error.what());
    }
}

std::shared_ptr<const Tokenizer> loadTokenizer(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        for (const char* name : {"tokenizer.json", "tokenizer.model"})
            if (std::filesystem::is_regular_file(path / name, ignored))
                return loadTokenizer(path / name);
        throw Error(base::ErrorKind::BadFile,
            path.filename().string() + " contains neither tokenizer.json nor tokenizer.model");
    }
    try {
        if (path.extension() == ".gguf")
            return loadTokenizer(*GgufFile::open(path));
        return path.extension() == ".model" ? loadSentencePieceTokenizer(path)
                                            : loadJsonTokenizer(path);
    } catch (const Error& error) {
        const std::string name = path.filename().string();
        const bool named = std::string_view(error.what()).find(name) != std::string_view::npos;
        throw Error(error.kind(), named ? error.what() : name + ": " + error.what());
    }
}

} // namespace engine
