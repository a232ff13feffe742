#pragma once

#include <QString>

namespace services {

/// A folder of conversations in the sidebar; it is no folder on the disk.
struct Folder {
    QString name; ///< unique
    bool isCollapsed = false; ///< its conversations are not listed

    bool operator==(const Folder&) const = default;
};

} // namespace services
