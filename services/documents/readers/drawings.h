#pragma once

#include "services/documents/readers/document_writer.h"

#include <optional>
#include <string>
#include <string_view>

namespace services {

/// The largest image that a Windows metafile (EMF, WMF) draws, as a PNG, JPEG or BMP file. Nothing if it
/// draws none, or is no metafile.
std::optional<std::string> imageInMetafile(std::string_view file);

/// Loads that image in place of a metafile, and other files as they are.
ImageLoader withoutMetafile(const ImageLoader& load);

/// What can be said of a drawing that can't be shown and is large enough to be a figure: the title,
/// description and labels of an SVG file; of a metafile that it is one. Empty for others.
std::string describeDrawing(const ShownImage& image);

} // namespace services
