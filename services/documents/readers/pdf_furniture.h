#pragma once

#include "services/documents/readers/pdf_page.h"

#include <span>

namespace services {

/// Which fragments of a page stand in the same place, at its upper or lower edge, on pages near it,
/// too: its header and footer. Numbers count as equal; what is larger than text of `bodySize` points is
/// a heading. `height` is the page's. One flag for each fragment of `page`.
std::vector<bool> furnitureOf(const std::vector<PdfFragment>& page, float height, float bodySize,
    std::span<const std::vector<PdfFragment>* const> near);

} // namespace services
