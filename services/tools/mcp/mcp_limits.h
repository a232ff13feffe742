#pragma once

#include <QtGlobal>

namespace services {

/// What an MCP server may take before the program parts with it.
struct McpLimits {
    int startSeconds = 120; ///< until it has told its tools; a first start may fetch packages
    int callSeconds = 60; ///< for one call
    int endMilliseconds = 1000; ///< from when its input is closed until it is killed
    int relistMilliseconds = 1000; ///< between two times that its tools are listed again
    qint64 longestLine = 4 << 20; ///< bytes, as below
    qint64 mostOutput = 16 << 20; ///< between two things that it is asked
    qint64 maxUnread = 16 << 20; ///< of what is written to it
    int mostTools = 64; ///< more are left out
    qint64 longestSchema
        = 16 << 10; ///< of a tool's arguments; a tool with a longer one is left out
    qint64 maxCursor = 16 << 10; ///< characters; pages of tools after a longer one are left out
};

} // namespace services
