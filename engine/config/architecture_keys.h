#pragma once

#include "engine/files/gguf_file.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace engine {

/// The metadata of a GGUF file under "<architecture>.", which remembers what was asked for. Getters
/// throw as those of GgufMetadata do.
class ArchitectureKeys {
public:
    /// The file must outlive this object.
    ArchitectureKeys(const GgufFile& file, const std::string& architecture);

    bool has(const std::string& key) const;
    bool isArray(const std::string& key) const;

    /// Throws Error{BadFile} naming the key if it is absent.
    int64_t integer(const std::string& key) const;

    int64_t integer(const std::string& key, int64_t otherwise) const;
    double number(const std::string& key, double otherwise) const;
    bool boolean(const std::string& key, bool otherwise) const;
    std::string text(const std::string& key) const; ///< empty if the key is absent
    std::optional<std::vector<int64_t>> integers(const std::string& key) const;

    const std::string& fileName() const { return m_fileName; }

    /// Throws Error{Unsupported} for a key that says something, that nobody has asked for and that
    /// harmlessGgufFields does not have. See refuseUnknown().
    void refuseUnread() const;

private:
    std::string asked(const std::string& key) const;
    bool saysSomething(const GgufMetadata::Entry& entry) const;

    const GgufMetadata& m_metadata;
    std::string m_fileName;
    std::string m_prefix;
    mutable std::set<std::string> m_asked;
};

} // namespace engine
