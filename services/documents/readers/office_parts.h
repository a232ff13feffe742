#pragma once

#include "services/documents/readers/document_writer.h"

#include <cstddef>
#include <optional>
#include <pugixml.hpp>
#include <span>
#include <string>
#include <vector>

namespace services {

/// The order in which people read the shapes of a slide: what is above before what is below, what is
/// left before what is right of it, and as in the file where neither decides. Shapes whose rectangle
/// is unknown stay where they are in the file.
std::vector<size_t> readingOrder(std::span<const std::optional<Rectangle>> shapes);

/// Parts of Office documents that slides, sheets and texts have in common.

/// Puts the values of a chart of an Office document into the writer: its title, and a table with a
/// row per category and a column per series.
void putChart(const pugi::xml_node& chart, DocumentWriter& writer);

/// Puts the texts of a diagram (SmartArt) into the writer, an item each.
void putDiagram(const pugi::xml_node& data, DocumentWriter& writer);

/// The text of a formula of an Office document (OMML). Throws Unreadable{TooDeep}.
std::string officeMathText(const pugi::xml_node& math, int nesting);

} // namespace services
