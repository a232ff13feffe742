#pragma once

#include "services/documents/readers/read_limits.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct zip;

namespace services {

/// A zip archive in memory whose entries are the parts of one document. Used by one thread.
class Package {
public:
    /// `bytes` must outlive the package. Throws Unreadable{Damaged} if they are no zip archive.
    Package(std::string_view bytes, const ReadLimits& limits);
    ~Package();

    bool contains(const std::string& name) const;

    /// The bytes of an entry; none if there is no such entry. Throws Unreadable: Damaged, Encrypted,
    /// or TooLarge once all that was unpacked of this package goes beyond the limit.
    std::optional<std::string> find(const std::string& name);

    /// The same for an entry without which there is no document: throws Unreadable{Damaged}.
    std::string read(const std::string& name);

private:
    struct Closer {
        void operator()(zip* archive) const;
    };
    std::unique_ptr<zip, Closer> m_archive;
    size_t m_left; // bytes that may still be unpacked
};

/// Where `target` leads from the entry `from` of a package: "word/media/a.png" for "media/a.png" in
/// "word/document.xml", "a.png" for "/a.png". Without what stands behind a '#'.
std::string pathWithin(std::string_view from, std::string_view target);

} // namespace services
