#pragma once

#include "services/documents/readers/package.h"
#include "services/documents/readers/xml.h"

#include <map>
#include <string>

namespace services {

/// To which entries the names lead that an entry of an Office package uses: "rId3" to
/// "ppt/slides/slide1.xml". Targets outside of the package are left out.
class Relationships {
public:
    /// Those of the entry `path`. It may have none.
    Relationships(Package& package, const std::string& path);

    /// The entry that an element names by its attribute "r:id"; empty if there is none.
    std::string target(const pugi::xml_node& element) const;

    /// The first entry of a kind, which is the last word of its type: "notesSlide". Empty if there is none.
    std::string targetOfType(const std::string& type) const;

private:
    std::map<std::string, std::string> m_byId, m_byType;
};

} // namespace services
