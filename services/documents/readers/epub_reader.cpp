#include "base/ascii.h"
#include "services/documents/readers/encoding.h"
#include "services/documents/readers/package.h"
#include "services/documents/readers/reader.h"

#include <map>
#include <set>

namespace services {

namespace {

// Books that only a shop's own program opens. (Fonts are often scrambled, and do not matter.)
bool isEncrypted(Package& package)
{
    const auto bytes = package.find("META-INF/encryption.xml");
    return bytes && bytes->find("xhtml") != std::string::npos;
}

std::string contentsPath(Package& package)
{
    const XmlDocument container(package.read("META-INF/container.xml"));
    const pugi::xml_node file = findChild(findChild(container.root(), "rootfiles"), "rootfile");
    return pathWithin("", findAttribute(file, "full-path"));
}

} // namespace

// The chapters in the order of the spine; each is a page of HTML.
void readEpub(const SourceFile& file, DocumentWriter& writer)
{
    Package package(file.bytes, writer.limits());
    if (isEncrypted(package))
        throw Unreadable(DocumentFault::Encrypted);
    const std::string path = contentsPath(package);
    const XmlDocument contents(package.read(path));
    writer.setTitle(findChild(findChild(contents.root(), "metadata"), "title").text().get());

    std::map<std::string, std::string> chapters;
    for (const pugi::xml_node item : findChild(contents.root(), "manifest").children())
        chapters[findAttribute(item, "id")]
            = pathWithin(path, base::percentDecoded(findAttribute(item, "href")));
    std::set<std::string> shown; // paths of images, such as an ornament of every chapter
    for (const pugi::xml_node chapter : findChild(contents.root(), "spine").children()) {
        const std::string& entry = chapters[findAttribute(chapter, "idref")];
        const auto imageOf = [&](std::string_view source) {
            const std::string image = pathWithin(entry, base::percentDecoded(source));
            return shown.insert(image).second ? package.imageAt(image) : ImageLoader();
        };
        if (const auto html = package.find(entry))
            putXhtml(decodeText(*html, declaredEncoding(*html)), writer, imageOf);
    }
}

} // namespace services
