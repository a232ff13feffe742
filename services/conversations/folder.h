#pragma once

#include <QString>

namespace services {

/// A folder of conversations, in the sidebar only. A value.
struct Folder {
    QString name; ///< unique
    bool isCollapsed = false; ///< its conversations are not listed

    bool operator==(const Folder&) const = default;
};

} // namespace services
