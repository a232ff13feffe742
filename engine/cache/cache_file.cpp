#include "engine/cache/cache_file.h"

#include "base/error.h"
#include "base/mapped_file.h"
#include "engine/files/byte_reader.h"
#include "engine/files/fingerprint.h"
#include "engine/files/gguf_writer.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

using Caches = std::span<PagedCache* const>;

constexpr std::string_view magic = "VIGCACHE";
constexpr uint32_t version = 3; // 1 had another fingerprint, 2 equal layers
constexpr size_t maxShapeLength = 1 << 16; // letters
constexpr int64_t fingerprintSize = sizeof(Fingerprint);
static_assert(fingerprintSize == 16);

int64_t pageBytes(Caches caches, int64_t tokens)
{
    int64_t bytes = 0;
    for (const PagedCache* cache : caches)
        bytes += cache->pageBytes(tokens);
    return bytes;
}

int64_t tokensOfPage(size_t page, size_t tokens)
{
    return std::min(pageSize, int64_t(tokens) - int64_t(page) * pageSize);
}

// Writing

template <typename Number>
void addNumber(std::string& bytes, Number number)
{
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

std::string describe(const LayerShape& layer)
{
    const std::string heads = std::to_string(layer.kvHeads) + " heads of "
        + std::to_string(layer.headDim)
        + (layer.valuesAreKeys ? " numbers for keys and values" : " numbers");
    if (!layer.keepsState())
        return heads;
    return (layer.columns() > 0 ? heads + " and " : "") + "a state of "
        + std::to_string(layer.stateInputs) + " and " + std::to_string(layer.stateMatrices)
        + " numbers";
}

// "3 layers of 2 heads of 32 numbers", and so on for each run of equal layers.
std::string describe(const PagedCache::Shape& shape)
{
    std::string text;
    for (size_t first = 0, next; first < shape.layers.size(); first = next) {
        const PagedCache::Layer layer = shape.layers[first];
        for (next = first; next < shape.layers.size() && shape.layers[next] == layer;)
            ++next;
        text += (first ? ", then " : "") + std::to_string(next - first) + " layers of "
            + describe(layer);
    }
    return text;
}

std::string makeHeader(Caches caches, PageHash root, int64_t tokens)
{
    std::string bytes(magic);
    addNumber(bytes, version);
    addNumber(bytes, uint32_t(caches.size()));
    addNumber(bytes, root.low);
    addNumber(bytes, root.high);
    addNumber(bytes, uint64_t(tokens));
    for (const PagedCache* cache : caches) {
        const std::string type = name(cache->type());
        addNumber(bytes, uint64_t(type.size()));
        bytes += type;
        const std::string shape = describe(cache->shape());
        addNumber(bytes, uint64_t(shape.size()));
        bytes += shape;
        addNumber(bytes, uint64_t(cache->bytesPerToken()));
    }
    return bytes;
}

// A file that ends with the fingerprint of its pieces.
class FingerprintedFile {
public:
    explicit FingerprintedFile(const std::filesystem::path& path)
        : m_file(path)
    {
    }
    void write(std::span<const std::byte> piece)
    {
        m_fingerprint.add(piece);
        m_file.write(piece);
    }
    void commit()
    {
        const Fingerprint fingerprint = m_fingerprint.value();
        m_file.write(std::as_bytes(std::span(&fingerprint, 1)));
        m_file.commit(OutputFile::Durability::WhenConvenient); // the fingerprint tells
    }

private:
    OutputFile m_file;
    FingerprintMaker m_fingerprint;
};

// Reading

struct Contents {
    std::vector<ContentKey> keys;
    std::span<const std::byte> pages; // one after the other
};

void checkBeginning(ByteReader& reader)
{
    const auto start = reader.take(magic.size(), "its first bytes");
    if (std::memcmp(start.data(), magic.data(), magic.size()) != 0)
        reader.fail("isn't a saved cache: it doesn't begin with " + std::string(magic) + ".");
    const auto found = reader.number<uint32_t>("its version");
    if (found != version)
        throw Error(ErrorKind::Unsupported,
            reader.fileName() + " is a saved cache of version " + std::to_string(found)
                + "; this version of the program reads version " + std::to_string(version) + ".");
}

[[noreturn]] void refuse(const ByteReader& reader, const std::string& reason)
{
    throw Error(ErrorKind::BadRequest, reader.fileName() + " " + reason);
}

void checkCache(ByteReader& reader, const PagedCache& cache)
{
    const std::string type(reader.string(64, "a cache type"));
    const std::string shape(reader.string(maxShapeLength, "the shape of a cache"));
    const auto bytes = reader.number<uint64_t>("the bytes of a token");

    const std::string here = name(cache.type());
    if (type != here)
        refuse(reader,
            "was saved from a cache of type " + base::printable(type) + ", this one is " + here
                + ".");
    const std::string shapeHere = describe(cache.shape());
    if (shape != shapeHere || bytes != uint64_t(cache.bytesPerToken()))
        refuse(reader,
            "was saved from a cache with a different shape: " + base::printable(shape)
                + ", this one has " + shapeHere + ".");
}

// What follows the header; nothing if that is more than any file has.
std::optional<int64_t> contentBytes(int64_t tokens, Caches caches)
{
    if (tokens < 0)
        return std::nullopt;
    const auto keys = checkedProduct(tokens, int64_t(sizeof(ContentKey)));
    const auto fullPages = checkedProduct(tokens / pageSize, pageBytes(caches, pageSize));
    const auto pages
        = fullPages ? checkedSum(*fullPages, pageBytes(caches, tokens % pageSize)) : std::nullopt;
    const auto content = keys && pages ? checkedSum(*keys, *pages) : std::nullopt;
    return content ? checkedSum(*content, fingerprintSize) : std::nullopt;
}

// Returns the number of tokens, for which the file has exactly the right size.
int64_t checkHeader(ByteReader& reader, Caches caches, PageHash root)
{
    checkBeginning(reader);
    const auto count = reader.number<uint32_t>("the number of caches");
    const auto low = reader.number<uint64_t>("the root");
    const auto high = reader.number<uint64_t>("the root");
    const auto tokens = int64_t(reader.number<uint64_t>("the number of tokens"));
    if (PageHash{low, high} != root)
        refuse(reader, "was saved with a different model, or with different adapters or settings.");
    if (count != caches.size())
        refuse(reader,
            "has " + std::to_string(count) + " caches, but " + std::to_string(caches.size())
                + " are in use.");
    for (const PagedCache* cache : caches)
        checkCache(reader, *cache);

    const auto expected = contentBytes(tokens, caches);
    if (!expected || uint64_t(*expected) != reader.remaining())
        reader.fail("has " + std::to_string(reader.remaining()) + " bytes after its header, but "
            + std::to_string(tokens) + " tokens need a different size.");
    return tokens;
}

void checkFingerprint(ByteReader& reader, const FingerprintMaker& maker)
{
    const Fingerprint actual = maker.value();
    const auto stored = reader.take(fingerprintSize, "its fingerprint");
    if (std::memcmp(stored.data(), &actual, fingerprintSize) != 0)
        reader.fail("is damaged: the checksum doesn't match.");
}

Contents readContents(ByteReader reader, Caches caches, PageHash root)
{
    const auto tokens = size_t(checkHeader(reader, caches, root));
    FingerprintMaker maker;
    maker.add(reader.all().first(reader.position()));

    Contents contents{std::vector<ContentKey>(tokens), {}};
    const auto keyBytes = reader.take(tokens * sizeof(ContentKey), "its keys");
    maker.add(keyBytes);
    std::memcpy(contents.keys.data(), keyBytes.data(), keyBytes.size());

    const size_t start = reader.position();
    for (size_t page = 0; page < size_t(pagesFor(int64_t(tokens))); ++page)
        for (const PagedCache* cache : caches)
            maker.add(
                reader.take(uint64_t(cache->pageBytes(tokensOfPage(page, tokens))), "its pages"));
    contents.pages = reader.all().subspan(start, reader.position() - start);
    checkFingerprint(reader, maker);
    return contents;
}

// Restoring

// Gives a sequence's pages back, whatever happens.
class ReleaseAtEnd {
public:
    ReleaseAtEnd(PageTable& table, PageSequence& sequence)
        : m_table(table)
        , m_sequence(sequence)
    {
    }
    ~ReleaseAtEnd() { m_table.release(m_sequence); }
    ReleaseAtEnd(const ReleaseAtEnd&) = delete;
    ReleaseAtEnd& operator=(const ReleaseAtEnd&) = delete;

private:
    PageTable& m_table;
    PageSequence& m_sequence;
};

void writePage(Caches caches, int32_t to, size_t page, const Contents& contents)
{
    const int64_t tokens = tokensOfPage(page, contents.keys.size());
    auto bytes = contents.pages.subspan(page * size_t(pageBytes(caches, pageSize)));
    for (PagedCache* cache : caches) {
        const auto size = size_t(cache->pageBytes(tokens));
        cache->writePage(to, tokens, bytes.first(size));
        bytes = bytes.subspan(size);
    }
}

int64_t restore(const base::MappedFile& file, const Contents& contents, Caches caches,
    PageTable& table, PageHash root)
{
    PageSequence sequence{.root = root};
    const ReleaseAtEnd release(table, sequence);
    table.shareFinished(sequence, contents.keys);
    const int64_t room = (int64_t(sequence.pages.size()) + table.numFree()) * pageSize;
    const auto keys = std::span(contents.keys).first(std::min(contents.keys.size(), size_t(room)));
    const auto tokens = int64_t(keys.size());
    CHECK(table.grow(sequence, tokens));
    while (sequence.filled < tokens) {
        table.shareFinished(sequence, keys);
        const auto index = size_t(sequence.filled / pageSize);
        const int64_t end = std::min(tokens, int64_t(index + 1) * pageSize);
        table.beginWriting(sequence, end);
        writePage(caches, sequence.pages[index], index, contents);
        file.requireWhole(); // before others may share the page
        table.append(sequence, keys, end - sequence.filled);
    }
    return tokens;
}

} // namespace

int64_t saveCacheFile(const std::filesystem::path& path, std::span<PagedCache* const> caches,
    const PageTable& table, PageHash root, std::span<const ContentKey> keys,
    const std::function<bool()>& isGivenUp)
{
    const PageTable::Beginning beginning = table.findBeginning(root, keys);
    if (beginning.tokens == 0)
        return 0;
    const std::string header = makeHeader(caches, root, beginning.tokens);
    FingerprintedFile file(path);
    file.write(std::as_bytes(std::span(header)));
    file.write(std::as_bytes(keys.first(size_t(beginning.tokens))));
    std::vector<std::byte> bytes;
    for (size_t page = 0; page < beginning.pages.size(); ++page) {
        if (isGivenUp && isGivenUp())
            return 0;
        for (const PagedCache* cache : caches) {
            const int64_t tokens = tokensOfPage(page, size_t(beginning.tokens));
            bytes.resize(size_t(cache->pageBytes(tokens)));
            cache->readPage(beginning.pages[page], tokens, bytes);
            file.write(bytes);
        }
    }
    file.commit();
    return beginning.tokens;
}

int64_t restoreCacheFile(const std::filesystem::path& path, std::span<PagedCache* const> caches,
    PageTable& table, PageHash root, std::vector<ContentKey>* keys)
{
    const base::MappedFile file(path);
    Contents contents = readContents(ByteReader(file.bytes(), path.string()), caches, root);
    const int64_t tokens = restore(file, contents, caches, table, root);
    if (keys)
        *keys = std::move(contents.keys);
    return tokens;
}

} // namespace engine
