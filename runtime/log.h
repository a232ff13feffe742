#pragma once

#include <functional>
#include <string>

namespace runtime {

enum class LogLevel { Info, Warning };
using LogWriter = std::function<void(LogLevel level, const std::string& sentence)>;

/// Where log() writes from now on; before that, nowhere. Call it once, before there are engines.
void setLogWriter(LogWriter writer);

/// Says what nobody has asked for and somebody may want to know. Any thread.
void log(LogLevel level, const std::string& sentence);

} // namespace runtime
