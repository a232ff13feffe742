#pragma once

#include "base/limited_program.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace base {

/// What a program may use beyond its input. It has no network but one of its own.
struct OfflineRoom {
    /// False: the limit of memory counts what the program writes to, as a browser reserves much more.
    bool limitsAddresses = true;
    int64_t maxFile = 0; ///< bytes of a file that it writes; 0: it can't write files
    std::vector<std::string> environment = {}; ///< "NAME=value"; it has no other
};

/// Runs a program as LimitedProgram::run() does, but without network and with that room. All that it has
/// started ends with it, whatever session that is in. It ends badly where the system permits no user
/// namespaces. Any thread may call it.
LimitedProgram::End runOffline(const LimitedProgram& program, const OfflineRoom& room,
    std::span<const std::byte> input, const LimitedProgram::Sink& sink);

} // namespace base
