#pragma once

#include "services/documents/readers/document_writer.h"

#include <map>
#include <memory>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

struct zip;

namespace services {

/// XML that somebody else wrote. Entities that it defines itself are not expanded, and nothing
/// outside of it is looked up.
class XmlDocument {
public:
    enum class Entities {
        Replaced, ///< those that XML has
        Kept, ///< texts are as in the file; `bytes` are UTF-8, whatever they declare
    };

    /// Throws Unreadable{Damaged} where it is not well-formed, std::bad_alloc where it is too much.
    explicit XmlDocument(std::string bytes, Entities entities = Entities::Replaced);

    pugi::xml_node root() const { return m_document.document_element(); }

private:
    std::string m_bytes; // which the document is parsed in
    pugi::xml_document m_document;
};

/// The name without its prefix: "p" for "w:p". Files may choose their prefixes.
std::string_view localName(const pugi::xml_node& node);

/// The first child, or the attribute, of that name, whatever the prefix. Null where there is none.
pugi::xml_node findChild(const pugi::xml_node& node, std::string_view name);
const char* findAttribute(const pugi::xml_node& node, std::string_view name);
bool hasAttribute(const pugi::xml_node& node, std::string_view name);

/// All text within, whatever the elements. `depth` is how many levels it may be nested; throws
/// Unreadable{TooDeep}.
std::string textWithin(const pugi::xml_node& node, int depth);

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

    /// The first bytes of an entry, at most so many, as far as they can be unpacked; none if there is
    /// no such entry. They do not count towards the limit.
    std::string begin(const std::string& name, size_t most) const;

    /// Loads an entry that is an image, as long as the package is there.
    ImageLoader imageAt(const std::string& name) const;

private:
    struct Closer {
        void operator()(zip* archive) const;
    };
    std::unique_ptr<zip, Closer> m_archive;
    size_t m_left; // bytes that may still be unpacked
};

/// The path that `target` means in the entry `from` of a package: "word/media/a.png" for
/// "media/a.png" in "word/document.xml", "a.png" for "/a.png". A fragment behind '#' is left out.
std::string pathWithin(std::string_view from, std::string_view target);

/// The targets of the names that an entry of an Office package uses: "rId3" is
/// "ppt/slides/slide1.xml". Targets outside of the package are left out.
class Relationships {
public:
    /// Those of the entry `path`. It may have none.
    Relationships(Package& package, const std::string& path);

    /// The entry that an element names by its attribute "r:id"; empty if there is none.
    std::string target(const pugi::xml_node& element) const;

    /// The same by another attribute: "r:embed" of an image, if `name` is "embed".
    std::string targetNamed(const pugi::xml_node& element, std::string_view name) const;

    /// The entry with this name; empty if there is none.
    std::string targetOfId(const std::string& id) const;

    /// The first entry of a kind, which is the last word of its type: "notesSlide". Empty if there is none.
    std::string targetOfType(const std::string& type) const;

    /// All entries of a kind, in the order of their names.
    std::vector<std::string> targetsOfType(const std::string& type) const;

private:
    struct Target {
        std::string type, entry;
    };
    std::map<std::string, Target> m_byId;
};

/// The main part of an Office package, "word/document.xml" for example; `usual` if none is named.
std::string mainPart(Package& package, const std::string& usual);

} // namespace services
