#pragma once

namespace services {

/// What keeps a reader away from the system in addition to the filter of system calls, without which
/// nothing is read. Systems without user namespaces permit neither.
struct ReaderIsolation {
    bool network = false; ///< it has a network of its own, without any interface
    bool files = false; ///< its root folder is empty; otherwise it can find out which files exist

    bool operator==(const ReaderIsolation&) const = default;
};

} // namespace services
