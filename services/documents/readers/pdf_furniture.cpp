#include "services/documents/readers/pdf_furniture.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace services {

namespace {

constexpr float edge = 0.1F; // of the page's height
constexpr float tolerance = 4; // points

bool isRomanNumber(const std::string& text)
{
    return text.size() < 8 && text.find_first_not_of("ivxlcIVXLC") == std::string::npos;
}

// The text with every number as "#".
std::string formOf(const std::string& text)
{
    if (isRomanNumber(text))
        return "#";
    std::string form;
    for (const char c : text) {
        if (!isdigit(uint8_t(c)))
            form += c;
        else if (!form.ends_with('#'))
            form += '#';
    }
    return form;
}

bool isAtEdge(const PdfFragment& fragment, float height)
{
    return fragment.box.y < edge * height || fragment.box.bottom() > (1 - edge) * height;
}

bool hasAlike(
    const std::vector<PdfFragment>& page, const PdfFragment& wanted, const std::string& form)
{
    return std::ranges::any_of(page, [&](const PdfFragment& fragment) {
        return std::abs(fragment.box.y - wanted.box.y) < tolerance && formOf(fragment.text) == form;
    });
}

} // namespace

std::vector<bool> furnitureOf(const std::vector<PdfFragment>& page, float height, float bodySize,
    std::span<const std::vector<PdfFragment>* const> near)
{
    constexpr float headingSize = 1.2F;
    std::vector<bool> found(page.size(), false);
    for (size_t i = 0; i < page.size() && !near.empty(); ++i) {
        if (!isAtEdge(page[i], height) || page[i].size > headingSize * bodySize)
            continue;
        const std::string form = formOf(page[i].text);
        size_t alike = 0;
        for (const std::vector<PdfFragment>* other : near)
            alike += hasAlike(*other, page[i], form);
        const bool isNumbered = form.find('#') != std::string::npos; // so that one page is enough
        found[i] = alike >= (isNumbered ? 1 : std::min<size_t>(2, near.size()));
    }
    return found;
}

} // namespace services
