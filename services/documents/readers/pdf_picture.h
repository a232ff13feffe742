#pragma once

#include "services/documents/readers/reader.h"

#include <functional>
#include <string_view>

namespace services {

/// Draws a page (from 1) of a PDF on white, `width` pixels wide if that is not more than an image
/// of a page may have, and hands it to `write` piece by piece in the form of page_stream.h. Errors
/// are reported by its head; only what `write` throws passes through.
void drawPage(const SourceFile& file, int page, int width,
    const std::function<void(std::string_view)>& write);

} // namespace services
