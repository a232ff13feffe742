#pragma once

#include "services/attachments/attachment_loader.h"

#include <map>
#include <string>

namespace tests {

/// An attached document of so many pages of ninety words each, all about something of their own; some
/// pages begin with other words.
inline services::TextAttachment manual(
    const QString& name, int pages, const std::map<int, std::string>& beginnings = {})
{
    static constexpr const char* things[]
        = {"gasket", "valve", "pump", "filter", "hinge", "spring", "lever", "magnet"};
    auto document = std::make_shared<services::Document>();
    document->isPaged = true;
    for (int page = 1; page <= pages; ++page) {
        services::DocumentPart part;
        part.width = part.height = 100;
        const auto beginning = beginnings.find(page);
        if (beginning != beginnings.end())
            part.text = beginning->second + " ";
        const std::string thing = things[page % 8] + std::to_string(page);
        for (int sentence = 0; sentence < 15; ++sentence)
            part.text
                += "The " + thing + " keeps its place " + (sentence < 14 ? "here. " : "here.");
        part.blocks.push_back({services::BlockKind::Paragraph, 0, {0, part.text.size()},
            {{{0, part.text.size()}, {10, 20, 60, 12}}}});
        document->append(part);
    }
    return {name, {}, document, "/nowhere/" + name};
}

} // namespace tests
