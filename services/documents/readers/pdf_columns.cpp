#include "services/documents/readers/pdf_columns.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace services {

namespace {

constexpr int mostColumns = 3; // that a page is divided into one within the other
constexpr size_t fewestLines = 4; // of a column

struct Extent {
    float low = 1e9F, high = -1e9F;

    void add(float from, float to)
    {
        low = std::min(low, from);
        high = std::max(high, to);
    }
    float length() const { return high - low; }
};

// The fragments on one side of a gutter.
struct Side {
    std::vector<float> widths;
    Extent across, down;
    size_t letters = 0;

    void add(const PdfFragment& fragment)
    {
        widths.push_back(fragment.box.width);
        across.add(fragment.box.x, fragment.box.right());
        down.add(fragment.box.y, fragment.box.bottom());
        letters += fragment.text.size();
    }

    // Lines of a text fill their column; cells of a table rarely do.
    bool isText()
    {
        if (widths.size() < fewestLines)
            return false;
        std::ranges::nth_element(widths, widths.begin() + ptrdiff_t(widths.size() / 2));
        return widths[widths.size() / 2] > 0.6F * across.length();
    }
};

enum class Towards { Left, Right, Across };

Towards towards(const PdfFragment& fragment, float gutter)
{
    constexpr float tolerance = 1; // points
    if (fragment.box.right() <= gutter + tolerance)
        return Towards::Left;
    return fragment.box.x >= gutter - tolerance ? Towards::Right : Towards::Across;
}

// How good it is to read what is left of it before what is right of it; nothing: it is wrong.
std::optional<float> worthOf(const std::vector<PdfFragment>& fragments, float gutter)
{
    Side left, right;
    size_t across = 0;
    for (const PdfFragment& fragment : fragments) {
        const Towards where = towards(fragment, gutter);
        if (where == Towards::Across)
            across += fragment.text.size();
        else
            (where == Towards::Left ? left : right).add(fragment);
    }
    const size_t fewer = std::min(left.letters, right.letters);
    if (fewer * 6 < left.letters + right.letters || across > left.letters + right.letters)
        return std::nullopt;
    const float beside
        = std::min(left.down.high, right.down.high) - std::max(left.down.low, right.down.low);
    if (beside < 0.4F * std::min(left.down.length(), right.down.length()) || !left.isText()
        || !right.isText())
        return std::nullopt;
    return float(fewer) - 2 * float(across) + 0.1F * (right.across.low - left.across.high);
}

std::optional<float> gutterOf(const std::vector<PdfFragment>& fragments)
{
    if (fragments.size() < 2 * fewestLines)
        return std::nullopt;
    Extent across;
    for (const PdfFragment& fragment : fragments)
        across.add(fragment.box.x, fragment.box.right());
    constexpr int steps = 120;
    std::optional<float> best;
    float most = -1e9F;
    for (int step = steps / 6; step <= steps - steps / 6; ++step) {
        const float gutter = across.low + across.length() * float(step) / steps;
        const std::optional<float> worth = worthOf(fragments, gutter);
        if (worth && *worth > most) {
            most = *worth;
            best = gutter;
        }
    }
    return best;
}

class Order {
public:
    void add(std::vector<PdfFragment> fragments, int depth)
    {
        const std::optional<float> gutter
            = depth < mostColumns ? gutterOf(fragments) : std::nullopt;
        if (gutter)
            divide(std::move(fragments), *gutter, depth);
        else
            addRegion(std::move(fragments));
    }

    std::vector<PdfRegion> take() { return std::move(m_regions); }

private:
    // What goes across divides the columns into those above and those below it.
    void divide(std::vector<PdfFragment> fragments, float gutter, int depth)
    {
        std::ranges::stable_sort(fragments, {}, &PdfFragment::middle);
        std::vector<PdfFragment> across, left, right;
        const auto endBand = [&] {
            if (left.empty() || right.empty()) {
                std::ranges::move(left, std::back_inserter(across));
                std::ranges::move(right, std::back_inserter(across));
            } else {
                addRegion(std::exchange(across, {}));
                add(std::move(left), depth + 1);
                add(std::move(right), depth + 1);
            }
            left.clear();
            right.clear();
        };
        for (PdfFragment& fragment : fragments) {
            const Towards where = towards(fragment, gutter);
            if (where == Towards::Across) {
                endBand();
                across.push_back(std::move(fragment));
            } else {
                (where == Towards::Left ? left : right).push_back(std::move(fragment));
            }
        }
        endBand();
        addRegion(std::move(across));
    }

    void addRegion(std::vector<PdfFragment> fragments)
    {
        if (!fragments.empty())
            m_regions.push_back(std::move(fragments));
    }

    std::vector<PdfRegion> m_regions;
};

} // namespace

std::vector<PdfRegion> regionsOf(std::vector<PdfFragment> fragments)
{
    Order order;
    order.add(std::move(fragments), 0);
    return order.take();
}

} // namespace services
