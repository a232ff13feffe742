#include "engine/files/output_file.h"

#include "kernels/error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <unistd.h>

namespace engine {

namespace {

// A name beside the file's that nobody can guess.
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
        fail("cannot be made");
    m_file = fdopen(descriptor, "wb");
    if (!m_file)
        fail("cannot be made");
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
    throw kernels::Error(
        kernels::ErrorKind::BadFile, m_path.string() + " " + what + ": " + std::strerror(errno));
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
        fail("cannot be given its name");
    std::fclose(m_file);
    m_file = nullptr;
    if (isSynced)
        syncFolder(m_path.parent_path());
}

} // namespace engine
