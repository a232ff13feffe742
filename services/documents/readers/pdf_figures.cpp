#include "services/documents/readers/pdf_figures.h"

#include "base/ascii.h"
#include "services/documents/readers/image_files.h"
#include "services/documents/readers/pdf_file.h"
#include "services/documents/readers/reader.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <poppler-qt6.h>
#include <string>

namespace services {

namespace {

constexpr float gap
    = 8; // points: the side of a cell; what is in neighboring cells belongs together
constexpr float maxShare = 0.85F; // of the page
constexpr size_t maxOfPage = 50;

float area(const Rectangle& box)
{
    return box.width * box.height;
}

float sharedArea(const Rectangle& a, const Rectangle& b)
{
    const float width = std::min(a.right(), b.right()) - std::max(a.x, b.x);
    const float height = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
    return std::max(width, 0.F) * std::max(height, 0.F);
}

// A rectangle of pixels, without the column `right` and the row `bottom`.
struct PixelRect {
    int left, top, right, bottom;
};

PixelRect pixelsOf(const DrawnPage& page, const Rectangle& box, float margin)
{
    const auto clamped = [&page](float points, int most) {
        return std::clamp(int(std::lround(points * page.pixelsPerPoint)), 0, most);
    };
    const int width = page.picture.width, height = page.picture.height;
    return {clamped(box.x - margin, width), clamped(box.y - margin, height),
        clamped(box.right() + margin, width), clamped(box.bottom() + margin, height)};
}

// The shade that most pixels of a part have.
uint8_t paperOf(const DrawnPage& page, const PixelRect& part)
{
    std::array<size_t, 256> counts{};
    for (int y = part.top; y < part.bottom; ++y)
        for (int x = part.left; x < part.right; ++x)
            ++counts[page.picture.pixels[size_t(y) * size_t(page.picture.width) + size_t(x)]];
    return uint8_t(std::ranges::max_element(counts) - counts.begin());
}

// Says of each pixel of a page whether a word covers it.
using WordMask = std::vector<uint8_t>;

WordMask maskOf(const DrawnPage& page, std::span<const PdfWord> words)
{
    constexpr float margin = 2; // points
    WordMask mask(page.picture.pixels.size());
    for (const PdfWord& word : words) {
        const PixelRect box = pixelsOf(page, word.box, margin);
        for (int y = box.top; y < box.bottom; ++y)
            for (int x = box.left; x < box.right; ++x)
                mask[size_t(y) * size_t(page.picture.width) + size_t(x)] = 1;
    }
    return mask;
}

// Calls `visit` with the column and row of each pixel of a part that differs from the paper and is not
// part of a word.
template <typename Visit>
void forEachInk(const DrawnPage& page, const WordMask& words, const PixelRect& part, Visit visit)
{
    constexpr int faint = 24; // shades
    const int paper = paperOf(page, part);
    for (int y = part.top; y < part.bottom; ++y) {
        const size_t row = size_t(y) * size_t(page.picture.width);
        for (int x = part.left; x < part.right; ++x)
            if (std::abs(int(page.picture.pixels[row + size_t(x)]) - paper) > faint
                && words[row + size_t(x)] == 0)
                visit(x, y);
    }
}

// False for a box around text, or one that is empty: there is nothing in it but its paper and words.
bool hasContent(const DrawnPage& page, const WordMask& words, const Rectangle& box)
{
    constexpr float border = 5; // points
    constexpr double leastInk = 0.004; // of the pixels
    const PixelRect inside = pixelsOf(page, box, -border);
    size_t ink = 0;
    forEachInk(page, words, inside, [&ink](int, int) { ++ink; });
    const double pixels = double(inside.right - inside.left) * double(inside.bottom - inside.top);
    return double(ink) > leastInk * pixels;
}

// True for a table whose rows are separated by lines: lines go across all of it, and words are in it. The
// lines of a chart have few words between them.
bool isTable(const DrawnPage& page, const WordMask& words, const Rectangle& box)
{
    constexpr float border = 5; // points
    constexpr double wholeLine = 0.9, leastText = 0.05;
    const PixelRect inside = pixelsOf(page, box, -border);
    const auto width = size_t(std::max(inside.right - inside.left, 0));
    std::vector<size_t> ink(size_t(std::max(inside.bottom, 0)));
    forEachInk(page, words, inside, [&ink](int, int y) { ++ink[size_t(y)]; });
    size_t covered = 0;
    for (int y = inside.top; y < inside.bottom; ++y)
        for (int x = inside.left; x < inside.right; ++x)
            covered += words[size_t(y) * size_t(page.picture.width) + size_t(x)];
    const double pixels = double(width) * double(inside.bottom - inside.top);
    return double(covered) > leastText * pixels && std::ranges::any_of(ink, [&](size_t count) {
        return double(count) > wholeLine * double(width);
    });
}

// Cells of a page, each with the extent of what was drawn in it.
class Cells {
public:
    Cells(const DrawnPage& page, const WordMask& words)
        : m_side(std::max(1, int(std::lround(gap * page.pixelsPerPoint))))
        , m_columns((page.picture.width + m_side - 1) / m_side)
        , m_rows((page.picture.height + m_side - 1) / m_side)
        , m_extents(size_t(m_columns) * size_t(m_rows))
    {
        const PixelRect whole{0, 0, page.picture.width, page.picture.height};
        forEachInk(page, words, whole, [this](int x, int y) {
            add(m_extents[size_t(y / m_side) * size_t(m_columns) + size_t(x / m_side)],
                {x, y, x + 1, y + 1});
        });
    }

    // The extents of what belongs together. Takes it out of the cells.
    std::vector<PixelRect> takeGroups()
    {
        std::vector<PixelRect> groups;
        std::vector<int> waiting;
        for (int cell = 0; cell < int(m_extents.size()); ++cell) {
            if (!m_extents[size_t(cell)])
                continue;
            std::optional<PixelRect> group;
            waiting.push_back(cell);
            while (!waiting.empty()) {
                const int next = waiting.back();
                waiting.pop_back();
                if (!m_extents[size_t(next)])
                    continue;
                add(group, *m_extents[size_t(next)]);
                m_extents[size_t(next)].reset();
                addNeighbors(next, waiting);
            }
            groups.push_back(*group);
        }
        return groups;
    }

private:
    static void add(std::optional<PixelRect>& to, const PixelRect& more)
    {
        if (!to) {
            to = more;
            return;
        }
        *to = {std::min(to->left, more.left), std::min(to->top, more.top),
            std::max(to->right, more.right), std::max(to->bottom, more.bottom)};
    }

    void addNeighbors(int cell, std::vector<int>& waiting) const
    {
        const int column = cell % m_columns, row = cell / m_columns;
        for (int y = std::max(row - 1, 0); y <= std::min(row + 1, m_rows - 1); ++y)
            for (int x = std::max(column - 1, 0); x <= std::min(column + 1, m_columns - 1); ++x)
                if (m_extents[size_t(y) * size_t(m_columns) + size_t(x)])
                    waiting.push_back(y * m_columns + x);
    }

    int m_side, m_columns, m_rows;
    std::vector<std::optional<PixelRect>> m_extents;
};

bool isFigureSize(const Rectangle& box, const DrawnPage& page)
{
    const float whole = float(page.picture.width) * float(page.picture.height)
        / (page.pixelsPerPoint * page.pixelsPerPoint);
    return box.width >= minFigureSide && box.height >= minFigureSide
        && area(box) <= maxShare * whole;
}

// Joins boxes that overlap until none do.
void join(std::vector<Rectangle>& boxes)
{
    for (size_t i = 0; i < boxes.size(); ++i)
        for (size_t other = i + 1; other < boxes.size(); ++other)
            if (sharedArea(boxes[i], boxes[other]) > 0) {
                boxes[i] = united(boxes[i], boxes[other]);
                boxes.erase(boxes.begin() + ptrdiff_t(other));
                other = i; // The larger box may overlap those that were passed.
            }
}

PdfFigure figureAt(const Rectangle& box, const DrawnPage& page)
{
    PdfFigure figure{box, {}};
    constexpr int fields = PdfFigure::fields;
    for (int field = 0; field < fields * fields; ++field) {
        const float width = box.width / fields, height = box.height / fields;
        const PixelRect part = pixelsOf(page,
            {box.x + width * float(field % fields), box.y + height * float(field / fields), width,
                height},
            0);
        uint64_t sum = 0, count = 0;
        for (int y = part.top; y < part.bottom; ++y)
            for (int x = part.left; x < part.right; ++x, ++count)
                sum += page.picture.pixels[size_t(y) * size_t(page.picture.width) + size_t(x)];
        figure.shades[size_t(field)] = uint8_t(sum / std::max<uint64_t>(count, 1));
    }
    return figure;
}

} // namespace

namespace {

// Adds the short texts at the edges of a drawing, such as those of its axes.
void addLabels(std::vector<Rectangle>& boxes, std::span<const PdfWord> words)
{
    constexpr float farthest = 10; // points
    if (boxes.empty())
        return;
    const std::vector<PdfFragment> texts = toFragments(words);
    for (Rectangle& box : boxes) {
        const Rectangle near{box.x - farthest, box.y - farthest, box.width + 2 * farthest,
            box.height + 2 * farthest};
        Rectangle all = box;
        for (const PdfFragment& text : texts)
            if (sharedArea(near, text.box) > 0 && text.box.width <= box.width / 2
                && text.box.height <= box.height / 2)
                all = united(all, text.box);
        box = all;
    }
}

// Adds a margin that is on the page.
Rectangle padded(const Rectangle& box, const DrawnPage& page)
{
    constexpr float margin = 2; // points
    const Rectangle whole{0, 0, float(page.picture.width) / page.pixelsPerPoint,
        float(page.picture.height) / page.pixelsPerPoint};
    const float x = std::max(box.x - margin, 0.F), y = std::max(box.y - margin, 0.F);
    return {x, y, std::min(box.right() + margin, whole.right()) - x,
        std::min(box.bottom() + margin, whole.bottom()) - y};
}

} // namespace

std::vector<PdfFigure> findFigures(const DrawnPage& page, std::span<const PdfWord> words)
{
    std::vector<PdfFigure> figures;
    if (page.picture.pixels.empty())
        return figures;
    std::vector<Rectangle> boxes;
    const WordMask mask = maskOf(page, words);
    for (const PixelRect& group : Cells(page, mask).takeGroups()) {
        const auto points = [&page](int pixels) { return float(pixels) / page.pixelsPerPoint; };
        const Rectangle box{points(group.left), points(group.top), points(group.right - group.left),
            points(group.bottom - group.top)};
        if (isFigureSize(box, page) && boxes.size() < maxOfPage)
            boxes.push_back(box);
    }
    join(boxes);
    std::erase_if(boxes, [&](const Rectangle& box) {
        return !isFigureSize(box, page) || !hasContent(page, mask, box) || isTable(page, mask, box);
    });
    std::ranges::stable_sort(boxes, {}, [](const Rectangle& box) { return box.y; });
    addLabels(boxes, words);
    for (const Rectangle& box : boxes)
        figures.push_back(figureAt(padded(box, page), page));
    return figures;
}

namespace {

// True for something that pages near each other have at the same place.
bool looksLike(const PdfFigure& figure, const PdfFigure& other)
{
    constexpr float near = 4; // points
    constexpr int mostDifferent = 6; // shades, on average
    const Rectangle &a = figure.box, &b = other.box;
    if (std::abs(a.x - b.x) > near || std::abs(a.y - b.y) > near
        || std::abs(a.width - b.width) > near || std::abs(a.height - b.height) > near)
        return false;
    int difference = 0;
    for (size_t field = 0; field < figure.shades.size(); ++field)
        difference += std::abs(int(figure.shades[field]) - int(other.shades[field]));
    return difference <= mostDifferent * int(figure.shades.size());
}

// How text and figures lie on a page.
class Layout {
public:
    explicit Layout(const DocumentPart& part)
        : m_part(part)
    {
        for (const Block& block : part.blocks) {
            std::optional<Rectangle> box;
            for (const PlacedRange& line : block.places)
                box = box ? united(*box, line.place) : line.place;
            m_boxes.push_back(box);
        }
    }

    // The part of a box that is covered by text.
    float coveredBy(const Rectangle& box) const
    {
        float covered = 0;
        for (const Block& block : m_part.blocks)
            for (const PlacedRange& line : block.places)
                if (block.kind != BlockKind::Figure)
                    covered += sharedArea(line.place, box);
        return covered / area(box);
    }

    // True if a line of text has its center in the box.
    bool hasLineIn(const Rectangle& box) const
    {
        return std::ranges::any_of(m_part.blocks, [&box](const Block& block) {
            return block.kind != BlockKind::Figure
                && std::ranges::any_of(block.places, [&box](const PlacedRange& line) {
                       const float x = line.place.x + line.place.width / 2;
                       const float y = line.place.y + line.place.height / 2;
                       return x > box.x && x < box.right() && y > box.y && y < box.bottom();
                   });
        });
    }

    int rowsIn(const Rectangle& box) const
    {
        int rows = 0;
        for (size_t block = 0; block < m_boxes.size(); ++block)
            rows += m_part.blocks[block].kind == BlockKind::TableRow && m_boxes[block]
                && sharedArea(*m_boxes[block], box) > area(*m_boxes[block]) / 2;
        return rows;
    }

    // The block in front of which a figure stands.
    size_t position(const Rectangle& box) const
    {
        if (const auto caption = captionOf(box))
            return *caption;
        constexpr float tolerance = 4; // points
        size_t behind = 0;
        bool isBelowText = false;
        for (size_t block = 0; block < m_boxes.size(); ++block)
            if (m_boxes[block] && isAlongside(*m_boxes[block], box)
                && m_boxes[block]->bottom() <= box.y + tolerance) {
                behind = block + 1;
                isBelowText = true;
            }
        for (size_t block = 0; block < m_boxes.size() && !isBelowText; ++block)
            if (m_boxes[block] && isAlongside(*m_boxes[block], box)
                && m_part.blocks[block].kind != BlockKind::Figure)
                return block;
        return isBelowText ? behind : m_boxes.size();
    }

private:
    static bool isAlongside(const Rectangle& text, const Rectangle& box)
    {
        return text.x < box.right() && text.right() > box.x;
    }

    std::optional<size_t> captionOf(const Rectangle& box) const
    {
        constexpr float farthest = 40; // points
        std::optional<size_t> nearest;
        float distance = farthest;
        for (size_t block = 0; block < m_boxes.size(); ++block) {
            if (!m_boxes[block] || !isAlongside(*m_boxes[block], box) || !isCaption(block))
                continue;
            const Rectangle& text = *m_boxes[block];
            // A caption may begin within the box if the lines of a drawing do.
            const float apart = std::max({text.y - box.bottom(), box.y - text.bottom(), 0.F});
            if (apart < distance) {
                distance = apart;
                nearest = block;
            }
        }
        return nearest;
    }

    bool isCaption(size_t block) const
    {
        const ByteRange bytes = m_part.blocks[block].bytes;
        const std::string beginning = base::toLowerAscii(
            m_part.text.substr(bytes.from, std::min<size_t>(bytes.size(), 40)));
        for (const std::string_view word : {"figure", "fig.", "fig", "abbildung", "abb.", "bild",
                 "figura", "图", "圖", "図", "chart", "diagram", "diagramm", "photo", "image",
                 "scheme", "schéma", "exhibit", "plate", "grafik"}) {
            if (!beginning.starts_with(word))
                continue;
            const size_t number = beginning.find_first_not_of(" .\xC2\xA0", word.size());
            if (number != std::string::npos && base::isDigit(beginning[number]))
                return true;
        }
        return false;
    }

    const DocumentPart& m_part;
    std::vector<std::optional<Rectangle>> m_boxes;
};

// Boxes with text, and tables with lines, are no figures. Of a scan only what shows hardly any text is.
bool isText(const Layout& layout, const Rectangle& box, bool isScan)
{
    constexpr float maxText = 0.25F, maxTextOfScan = 0.03F, maxTextOfTable = 0.08F;
    const float text = layout.coveredBy(box);
    return text > (isScan ? maxTextOfScan : maxText)
        || (layout.rowsIn(box) > 1 && text > maxTextOfTable);
}

std::string wordsIn(const Rectangle& box, const PdfFigurePage& page, FigureWords& words)
{
    constexpr float pixelsPerPoint = 200.F / 72;
    if (!page.page || page.isScan)
        return {};
    return words.read(double(area(box) * pixelsPerPoint * pixelsPerPoint), 1 / pixelsPerPoint,
        [&] { return toGray(drawPart(*page.page, box, double(pixelsPerPoint))); });
}

} // namespace

void putFigures(std::span<const PdfFigure> figures,
    std::span<const std::span<const PdfFigure>> near, const PdfFigurePage& page, FigureWords& words,
    DocumentWriter& writer)
{
    for (size_t index = 0; index < figures.size(); ++index) {
        const PdfFigure& figure = figures[index];
        const auto isLikeIt
            = [&figure](const PdfFigure& other) { return looksLike(figure, other); };
        if (std::ranges::any_of(
                near, [&](const auto& others) { return std::ranges::any_of(others, isLikeIt); }))
            continue;
        const Rectangle& box = figure.box;
        const Layout layout(writer.part());
        if (isText(layout, box, page.isScan))
            continue;
        const bool areWordsKnown = layout.hasLineIn(box); // such as those at the axes of a drawing
        writer.insertFigure(layout.position(box), int(index) + 1,
            areWordsKnown ? std::string() : wordsIn(box, page, words), box);
    }
}

void writePdfFigure(const SourceFile& file, const FigureName& figure, int width,
    const std::function<void(std::string_view)>& write)
{
    constexpr double maxPixelsPerPoint = 300. / 72;
    const auto document = openPdf(file.bytes);
    PageHead head;
    head.pageCount = uint32_t(document->numPages());
    const bool isThere = figure.page >= 1 && uint32_t(figure.page) <= head.pageCount;
    const auto page = isThere ? document->page(figure.page - 1) : nullptr;
    if (!page)
        return writeImage({}, head, write);
    PdfPage read = readWords(*page);
    const std::vector<PdfFigure> figures = removeUnseen(*document, *page, read).figures;
    if (figure.number < 1 || size_t(figure.number) > figures.size())
        return writeImage({}, head, write);
    const Rectangle box = turnedBack(
        figures[size_t(figure.number) - 1].box, read.quarters, read.width, read.height);
    head.pointsWidth = box.width;
    head.pointsHeight = box.height;
    const double scale = std::min({maxPixelsPerPoint, width / double(box.width),
        double(mostPageSide - 1) / double(std::max(box.width, box.height)),
        std::sqrt(double(mostPagePixels) / 2 / double(area(box)))});
    const QImage image = drawPart(*page, box, scale);
    if (image.isNull())
        throw Unreadable(DocumentFault::NoMemory);
    writeImage(image, head, write);
}

} // namespace services
