#pragma once

#include <QString>

#include <cstdint>

namespace services {

/// Whose answer it is. A value.
struct ConversationUse {
    QString conversation = {}; ///< its id; empty: of none, and nothing is remembered
    bool isTemporary = false; ///< nothing of it is ever written to the disk
    bool isAside = false; ///< the question is no turn of it: it goes on from where it was
    int64_t edition = 0; ///< CacheShelf::edition() when it was asked
};

} // namespace services
