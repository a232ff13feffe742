#include "services/documents/readers/pdf_fragments.h"

#include <algorithm>
#include <utility>

namespace services {

Rectangle united(const Rectangle& one, const Rectangle& other)
{
    const float left = std::min(one.x, other.x), top = std::min(one.y, other.y);
    return {left, top, std::max(one.right(), other.right()) - left,
        std::max(one.bottom(), other.bottom()) - top};
}

namespace {

constexpr float wideGap = 1.0F; // between fragments, in sizes of the letters

float sizeOf(const PdfWord& word)
{
    return word.isVertical ? word.box.width : word.box.height;
}

// The distance in the direction of the line; less than 0 if they overlap.
float gapBetween(const PdfWord& a, const PdfWord& b)
{
    if (a.isVertical)
        return std::max(a.box.y, b.box.y) - std::min(a.box.bottom(), b.box.bottom());
    return std::max(a.box.x, b.box.x) - std::min(a.box.right(), b.box.right());
}

// Puts words together to fragments.
class Collector {
public:
    void add(const PdfWord& word)
    {
        if (!m_words.empty()) {
            const PdfWord& last = m_words.back();
            const float size = std::max(sizeOf(last), sizeOf(word));
            if (last.endsLine || last.isVertical != word.isVertical
                || gapBetween(last, word) > wideGap * size)
                end();
        }
        m_words.push_back(word);
    }

    std::vector<PdfFragment> take()
    {
        end();
        return std::move(m_fragments);
    }

private:
    void end()
    {
        if (m_words.empty())
            return;
        PdfFragment fragment;
        fragment.isVertical = m_words[0].isVertical;
        const PdfWord* largest = &m_words[0];
        Rectangle around = m_words[0].box;
        float sizes = 0, lengths = 0;
        bool goesOn = false;
        for (const PdfWord& word : m_words) {
            const float length = word.isVertical ? word.box.height : word.box.width;
            sizes += sizeOf(word) * length;
            lengths += length;
            if (word.box.width * word.box.height > largest->box.width * largest->box.height)
                largest = &word;
            around = united(around, word.box);
            if (goesOn) {
                fragment.words.back() = united(fragment.words.back(), word.box);
            } else {
                fragment.words.push_back(word.box);
                fragment.text += fragment.text.empty() ? "" : " ";
            }
            fragment.text += word.text;
            goesOn = word.goesOn;
        }
        fragment.size = lengths > 0 ? sizes / lengths : sizeOf(*largest);
        fragment.box = fragment.isVertical
            ? around
            : Rectangle{around.x, largest->box.y, around.width, largest->box.height};
        m_fragments.push_back(std::move(fragment));
        m_words.clear();
    }

    std::vector<PdfFragment> m_fragments;
    std::vector<PdfWord> m_words; // of the fragment that is being put together
};

} // namespace

std::vector<PdfFragment> toFragments(std::span<const PdfWord> words)
{
    Collector collector;
    for (const PdfWord& word : words)
        if (!word.text.empty())
            collector.add(word);
    return collector.take();
}

std::string_view hyphenAt(std::string_view text)
{
    for (const std::string_view hyphen : {"-", "\u2010", "\u00AD"}) {
        const std::string_view before
            = text.substr(0, text.size() - std::min(text.size(), hyphen.size()));
        if (text.ends_with(hyphen) && !before.empty() && !before.ends_with(' ')
            && !before.ends_with('-'))
            return hyphen;
    }
    return {};
}

bool areOnALine(const Rectangle& a, const Rectangle& b)
{
    const float shared = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
    return shared > 0.5F * std::min(a.height, b.height);
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

Rectangle turnedBack(const Rectangle& box, int quarters, float width, float height)
{
    switch (quarters) {
    case 1:
        return {box.y, width - box.right(), box.height, box.width};
    case 2:
        return {width - box.right(), height - box.bottom(), box.width, box.height};
    case 3:
        return {height - box.bottom(), box.x, box.height, box.width};
    default:
        return box;
    }
}

} // namespace services
