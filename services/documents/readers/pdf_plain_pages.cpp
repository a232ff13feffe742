#define POINTERHOLDER_TRANSITION 4 // No pointers of older versions of qpdf are used.

#include "services/documents/readers/pdf_plain_pages.h"

#include "services/documents/readers/image_files.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <qpdf/BufferInputSource.hh>
#include <qpdf/Pipeline.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFPageObjectHelper.hh>
#include <qpdf/QPDFTokenizer.hh>
#include <stdexcept>
#include <string>
#include <vector>

namespace services {

namespace {

constexpr size_t anyNumber = size_t(-1); // of operands
constexpr double darkest = 0.75; // of white: what is lighter may not be seen on paper

// The content of a page. Throws if it is longer than any page of text.
class ContentText : public Pipeline {
public:
    ContentText()
        : Pipeline("content", nullptr)
    {
    }

    void write(const unsigned char* bytes, size_t count) override
    {
        constexpr size_t longest = size_t(4) << 20; // bytes that are worth inspecting
        if (text.size() + count > longest)
            throw std::length_error("The page is too long.");
        text.append(reinterpret_cast<const char*>(bytes), count);
    }
    void finish() override { }

    std::string text;
};

// Maps x, y to a·x + c·y + e, b·x + d·y + f.
struct Matrix {
    double a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;

    Matrix before(const Matrix& next) const
    {
        return {a * next.a + b * next.c, a * next.b + b * next.d, c * next.a + d * next.c,
            c * next.b + d * next.d, e * next.a + f * next.c + next.e,
            e * next.b + f * next.d + next.f};
    }
};

struct Point {
    double x = 0, y = 0;
};

struct Box {
    double left = 0, bottom = 0, right = 0, top = 0;

    double width() const { return right - left; }
    double height() const { return top - bottom; }
    void add(const Point& point) { add(Box{point.x, point.y, point.x, point.y}); }
    void add(const Box& box)
    {
        *this = {std::min(left, box.left), std::min(bottom, box.bottom), std::max(right, box.right),
            std::max(top, box.top)};
    }
    bool isWithin(const Box& box, double tolerance) const
    {
        return left >= box.left - tolerance && right <= box.right + tolerance
            && bottom >= box.bottom - tolerance && top <= box.top + tolerance;
    }
    bool isNear(const Box& box, double distance) const
    {
        return left <= box.right + distance && right >= box.left - distance
            && bottom <= box.top + distance && top >= box.bottom - distance;
    }
};

double number(QPDFObjectHandle object)
{
    if (!object.isNumber())
        throw std::runtime_error("A number is missing.");
    return object.getNumericValue();
}

Box boxOf(QPDFObjectHandle corners)
{
    if (!corners.isArray() || corners.getArrayNItems() != 4)
        throw std::runtime_error("A box has four numbers.");
    Box box{number(corners.getArrayItem(0)), number(corners.getArrayItem(1)),
        number(corners.getArrayItem(0)), number(corners.getArrayItem(1))};
    box.add(Point{number(corners.getArrayItem(2)), number(corners.getArrayItem(3))});
    return box;
}

// Lines that are drawn, each a box of hardly any width or height.
class Rules {
public:
    // False if there are more than a page of text has.
    bool add(const Box& box)
    {
        constexpr size_t most = 300;
        m_boxes.push_back(box);
        return m_boxes.size() <= most;
    }

    // True if lines next to each other could cover a text, or lines that are near each other make
    // something as large as a figure.
    bool canHideOrShow()
    {
        constexpr double touching = 5; // points between the centers of lines that leave no letter between
        for (size_t i = 0; i < m_boxes.size(); ++i)
            for (size_t other = i + 1; other < m_boxes.size(); ++other)
                if (areParallel(m_boxes[i], m_boxes[other])
                    && m_boxes[i].isNear(m_boxes[other], touching))
                    return true;
        constexpr double near = 24; // points, more than the cells of pdf_figures.cpp join
        for (size_t i = 0; i < m_boxes.size(); ++i)
            for (size_t other = i + 1; other < m_boxes.size(); ++other)
                if (m_boxes[i].isNear(m_boxes[other], near)) {
                    m_boxes[i].add(m_boxes[other]);
                    m_boxes.erase(m_boxes.begin() + ptrdiff_t(other));
                    other = i; // The larger box may be near to those that were passed.
                }
        return std::ranges::any_of(m_boxes, [](const Box& box) {
            return std::min(box.width(), box.height()) >= double(minFigureSide) / 2;
        });
    }

private:
    static bool areParallel(const Box& one, const Box& other)
    {
        return (one.width() > one.height()) == (other.width() > other.height());
    }

    std::vector<Box> m_boxes;
};

// What q keeps and Q brings back.
struct DrawingState {
    Matrix matrix;
    int colors = 1; // numbers of a color of the space to fill with
    bool isDark = true;
    double lineWidth = 1;
    bool isTextVisible = true;
};

// Follows the operators of a page.
class PageOperators {
public:
    PageOperators(QPDFObjectHandle resources, const Box& page)
        : m_resources(std::move(resources))
        , m_page(page)
    {
    }

    bool arePlain(const std::string& content)
    {
        const auto source = std::make_shared<BufferInputSource>("content", content);
        QPDFTokenizer tokenizer;
        tokenizer.allowEOF();
        while (m_isPlain) {
            const QPDFTokenizer::Token token = tokenizer.readToken(source, "content", true);
            const auto type = token.getType();
            if (type == QPDFTokenizer::tt_eof)
                return m_open.empty() && m_operands == 0 && !m_rules.canHideOrShow();
            if (type == QPDFTokenizer::tt_bad)
                return false;
            if (type == QPDFTokenizer::tt_array_open || type == QPDFTokenizer::tt_dict_open) {
                m_operands += m_open.empty() ? 1 : 0;
                m_open.push_back(type == QPDFTokenizer::tt_array_open ? ']' : '>');
            } else if (type == QPDFTokenizer::tt_array_close || type == QPDFTokenizer::tt_dict_close) {
                const char close = type == QPDFTokenizer::tt_array_close ? ']' : '>';
                if (m_open.empty() || m_open.back() != close)
                    return false;
                m_open.pop_back();
            } else if (m_open.empty()) {
                take(token);
            } else if (type == QPDFTokenizer::tt_word) {
                return false; // An operator within an array is read differently by others.
            }
        }
        return false;
    }

private:
    void take(const QPDFTokenizer::Token& token)
    {
        const std::string& value = token.getValue();
        if (token.getType() == QPDFTokenizer::tt_word) {
            apply(value);
            m_operands = m_count = 0;
            m_name.clear();
            m_tag.clear();
            return;
        }
        ++m_operands;
        if (token.getType() == QPDFTokenizer::tt_name) {
            if (m_operands == 1)
                m_tag = value;
            m_name = value;
        } else if (token.getType() == QPDFTokenizer::tt_integer
            || token.getType() == QPDFTokenizer::tt_real) {
            if (m_count < m_numbers.size())
                m_numbers[m_count] = std::strtod(value.c_str(), nullptr);
            ++m_count;
        }
    }

    // What an operator does, with how many operands. Poppler takes the last ones of too many, so that
    // another number of them isn't plain.
    struct Operator {
        void (PageOperators::*apply)();
        size_t operands;
    };

    void apply(const std::string& name)
    {
        using Page = PageOperators;
        static const std::map<std::string, Operator, std::less<>> operators{
            {"q", {&Page::save, 0}}, {"Q", {&Page::restore, 0}}, {"cm", {&Page::transform, 6}},
            {"w", {&Page::setLineWidth, 1}}, {"gs", {&Page::useState, 1}},
            {"Tf", {&Page::useFont, 2}}, {"Tr", {&Page::setTextMode, 1}},
            {"g", {&Page::fillGray, 1}}, {"rg", {&Page::fillRgb, 3}}, {"k", {&Page::fillCmyk, 4}},
            {"cs", {&Page::useColorSpace, 1}}, {"sc", {&Page::fillColor, anyNumber}},
            {"scn", {&Page::fillColor, anyNumber}},
            {"m", {&Page::begin, 2}}, {"l", {&Page::lineTo, 2}}, {"re", {&Page::rectangle, 4}},
            {"S", {&Page::stroke, 0}}, {"s", {&Page::stroke, 0}}, {"f", {&Page::fill, 0}},
            {"F", {&Page::fill, 0}}, {"f*", {&Page::fill, 0}}, {"n", {&Page::endPath, 0}},
            {"W", {&Page::clip, 0}}, {"W*", {&Page::clip, 0}}, {"BDC", {&Page::beginMarked, 2}},
            {"Tj", {&Page::showText, 1}}, {"TJ", {&Page::showText, 1}},
            {"'", {&Page::showText, 1}}, {"\"", {&Page::showText, 3}},
            // Words tell where text stands, and the color of lines doesn't matter.
            {"BT", {&Page::pass, 0}}, {"ET", {&Page::pass, 0}}, {"Tc", {&Page::pass, 1}},
            {"Tw", {&Page::pass, 1}}, {"Tz", {&Page::pass, 1}}, {"TL", {&Page::pass, 1}},
            {"Ts", {&Page::pass, 1}}, {"Td", {&Page::pass, 2}}, {"TD", {&Page::pass, 2}},
            {"Tm", {&Page::pass, 6}}, {"T*", {&Page::pass, 0}}, {"J", {&Page::pass, 1}},
            {"j", {&Page::pass, 1}}, {"M", {&Page::pass, 1}}, {"d", {&Page::pass, 2}},
            {"ri", {&Page::pass, 1}}, {"i", {&Page::pass, 1}}, {"BMC", {&Page::pass, 1}},
            {"EMC", {&Page::pass, 0}}, {"MP", {&Page::pass, 1}}, {"DP", {&Page::pass, 2}},
            {"h", {&Page::pass, 0}}, {"G", {&Page::pass, 1}}, {"RG", {&Page::pass, 3}},
            {"K", {&Page::pass, 4}}, {"CS", {&Page::pass, 1}}, {"SC", {&Page::pass, anyNumber}},
            {"SCN", {&Page::pass, anyNumber}}};
        const auto found = operators.find(name);
        if (found == operators.end()
            || (found->second.operands != anyNumber && found->second.operands != m_operands))
            m_isPlain = false;
        else
            (this->*found->second.apply)();
    }

    double at(size_t operand)
    {
        if (operand >= m_count || m_count > m_numbers.size()) {
            m_isPlain = false;
            return 0;
        }
        return m_numbers[operand];
    }

    void pass() { }

    void save()
    {
        constexpr size_t deepest = 1000;
        m_saved.push_back(m_state);
        m_isPlain = m_isPlain && m_saved.size() < deepest;
    }

    void restore()
    {
        if (m_saved.empty())
            return;
        m_state = m_saved.back();
        m_saved.pop_back();
    }

    void transform()
    {
        m_state.matrix = Matrix{at(0), at(1), at(2), at(3), at(4), at(5)}.before(m_state.matrix);
    }

    void setLineWidth() { m_state.lineWidth = at(0); }

    // Graphics states are plain if what is drawn hides what is below it.
    void useState()
    {
        QPDFObjectHandle state = resource("/ExtGState");
        if (!state.isDictionary()) {
            m_isPlain = false;
            return;
        }
        const auto isNameOf = [&](const char* key, std::initializer_list<const char*> names) {
            QPDFObjectHandle value = state.getKey(key);
            return value.isNull() || (value.isName() && std::ranges::any_of(names, [&](const char* name) {
                return value.getName() == name;
            }));
        };
        QPDFObjectHandle opacity = state.getKey("/ca");
        m_isPlain = isNameOf("/SMask", {"/None"}) && isNameOf("/BM", {"/Normal", "/Compatible"})
            && (opacity.isNull() || (opacity.isNumber() && opacity.getNumericValue() > 0.99))
            && !state.hasKey("/Font") && !state.hasKey("/LW") && !state.hasKey("/TR")
            && !state.hasKey("/TR2");
    }

    void useFont()
    {
        const auto [known, isNew] = m_fonts.try_emplace(m_name, false);
        if (isNew) {
            QPDFObjectHandle font = resource("/Font");
            QPDFObjectHandle type = font.isDictionary() ? font.getKey("/Subtype") : font;
            known->second = type.isName() && type.getName() != "/Type3"; // which draw anything
        }
        m_isPlain = known->second;
    }

    void setTextMode()
    {
        m_state.isTextVisible = at(0) == 0; // filled, without a stroke of another color
    }

    void showText()
    {
        m_isPlain = m_isPlain && m_state.isTextVisible && m_state.isDark;
    }

    void fillGray() { fillWith(1); }
    void fillRgb() { fillWith(3); }
    void fillCmyk() { fillWith(4); }

    void fillWith(int colors)
    {
        constexpr const char* spaces[] = {"", "/DeviceGray", "", "/DeviceRGB", "/DeviceCMYK"};
        m_isPlain = m_isPlain && colorsOf(spaces[colors]) == colors;
        m_state.colors = colors;
        fillColor();
    }

    void fillColor()
    {
        if (m_operands != size_t(m_state.colors) || m_count != m_operands) { // a pattern, or a mistake
            m_isPlain = false;
            return;
        }
        double light = 0;
        if (m_state.colors == 1)
            light = at(0);
        else if (m_state.colors == 3)
            light = 0.3 * at(0) + 0.59 * at(1) + 0.11 * at(2);
        else
            light = 1 - (0.3 * at(0) + 0.59 * at(1) + 0.11 * at(2) + at(3));
        m_state.isDark = light <= darkest;
    }

    void useColorSpace()
    {
        const int colors = colorsOf(m_name);
        m_isPlain = colors > 0;
        m_state.colors = colors;
        m_state.isDark = true; // black is what each of them begins with
    }

    // 0: of a space whose colors aren't light and dark by their numbers.
    int colorsOf(const std::string& name)
    {
        QPDFObjectHandle spaces = resourcesOf("/ColorSpace");
        for (const char* other : {"/DefaultGray", "/DefaultRGB", "/DefaultCMYK"})
            if (spaces.isDictionary() && spaces.hasKey(other))
                return 0; // It takes the place of the device's.
        if (name == "/DeviceGray")
            return 1;
        if (name == "/DeviceRGB")
            return 3;
        if (name == "/DeviceCMYK")
            return 4;
        QPDFObjectHandle space = resource("/ColorSpace");
        if (!space.isArray() || space.getArrayNItems() < 2 || !space.getArrayItem(0).isName())
            return 0;
        const std::string kind = space.getArrayItem(0).getName();
        if (kind == "/CalGray")
            return 1;
        if (kind == "/CalRGB")
            return 3;
        QPDFObjectHandle profile = space.getArrayItem(1);
        if (kind != "/ICCBased" || !profile.isStream())
            return 0;
        if (profile.getDict().hasKey("/Alternate") && !profile.getDict().getKey("/Alternate").isName())
            return 0; // it may be Lab
        QPDFObjectHandle count = profile.getDict().getKey("/N");
        const long long colors = count.isInteger() ? count.getIntValue() : 0;
        return colors == 1 || colors == 3 || colors == 4 ? int(colors) : 0;
    }

    Point point(size_t operand)
    {
        return placed(at(operand), at(operand + 1));
    }

    Point placed(double x, double y) const
    {
        const Matrix& m = m_state.matrix;
        return {m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f};
    }

    void begin()
    {
        m_isRectangle = false;
        m_at = point(0);
        m_starts.push_back(m_lines.size());
    }

    void lineTo()
    {
        m_isRectangle = false;
        addLine(point(0));
    }

    void addLine(const Point& to)
    {
        constexpr size_t most = 2000; // of a path
        Box line{m_at.x, m_at.y, m_at.x, m_at.y};
        line.add(to);
        m_lines.push_back(line);
        m_at = to;
        m_isPlain = m_isPlain && m_lines.size() <= most;
    }

    void rectangle()
    {
        const double x = at(0), y = at(1), width = at(2), height = at(3);
        m_starts.push_back(m_lines.size());
        m_at = placed(x, y);
        for (const Point& corner : {placed(x + width, y), placed(x + width, y + height),
                 placed(x, y + height), placed(x, y)})
            addLine(corner);
    }

    static bool isThin(const Box& box)
    {
        constexpr double thickest = 2; // points
        return std::min(box.width(), box.height()) <= thickest;
    }

    void addRule(const Box& box)
    {
        m_isPlain = m_isPlain && isThin(box) && m_rules.add(box);
    }

    void stroke()
    {
        constexpr double widest = 3; // points
        const Matrix& m = m_state.matrix;
        const double scale = std::max(std::hypot(m.a, m.b), std::hypot(m.c, m.d));
        m_isPlain = m_isPlain && m_state.lineWidth * scale <= widest;
        for (const Box& line : m_lines)
            addRule(line);
        endPath();
    }

    void fill()
    {
        for (size_t part = 0; part < m_starts.size(); ++part) {
            const size_t to = part + 1 < m_starts.size() ? m_starts[part + 1] : m_lines.size();
            if (m_starts[part] == to)
                continue;
            Box all = m_lines[m_starts[part]];
            for (size_t line = m_starts[part]; line < to; ++line)
                all.add(m_lines[line]);
            addRule(all);
        }
        endPath();
    }

    void clip() { m_clips = true; }

    // A part that is cut out must be the whole page, or it may cut words off.
    void endPath()
    {
        if (m_clips) {
            const bool isRectangle = m_isRectangle && m_starts.size() == 1;
            Box all = isRectangle ? m_lines[0] : Box();
            for (const Box& line : m_lines) {
                all.add(line);
                m_isPlain = m_isPlain && std::min(line.width(), line.height()) < 0.01;
            }
            m_isPlain = m_isPlain && isRectangle && m_page.isWithin(all, 2);
        }
        m_clips = false;
        m_isRectangle = true;
        m_lines.clear();
        m_starts.clear();
    }

    // A layer may be hidden. Its tag is the first operand, in front of a name or a dictionary.
    void beginMarked() { m_isPlain = m_isPlain && m_tag != "/OC"; }

    QPDFObjectHandle resourcesOf(const char* kind)
    {
        return m_resources.isDictionary() ? m_resources.getKey(kind) : QPDFObjectHandle::newNull();
    }

    // What the resources of this kind have under the name that is the operand.
    QPDFObjectHandle resource(const char* kind)
    {
        QPDFObjectHandle all = resourcesOf(kind);
        return all.isDictionary() ? all.getKey(m_name) : QPDFObjectHandle::newNull();
    }

    QPDFObjectHandle m_resources;
    Box m_page;
    bool m_isPlain = true;
    std::array<double, 8> m_numbers{}; // the operands that are numbers
    size_t m_count = 0;
    size_t m_operands = 0; // of all kinds
    std::string m_tag; // the first operand, if it is a name
    std::string m_name; // the last operand that is a name
    std::string m_open; // how the arrays and dictionaries end that were begun
    DrawingState m_state;
    std::vector<DrawingState> m_saved;
    std::map<std::string, bool> m_fonts;
    Point m_at;
    std::vector<Box> m_lines; // of the path
    std::vector<size_t> m_starts; // of its parts, among the lines
    bool m_clips = false;
    bool m_isRectangle = true; // nothing but "re" made the path
    Rules m_rules;
};

// Links without an appearance of their own show a border at most, and pop-up notes aren't drawn.
bool hasPlainNotes(QPDFObjectHandle notes)
{
    if (notes.isNull())
        return true;
    if (!notes.isArray())
        return false;
    for (int i = 0; i < notes.getArrayNItems(); ++i) {
        QPDFObjectHandle note = notes.getArrayItem(i);
        QPDFObjectHandle kind = note.isDictionary() ? note.getKey("/Subtype") : note;
        if (!kind.isName() || (kind.getName() != "/Link" && kind.getName() != "/Popup")
            || note.hasKey("/AP"))
            return false;
    }
    return true;
}

} // namespace

class PdfPlainPages::File {
public:
    File(std::string_view bytes, int pageCount)
    {
        m_pdf.setSuppressWarnings(true);
        m_pdf.setAttemptRecovery(false);
        m_pdf.processMemoryFile("document", bytes.data(), bytes.size());
        m_pages = m_pdf.getAllPages();
        if (m_pages.size() != size_t(pageCount))
            throw std::runtime_error("The pages are counted differently.");
    }

    bool isPlain(int number)
    {
        QPDFPageObjectHelper page(m_pages[size_t(number)]);
        if (!hasPlainNotes(page.getAttribute("/Annots", false)))
            return false;
        ContentText content;
        page.pipeContents(&content);
        return PageOperators(page.getAttribute("/Resources", false), boxOf(page.getCropBox()))
            .arePlain(content.text);
    }

private:
    QPDF m_pdf;
    std::vector<QPDFObjectHandle> m_pages;
};

PdfPlainPages::PdfPlainPages(std::string_view bytes, int pageCount)
{
    try {
        m_file = std::make_unique<File>(bytes, pageCount);
    } catch (const std::exception&) {
        m_file.reset();
    }
}

PdfPlainPages::~PdfPlainPages() = default;

bool PdfPlainPages::isPlain(int page) const
{
    try {
        return m_file && m_file->isPlain(page);
    } catch (const std::exception&) {
        return false;
    }
}

} // namespace services
