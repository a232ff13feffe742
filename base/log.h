#pragma once

#include <functional>
#include <string>

namespace base {

enum class LogLevel { Info, Warning };
using LogWriter = std::function<void(LogLevel level, const std::string& sentence)>;

/// Sets where log() writes; before this is called it writes nothing. Call it once, before there are
/// engines.
void setLogWriter(LogWriter writer);

/// Writes a message that nobody requested but that may explain something later. Any thread may call
/// it.
void log(LogLevel level, const std::string& sentence);

} // namespace base
