#pragma once

#include <QtGlobal>

namespace services {

/// What an MCP server may take before the program parts with it.
struct McpLimits {
    int startSeconds = 120; ///< until it has told its tools; a first start may fetch packages
    int callSeconds = 60; ///< for one call
    int endMilliseconds = 500; ///< from when its input is closed until it is killed
    qint64 longestLine = 4 << 20; ///< bytes, as below
    qint64 mostOutput = 16 << 20; ///< between two things that it is asked
    int mostTools = 64; ///< more are left out
    qint64 longestSchema
        = 16 << 10; ///< of a tool's arguments; a tool with a longer one is left out
};

} // namespace services
