#pragma once

#include "base/error.h"

#include <QTemporaryDir>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace tests {

/// A folder to put hostile files into, and what became of opening them.
class Scratch {
public:
    std::filesystem::path path() const { return m_folder.path().toStdString(); }

    std::filesystem::path write(const std::string& name, const std::string& bytes) const
    {
        std::ofstream(path() / name, std::ios::binary) << bytes;
        return path() / name;
    }

private:
    QTemporaryDir m_folder;
};

/// True if the folder contains a file that engine::OutputFile began and did not finish.
inline bool holdsHalfWritten(const std::filesystem::path& folder)
{
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".part")
            return true;
    return false;
}

/// What an opener says about a file: nothing if it takes it.
template <typename Open>
std::string refusal(Open open)
{
    try {
        open();
    } catch (const base::Error& error) {
        return error.what();
    }
    return {};
}

/// Bytes of a binary file, put together by hand so that they can lie.
class Bytes {
public:
    template <typename Number>
    Bytes& number(Number value)
    {
        m_bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
        return *this;
    }
    Bytes& u32(uint32_t value) { return number(value); }
    Bytes& u64(uint64_t value) { return number(value); }
    Bytes& text(const std::string& text)
    {
        u64(text.size());
        return raw(text);
    }
    Bytes& raw(const std::string& bytes)
    {
        m_bytes += bytes;
        return *this;
    }
    Bytes& padTo(size_t alignment)
    {
        m_bytes.resize((m_bytes.size() + alignment - 1) / alignment * alignment);
        return *this;
    }
    const std::string& string() const { return m_bytes; }

private:
    std::string m_bytes;
};

} // namespace tests
