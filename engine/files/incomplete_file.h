#pragma once

#include "kernels/error.h"

namespace engine {

/// An Error{BadFile} about a file that is shorter than it says of itself, as downloads are that
/// were cut off.
class IncompleteFile final : public kernels::Error {
public:
    explicit IncompleteFile(const std::string& message)
        : Error(kernels::ErrorKind::BadFile, message)
    {
    }
};

} // namespace engine
