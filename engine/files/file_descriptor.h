#pragma once

#include <unistd.h>
#include <utility>

namespace engine {

/// An open file of the system, or none. Move-only; closes itself.
class FileDescriptor {
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int number)
        : m_number(number)
    {
    }
    ~FileDescriptor()
    {
        if (isOpen())
            close(m_number);
    }
    FileDescriptor(FileDescriptor&& other) noexcept
        : m_number(std::exchange(other.m_number, none))
    {
    }
    FileDescriptor& operator=(FileDescriptor&& other) noexcept
    {
        std::swap(m_number, other.m_number);
        return *this;
    }

    bool isOpen() const { return m_number >= 0; }
    int number() const { return m_number; }

private:
    static constexpr int none = -1;

    int m_number = none;
};

} // namespace engine
