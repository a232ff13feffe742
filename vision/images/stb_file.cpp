#include "vision/images/stb_file.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

namespace {

// No single allocation of stb_image may be larger. Per thread, because decoding runs in any.
thread_local size_t stbAllocationLimit = 0;

void* stbAllocate(size_t bytes)
{
    return bytes <= stbAllocationLimit ? std::malloc(bytes) : nullptr;
}

} // namespace

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_ONLY_PSD
#define STBI_ONLY_PNM
#define STBI_ONLY_TGA
#define STBI_MAX_DIMENSIONS 16384
#define STBI_MALLOC(bytes) stbAllocate(bytes)
#define STBI_REALLOC(memory, bytes) nullptr // these formats need none
#define STBI_FREE(memory) std::free(memory)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace vision {

namespace {

constexpr size_t spare = 1 << 20; ///< bytes for tables of stb_image
constexpr char targaEnd[] = "TRUEVISION-XFILE."; // with its zero, the last bytes of the file

// Hands the file to stb_image, which takes what is missing at its end for zeros.
class FileStream {
public:
    explicit FileStream(FileBytes file)
        : m_file(file)
    {
        stbi_io_callbacks callbacks = {read, skip, atEnd};
        stbi__start_callbacks(&m_context, &callbacks, this);
    }
    FileStream(const FileStream&) = delete;
    FileStream& operator=(const FileStream&) = delete;

    stbi__context* context() { return &m_context; }
    bool endedEarly() const { return m_endedEarly; }

private:
    static int read(void* user, char* data, int size)
    {
        auto* stream = static_cast<FileStream*>(user);
        const size_t count = std::min(size_t(size), stream->m_file.size() - stream->m_position);
        std::memcpy(data, stream->m_file.data() + stream->m_position, count);
        stream->m_position += count;
        // Its own buffer is filled with what is there; anything else asks for bytes that must be there.
        const bool isBuffer = data == reinterpret_cast<char*>(stream->m_context.buffer_start);
        stream->m_endedEarly |= isBuffer ? count == 0 : count < size_t(size);
        return int(count);
    }

    static void skip(void* user, int count)
    {
        auto* stream = static_cast<FileStream*>(user);
        const int64_t target = int64_t(stream->m_position) + count;
        stream->m_endedEarly |= target > int64_t(stream->m_file.size());
        stream->m_position = size_t(std::clamp<int64_t>(target, 0, int64_t(stream->m_file.size())));
    }

    static int atEnd(void* user)
    {
        const auto* stream = static_cast<const FileStream*>(user);
        return stream->m_position >= stream->m_file.size();
    }

    stbi__context m_context;
    FileBytes m_file;
    size_t m_position = 0;
    bool m_endedEarly = false;
};

[[noreturn]] void reject()
{
    const char* reason = stbi_failure_reason(); // it does not always say
    refusePicture("can't be decoded" + (reason ? ": " + std::string(reason) : std::string()));
}

} // namespace

bool isStbImage(FileBytes file)
{
    const bool isNetpbm = startsWith(file, "P5", 2) || startsWith(file, "P6", 2);
    const bool isTarga = file.size() > sizeof(targaEnd)
        && startsWith(file.last(sizeof(targaEnd)), targaEnd, sizeof(targaEnd));
    return startsWith(file, "8BPS", 4)
        || (isNetpbm && file.size() > 2 && std::isspace(int(file[2]))) || isTarga;
}

Raster decodeStbImage(FileBytes file)
{
    stbi__g_failure_reason = nullptr;
    stbAllocationLimit = spare;
    int width = 0, height = 0, channels = 0;
    FileStream header(file);
    if (!stbi__info_main(header.context(), &width, &height, &channels))
        reject();
    checkImageSize(width, height);

    stbAllocationLimit = size_t(width) * size_t(height) * 8 + spare; // four channels of 16 bits
    const int wanted = channels == 2 || channels == 4 ? 4 : 3;
    FileStream stream(file);
    const std::unique_ptr<uint8_t, decltype(&std::free)> pixels(
        stbi__load_and_postprocess_8bit(stream.context(), &width, &height, &channels, wanted),
        std::free);
    if (stream.endedEarly())
        refusePicture("ends before its pixels do");
    if (!pixels)
        reject();
    return {
        width, height, wanted, {pixels.get(), pixels.get() + int64_t(wanted) * width * height}, 1};
}

} // namespace vision
