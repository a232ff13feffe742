#include "engine/files/gguf_writer.h"

#include "base/error.h"
#include "engine/files/gguf_metadata.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <type_traits>
#include <unistd.h>
#include <utility>

namespace engine {

namespace {

// A name in the file's folder that nobody can guess.
std::filesystem::path temporaryNameFor(const std::filesystem::path& path)
{
    static constexpr char letters[] = "abcdefghijklmnopqrstuvwxyz012345";
    std::random_device random;
    std::string name = path.string() + ".";
    for (int letter = 0; letter < 16; ++letter)
        name += letters[random() % 32];
    return name + ".part";
}

} // namespace

void syncFolder(const std::filesystem::path& folder)
{
    const int descriptor
        = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    fsync(descriptor);
    close(descriptor);
}

OutputFile::OutputFile(const std::filesystem::path& path)
    : m_path(path)
    , m_temporary(temporaryNameFor(path))
{
    const int descriptor
        = open(m_temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor < 0)
        fail("can't be created");
    m_file = fdopen(descriptor, "wb");
    if (!m_file)
        fail("can't be created");
}

OutputFile::~OutputFile()
{
    if (!m_file)
        return;
    std::fclose(m_file);
    std::error_code ignored;
    std::filesystem::remove(m_temporary, ignored);
}

void OutputFile::fail(const char* what) const
{
    throw base::Error(
        base::ErrorKind::BadFile, m_path.string() + " " + what + ": " + std::strerror(errno));
}

void OutputFile::write(std::span<const std::byte> bytes)
{
    if (std::fwrite(bytes.data(), 1, bytes.size(), m_file) != bytes.size())
        fail("cannot be written");
    m_size += bytes.size();
}

void OutputFile::commit(Durability durability)
{
    const bool isSynced = durability == Durability::Synced;
    if (std::fflush(m_file) != 0 || (isSynced && fsync(fileno(m_file)) != 0))
        fail("cannot be written");
    if (std::rename(m_temporary.c_str(), m_path.c_str()) != 0)
        fail("can't be renamed");
    std::fclose(m_file);
    m_file = nullptr;
    if (isSynced)
        syncFolder(m_path.parent_path());
}

namespace {

constexpr uint64_t alignment = 32; // bytes

template <typename Element>
constexpr GgufType ggufTypeFor()
{
    if constexpr (std::is_same_v<Element, bool>)
        return GgufType::Bool;
    else if constexpr (std::is_same_v<Element, uint8_t>)
        return GgufType::Uint8;
    else if constexpr (std::is_same_v<Element, int32_t>)
        return GgufType::Int32;
    else if constexpr (std::is_same_v<Element, uint32_t>)
        return GgufType::Uint32;
    else if constexpr (std::is_same_v<Element, int64_t>)
        return GgufType::Int64;
    else if constexpr (std::is_same_v<Element, uint64_t>)
        return GgufType::Uint64;
    else if constexpr (std::is_same_v<Element, float>)
        return GgufType::Float32;
    else
        return GgufType::String;
}

// Collects the bytes of the head, which is small compared with the data.
class HeadBytes {
public:
    template <typename Number>
    void number(Number value)
    {
        m_bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }

    void text(const std::string& text)
    {
        number(uint64_t(text.size()));
        m_bytes += text;
    }

    void element(bool value) { number(uint8_t(value)); }
    void element(const std::string& value) { text(value); }
    template <typename Number>
    void element(Number value)
    {
        number(value);
    }

    template <typename Element>
    void value(const Element& value)
    {
        number(uint32_t(ggufTypeFor<Element>()));
        element(value);
    }

    template <typename Element>
    void value(const std::vector<Element>& values)
    {
        number(uint32_t(GgufType::Array));
        number(uint32_t(ggufTypeFor<Element>()));
        number(uint64_t(values.size()));
        for (const Element& each : values)
            element(each);
    }

    std::span<const std::byte> bytes() const { return std::as_bytes(std::span(m_bytes)); }

private:
    std::string m_bytes;
};

uint64_t padded(uint64_t size)
{
    return (size + alignment - 1) / alignment * alignment;
}

} // namespace

GgufWriter::GgufWriter(const std::filesystem::path& path)
    : m_file(path)
{
}

void GgufWriter::set(std::string key, GgufValue value)
{
    CHECK(!m_hasHeader);
    m_values.emplace_back(std::move(key), std::move(value));
}

void GgufWriter::declare(std::string name, std::vector<int64_t> shape, kernels::DType dtype)
{
    CHECK(!m_hasHeader && !shape.empty());
    uint64_t size = uint64_t(kernels::rowBytes(dtype, shape.back()));
    for (size_t i = 0; i + 1 < shape.size(); ++i)
        size *= uint64_t(shape[i]);
    m_tensors.push_back({std::move(name), std::move(shape), dtype, size, m_dataSize});
    m_dataSize += padded(size);
}

void GgufWriter::writeHeader()
{
    HeadBytes head;
    head.number(uint32_t(0x46554747)); // "GGUF"
    head.number(uint32_t(3));
    head.number(uint64_t(m_tensors.size()));
    head.number(uint64_t(m_values.size()));
    for (const auto& [key, value] : m_values) {
        head.text(key);
        std::visit([&](const auto& each) { head.value(each); }, value);
    }
    for (const Declared& tensor : m_tensors) {
        head.text(tensor.name);
        head.number(uint32_t(tensor.shape.size()));
        for (auto extent = tensor.shape.rbegin(); extent != tensor.shape.rend(); ++extent)
            head.number(uint64_t(*extent));
        head.number(uint32_t(kernels::info(tensor.dtype).ggufType));
        head.number(tensor.offset);
    }
    m_file.write(head.bytes());
    pad();
    m_hasHeader = true;
}

void GgufWriter::pad()
{
    const std::byte zeros[alignment] = {};
    m_file.write(std::span(zeros).first(padded(m_file.size()) - m_file.size()));
}

void GgufWriter::append(std::span<const std::byte> bytes)
{
    if (!m_hasHeader)
        writeHeader();
    CHECK(m_current < m_tensors.size());
    m_appended += bytes.size();
    CHECK(m_appended <= m_tensors[m_current].size);
    m_file.write(bytes);
    if (m_appended < m_tensors[m_current].size)
        return;
    pad();
    m_appended = 0;
    ++m_current;
}

void GgufWriter::finish()
{
    if (!m_hasHeader)
        writeHeader();
    CHECK(m_current == m_tensors.size());
    m_file.commit();
}

} // namespace engine
