#include "services/documents/readers/pdf_fragments.h"

#include "base/utf8.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

namespace services {

namespace {

bool isOneOf(char32_t letter, std::u32string_view letters)
{
    return letters.find(letter) != std::u32string_view::npos;
}

float widthOf(char32_t letter)
{
    if (letter >= 0x2E80)
        return 1;
    if (letter == ' ')
        return 0.25F;
    if (isOneOf(letter, U"iljI.,;:'|!`’‘·"))
        return 0.27F;
    if (isOneOf(letter, U"ftr()[]{}-\"/\\“”°*"))
        return 0.36F;
    if (isOneOf(letter, U"mwMW%@—…&"))
        return 0.82F;
    if (letter >= 'A' && letter <= 'Z')
        return 0.67F;
    return 0.51F;
}

constexpr float low = 0.47F, high = 0.71F, deep = -0.21F;

} // namespace

LetterShape shapeOf(char32_t letter)
{
    const float width = widthOf(letter);
    if (isOneOf(letter, U"acemnorsuvwxz"))
        return {width, low, 0};
    if (isOneOf(letter, U"gpqy"))
        return {width, low, deep};
    if (isOneOf(letter, U".…"))
        return {width, 0.1F, 0};
    if (letter == '_')
        return {width, 0, -0.15F};
    if (isOneOf(letter, U",;"))
        return {width, letter == ',' ? 0.1F : low, -0.14F};
    if (letter == ':')
        return {width, low, 0};
    if (isOneOf(letter, U"-–—") || letter == 0xFFFE)
        return {width, 0.29F, 0.2F};
    if (isOneOf(letter, U"=~+"))
        return {width, 0.45F, 0.1F};
    if (isOneOf(letter, U"\"'`’‘“”°*^"))
        return {width, high, 0.45F};
    if (isOneOf(letter, U"•·"))
        return {width, 0.5F, 0.2F};
    if (isOneOf(letter, U"()[]{}|/\\$@"))
        return {width, 0.75F, -0.24F};
    if (isOneOf(letter, U"jQ"))
        return {width, high, deep};
    if (letter >= 0x2E80)
        return {width, 0.8F, -0.1F};
    return {width, high, 0};
}

namespace {

constexpr size_t widestBeam = 12; // alignments that are kept at each box
constexpr size_t longestRun = 1000; // letters in a box
constexpr float wideGap = 1.0F; // between fragments, in sizes of the font

// A letter that is seen, and what follows it.
struct Letter {
    char32_t character;
    LetterShape shape;
    float end; // sum of all widths up to its right edge, with the spaces before it
    bool hasSpaceAfter = false, endsLine = false;
};

std::vector<Letter> lettersOf(const std::u32string& text)
{
    std::vector<Letter> letters;
    float end = 0;
    for (const char32_t c : text) {
        const bool isLineEnd = c == '\n' || c == '\r';
        if (!isLineEnd && c != ' ' && c != 0xA0) {
            const LetterShape shape = shapeOf(c);
            end += shape.width;
            letters.push_back({c, shape, end, false, c == PdfPage::dividedHere});
            continue;
        }
        if (!letters.empty()) {
            letters.back().hasSpaceAfter = true;
            letters.back().endsLine |= isLineEnd;
        }
        end += isLineEnd ? 0 : shapeOf(' ').width;
    }
    if (!letters.empty())
        letters.back().endsLine = true;
    return letters;
}

// Letters that are drawn in one box.
struct Run {
    float top = -1, bottom = 1;

    void add(const LetterShape& shape)
    {
        top = std::max(top, shape.top);
        bottom = std::min(bottom, shape.bottom);
    }
    float sizeIn(const Rectangle& box) const { return box.height / std::max(0.08F, top - bottom); }
};

// The size of letters that are `width` wide in a font of size 1. Heights tell it better than widths,
// which may hold gaps; but some fonts have signs that are much higher than usual.
float sizeOf(const Run& run, float width, const Rectangle& box)
{
    constexpr float enoughLetters = 3, doubt = 1.15F;
    const float byHeight = run.sizeIn(box);
    return width < enoughLetters ? byHeight : std::min(byHeight, doubt * box.width / width);
}

// What most letters of a page are like.
struct Typical {
    float size = 10; // points
    float width = 1; // of its letters, in parts of what they are in most fonts
};

Typical typicalOf(const std::vector<Letter>& letters, const std::vector<Rectangle>& boxes)
{
    constexpr float lineHeight = 0.9F; // from descenders to ascenders
    std::vector<float> heights;
    float width = 0;
    for (const Rectangle& box : boxes) {
        width += box.width;
        if (box.width > 3 * box.height && box.width < 60 * box.height) // words, and no row of dots
            heights.push_back(box.height);
    }
    if (heights.empty() || letters.empty())
        return {};
    const auto middle = heights.begin() + ptrdiff_t(heights.size() / 2);
    std::ranges::nth_element(heights, middle);
    const float size = *middle / lineHeight;
    return {size, std::clamp(width / (letters.back().end * size), 0.8F, 1.25F)};
}

bool areOnALine(const Rectangle& a, const Rectangle& b)
{
    const float apart = std::abs((a.y + a.bottom()) / 2 - (b.y + b.bottom()) / 2);
    return apart < 0.75F * std::max({a.height, b.height, 5.F}) && b.x > a.x;
}

// How unlikely it is that the text continues in this way where one box ends and the next begins.
// `letters` are the last one of the box and those behind it.
float costBetween(
    const Rectangle& box, const Rectangle& next, std::span<const Letter> letters, float size)
{
    constexpr float surprise = 3, greatSurprise = 9;
    const Letter& last = letters[0];
    const bool onALine = areOnALine(box, next);
    if (onALine == last.endsLine)
        return surprise;
    const bool isInLeader
        = last.character == '.' && letters.size() > 1 && letters[1].character == '.';
    if (isInLeader && !last.endsLine)
        return surprise / 2;
    if (last.endsLine || last.hasSpaceAfter)
        return 0;
    const float gap = next.x - box.right();
    if (gap > wideGap * size)
        return greatSurprise;
    return gap > 0.2F * size ? surprise : 0.3F;
}

float costOfWidth(float expected, float width, float size)
{
    constexpr float most = 8;
    return std::min(most, std::abs(expected - width) / (0.5F * size + 0.1F * width));
}

// The boxes up to some one hold the letters up to `letter`.
struct State {
    size_t letter;
    size_t before; // index among the states of the box before
    float cost;
};

class Alignment {
public:
    Alignment(const std::vector<Letter>& letters, const std::vector<Rectangle>& boxes)
        : m_letters(letters)
        , m_boxes(boxes)
        , m_typical(typicalOf(letters, boxes))
    {
    }

    // The number of letters up to the end of each box.
    std::vector<size_t> ends()
    {
        m_states.push_back({{0, 0, 0}});
        for (size_t box = 0; box < m_boxes.size(); ++box)
            advance(box);
        std::vector<size_t> ends(m_boxes.size());
        size_t state = bestLast();
        for (size_t box = m_boxes.size(); box > 0; --box) {
            ends[box - 1] = m_states[box][state].letter;
            state = m_states[box][state].before;
        }
        return ends;
    }

private:
    void advance(size_t box)
    {
        std::vector<State> next;
        for (size_t i = 0; i < m_states[box].size(); ++i)
            extend(box, i, next);
        std::ranges::sort(next, [](const State& a, const State& b) {
            return a.letter != b.letter ? a.letter < b.letter : a.cost < b.cost;
        });
        const auto isSame = [](const State& a, const State& b) { return a.letter == b.letter; };
        next.erase(std::unique(next.begin(), next.end(), isSame), next.end()); // the cheapest stays
        if (next.size() > widestBeam) {
            std::ranges::nth_element(next, next.begin() + widestBeam, {}, &State::cost);
            next.resize(widestBeam);
        }
        m_states.push_back(std::move(next));
    }

    void extend(size_t box, size_t index, std::vector<State>& next) const
    {
        const State from = m_states[box][index];
        const Rectangle& place = m_boxes[box];
        if (from.letter == m_letters.size()) { // more boxes than letters
            next.push_back({from.letter, index, from.cost + 4});
            return;
        }
        const Letter& first = m_letters[from.letter];
        const float start = first.end - first.shape.width;
        Run run;
        const size_t last = std::min(m_letters.size(), from.letter + longestRun);
        for (size_t letter = from.letter; letter < last; ++letter) {
            run.add(m_letters[letter].shape);
            const float size = run.sizeIn(place);
            const float width = (m_letters[letter].end - start) * m_typical.width * size;
            float cost = from.cost + costOfWidth(width, place.width, size)
                + 2 * std::abs(std::log(size / m_typical.size));
            if (box + 1 < m_boxes.size())
                cost += costBetween(
                    place, m_boxes[box + 1], std::span(m_letters).subspan(letter), size);
            next.push_back({letter + 1, index, cost});
            if (m_letters[letter].endsLine || width > 3 * (place.width + size))
                return;
        }
    }

    // Letters that are left over are in no box.
    size_t bestLast() const
    {
        const auto& last = m_states.back();
        const auto cost = [this](const State& state) {
            return state.cost + float(m_letters.size() - state.letter);
        };
        return size_t(std::ranges::min_element(last, {}, cost) - last.begin());
    }

    const std::vector<Letter>& m_letters;
    const std::vector<Rectangle>& m_boxes;
    const Typical m_typical;
    std::vector<std::vector<State>> m_states; // before the first box, after the first, …
};

void put(std::string& into, char32_t character)
{
    const bool isOne = character < 0xD800 || (character > 0xDFFF && character < 0x110000);
    base::appendUtf8(into, isOne ? character : 0xFFFD);
}

// Puts letters with their boxes together to fragments.
class Collector {
public:
    void add(const Letter& letter)
    {
        if (letter.character == PdfPage::dividedHere)
            m_fragment.isDivided = true;
        else
            put(m_fragment.text, letter.character);
        if (letter.hasSpaceAfter)
            m_fragment.text += ' ';
        if (letter.endsLine)
            end();
    }

    // `box` is around the letters that come next, which have this shape and size.
    void enter(const Rectangle& box, const Run& run, float size)
    {
        if (m_hasBox
            && (!areOnALine(m_last, box)
                || box.x - m_last.right() > wideGap * std::max(size, m_fragment.size)))
            end();
        if (!m_hasBox || box.width > m_widest) { // the longest run tells best where the line is
            m_widest = box.width;
            m_line = box.bottom() + run.bottom * size;
        }
        m_sizes += size * box.width;
        m_widths += box.width;
        m_fragment.size = m_sizes / m_widths;
        m_fragment.box.y = m_line - 0.78F * m_fragment.size;
        m_fragment.box.height = m_fragment.size;
        const float left = m_hasBox ? std::min(m_fragment.box.x, box.x) : box.x;
        const float right = m_hasBox ? std::max(m_fragment.box.right(), box.right()) : box.right();
        m_fragment.box.x = left;
        m_fragment.box.width = right - left;
        m_last = box;
        m_hasBox = true;
    }

    // The letters that come next are a word; enter() received its box.
    void beginWord(const Rectangle& box) { m_fragment.words.emplace_back(box.x, box.right()); }

    std::vector<PdfFragment> take()
    {
        end();
        return std::move(m_fragments);
    }

private:
    void end()
    {
        while (m_fragment.text.ends_with(' '))
            m_fragment.text.pop_back();
        if (!m_fragment.text.empty())
            m_fragments.push_back(std::move(m_fragment));
        m_fragment = {};
        m_sizes = m_widths = 0;
        m_hasBox = false;
    }

    std::vector<PdfFragment> m_fragments;
    PdfFragment m_fragment;
    Rectangle m_last;
    float m_widest = 0;
    float m_line = 0; // that the letters are on
    float m_sizes = 0, m_widths = 0; // sums over the boxes
    bool m_hasBox = false;
};

void evenOut(std::vector<PdfFragment>& fragments)
{
    constexpr float usual = 0.14F; // how far apart sizes of one font are measured
    const float middle = middleSize(fragments);
    for (PdfFragment& fragment : fragments)
        if (std::abs(fragment.size - middle) < usual * middle)
            fragment.size = middle;
}

} // namespace

std::vector<PdfFragment> toFragments(const PdfPage& page)
{
    const std::vector<Letter> letters = lettersOf(page.text);
    std::vector<Rectangle> boxes;
    std::ranges::copy_if(page.boxes, std::back_inserter(boxes),
        [](const Rectangle& box) { return box.width > 0 && box.height > 0; });
    const std::vector<size_t> ends = Alignment(letters, boxes).ends();
    Collector collector;
    size_t letter = 0;
    for (size_t box = 0; box < boxes.size(); ++box) {
        Run run;
        for (size_t i = letter; i < ends[box]; ++i)
            run.add(letters[i].shape);
        if (letter < ends[box]) {
            const float width
                = letters[ends[box] - 1].end - letters[letter].end + letters[letter].shape.width;
            collector.enter(boxes[box], run, sizeOf(run, width, boxes[box]));
        }
        for (; letter < ends[box]; ++letter)
            collector.add(letters[letter]);
    }
    for (; letter < letters.size(); ++letter)
        collector.add(letters[letter]);
    return collector.take();
}

std::vector<PdfFragment> toFragments(std::span<const PdfWord> words)
{
    Collector collector;
    for (const PdfWord& word : words) {
        std::vector<Letter> letters = lettersOf(word.letters);
        if (letters.empty())
            continue;
        letters.back().hasSpaceAfter = true;
        letters.back().endsLine = word.endsLine;
        Run run;
        for (const Letter& letter : letters)
            run.add(letter.shape);
        collector.enter(word.box, run, sizeOf(run, letters.back().end, word.box));
        collector.beginWord(word.box);
        for (const Letter& letter : letters)
            collector.add(letter);
    }
    std::vector<PdfFragment> fragments = collector.take();
    evenOut(fragments);
    return fragments;
}

float middleSize(const std::vector<PdfFragment>& fragments)
{
    std::vector<float> sizes;
    for (const PdfFragment& fragment : fragments)
        sizes.insert(sizes.end(), fragment.text.size(), fragment.size);
    if (sizes.empty())
        return 0;
    const auto middle = sizes.begin() + ptrdiff_t(sizes.size() / 2);
    std::ranges::nth_element(sizes, middle);
    return *middle;
}

} // namespace services
