#include "base/log.h"

namespace base {

namespace {

LogWriter logWriter;

} // namespace

void setLogWriter(LogWriter writer)
{
    logWriter = std::move(writer);
}

void log(LogLevel level, const std::string& sentence)
{
    if (logWriter)
        logWriter(level, sentence);
}

} // namespace base
