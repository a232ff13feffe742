#include "engine/config/architecture_keys.h"

#include "engine/config/unknown_fields.h"
#include "engine/files/printable.h"
#include "kernels/error.h"

namespace engine {

ArchitectureKeys::ArchitectureKeys(const GgufFile& file, const std::string& architecture)
    : m_metadata(file.metadata())
    , m_fileName(file.path().filename().string())
    , m_prefix(architecture + ".")
{
}

bool ArchitectureKeys::has(const std::string& key) const
{
    return m_metadata.has(asked(key));
}

bool ArchitectureKeys::isArray(const std::string& key) const
{
    return m_metadata.arrayLength(asked(key)) > 0;
}

int64_t ArchitectureKeys::integer(const std::string& key) const
{
    const auto value = m_metadata.integer(asked(key));
    if (!value)
        throw kernels::Error(kernels::ErrorKind::BadFile,
            m_fileName + " lacks the metadata key " + printable(m_prefix + key));
    return *value;
}

int64_t ArchitectureKeys::integer(const std::string& key, int64_t otherwise) const
{
    return m_metadata.integer(asked(key)).value_or(otherwise);
}

double ArchitectureKeys::number(const std::string& key, double otherwise) const
{
    return m_metadata.number(asked(key)).value_or(otherwise);
}

bool ArchitectureKeys::boolean(const std::string& key, bool otherwise) const
{
    return m_metadata.boolean(asked(key)).value_or(otherwise);
}

std::string ArchitectureKeys::text(const std::string& key) const
{
    return std::string(m_metadata.string(asked(key)).value_or(""));
}

std::optional<std::vector<int64_t>> ArchitectureKeys::integers(const std::string& key) const
{
    return m_metadata.integers(asked(key));
}

void ArchitectureKeys::refuseUnread() const
{
    for (const GgufMetadata::Entry& entry : m_metadata.entries()) {
        if (!entry.key.starts_with(m_prefix) || m_asked.contains(std::string(entry.key)))
            continue;
        const bool isKnown = isHarmless(entry.key.substr(m_prefix.size()), harmlessGgufFields);
        if (!isKnown && saysSomething(entry))
            refuseUnknown(m_fileName, std::string(entry.key));
    }
}

std::string ArchitectureKeys::asked(const std::string& key) const
{
    m_asked.insert(m_prefix + key);
    return m_prefix + key;
}

bool ArchitectureKeys::saysSomething(const GgufMetadata::Entry& entry) const
{
    if (entry.isArray)
        return entry.count > 0;
    if (entry.type == GgufType::Bool)
        return m_metadata.boolean(entry.key).value_or(false);
    if (entry.type == GgufType::String)
        return !m_metadata.string(entry.key).value_or("").empty();
    return m_metadata.number(entry.key).value_or(0) != 0;
}

} // namespace engine
