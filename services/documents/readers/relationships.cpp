#include "services/documents/readers/relationships.h"

namespace services {

Relationships::Relationships(Package& package, const std::string& path)
{
    const size_t slash = path.rfind('/') + 1;
    const auto bytes
        = package.find(path.substr(0, slash) + "_rels/" + path.substr(slash) + ".rels");
    if (!bytes)
        return;
    const XmlDocument document(*bytes);
    for (const pugi::xml_node each : document.root().children()) {
        if (std::string_view(attributeOf(each, "TargetMode")) == "External")
            continue;
        const std::string entry = pathWithin(path, attributeOf(each, "Target"));
        const std::string type = attributeOf(each, "Type");
        m_byId.emplace(attributeOf(each, "Id"), entry);
        m_byType.emplace(type.substr(type.rfind('/') + 1), entry);
    }
}

std::string Relationships::target(const pugi::xml_node& element) const
{
    // There may be an "id" of another namespace beside it, which is a number.
    for (const pugi::xml_attribute attribute : element.attributes())
        if (std::string_view(attribute.name()).ends_with(":id"))
            if (const auto found = m_byId.find(attribute.value()); found != m_byId.end())
                return found->second;
    return {};
}

std::string Relationships::targetOfType(const std::string& type) const
{
    const auto found = m_byType.find(type);
    return found == m_byType.end() ? std::string() : found->second;
}

} // namespace services
