#include "ui/markdown/math/math_commands.h"

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr std::array environments = {
    MathEnvironment{.name = u"matrix"},
    MathEnvironment{.name = u"smallmatrix"},
    MathEnvironment{.name = u"pmatrix", .open = u"(", .close = u")"},
    MathEnvironment{.name = u"bmatrix", .open = u"[", .close = u"]"},
    MathEnvironment{.name = u"Bmatrix", .open = u"{", .close = u"}"},
    MathEnvironment{.name = u"vmatrix", .open = u"|", .close = u"|"},
    MathEnvironment{.name = u"Vmatrix", .open = u"‖", .close = u"‖"},
    MathEnvironment{.name = u"cases", .open = u"{", .columns = u"l"},
    MathEnvironment{.name = u"dcases", .open = u"{", .columns = u"l", .isDisplayed = true},
    MathEnvironment{.name = u"rcases", .close = u"}", .columns = u"l"},
    MathEnvironment{.name = u"array", .takesColumns = true},
    MathEnvironment{.name = u"subarray", .takesColumns = true},
    MathEnvironment{.name = u"aligned", .columns = u"rl", .isDisplayed = true},
    MathEnvironment{.name = u"align", .columns = u"rl", .isDisplayed = true},
    MathEnvironment{
        .name = u"alignedat", .columns = u"rl", .isDisplayed = true, .takesColumns = true},
    MathEnvironment{
        .name = u"alignat", .columns = u"rl", .isDisplayed = true, .takesColumns = true},
    MathEnvironment{.name = u"split", .columns = u"rl", .isDisplayed = true},
    MathEnvironment{.name = u"eqnarray", .columns = u"rl", .isDisplayed = true},
    MathEnvironment{.name = u"gather", .isDisplayed = true},
    MathEnvironment{.name = u"gathered", .isDisplayed = true},
    MathEnvironment{.name = u"equation", .isDisplayed = true},
    MathEnvironment{.name = u"multline", .isDisplayed = true},
    MathEnvironment{.name = u"displaymath", .isDisplayed = true},
    MathEnvironment{.name = u"math"},
};

template <typename Value>
struct Row {
    QStringView command;
    Value value;
};

constexpr std::array spaces = {Row<double>{u",", 0.17}, Row<double>{u":", 0.22},
    Row<double>{u">", 0.22}, Row<double>{u";", 0.28}, Row<double>{u"!", -0.17},
    Row<double>{u" ", 0.33}, Row<double>{u"quad", 1}, Row<double>{u"qquad", 2},
    Row<double>{u"enspace", 0.5}, Row<double>{u"thinspace", 0.17}, Row<double>{u"medspace", 0.22},
    Row<double>{u"thickspace", 0.28}, Row<double>{u"negthinspace", -0.17},
    Row<double>{u"displaystyle", 0}, Row<double>{u"textstyle", 0}, Row<double>{u"scriptstyle", 0},
    Row<double>{u"scriptscriptstyle", 0}, Row<double>{u"nonumber", 0}, Row<double>{u"notag", 0},
    Row<double>{u"hline", 0}, Row<double>{u"allowbreak", 0}};

using F = MathFont;

constexpr std::array fonts = {Row<F>{u"mathrm", F::Upright}, Row<F>{u"mathbf", F::Bold},
    Row<F>{u"boldsymbol", F::BoldItalic}, Row<F>{u"bm", F::BoldItalic},
    Row<F>{u"mathbb", F::Blackboard}, Row<F>{u"mathcal", F::Calligraphic},
    Row<F>{u"mathscr", F::Calligraphic}, Row<F>{u"mathfrak", F::Fraktur},
    Row<F>{u"mathsf", F::Sans}, Row<F>{u"mathtt", F::Mono}, Row<F>{u"mathit", F::Italic},
    Row<F>{u"mathnormal", F::Italic}, Row<F>{u"rm", F::Upright}, Row<F>{u"bf", F::Bold},
    Row<F>{u"it", F::Italic}};

constexpr std::array textFonts = {Row<F>{u"text", F::Upright}, Row<F>{u"textrm", F::Upright},
    Row<F>{u"textnormal", F::Upright}, Row<F>{u"mbox", F::Upright}, Row<F>{u"hbox", F::Upright},
    Row<F>{u"textsf", F::Sans}, Row<F>{u"tag", F::Upright}, Row<F>{u"textbf", F::Bold},
    Row<F>{u"textit", F::Italic}, Row<F>{u"texttt", F::Mono}};

constexpr std::array<QStringView, 23> accents = {u"hat", u"widehat", u"bar", u"overline",
    u"underline", u"vec", u"overrightarrow", u"overleftarrow", u"dot", u"ddot", u"dddot", u"tilde",
    u"widetilde", u"overbrace", u"underbrace", u"boxed", u"fbox", u"check", u"acute", u"grave",
    u"breve", u"mathring", u"cancel"};

template <typename Value, size_t count>
std::optional<Value> find(const std::array<Row<Value>, count>& rows, QStringView command)
{
    for (const Row<Value>& row : rows)
        if (row.command == command)
            return row.value;
    return {};
}

} // namespace

std::optional<MathEnvironment> mathEnvironment(QStringView name)
{
    if (name.endsWith(u'*'))
        name.chop(1);
    for (const MathEnvironment& environment : environments)
        if (environment.name == name)
            return environment;
    return {};
}

std::optional<double> mathSpace(QStringView command)
{
    return find(spaces, command);
}

std::optional<MathFont> mathFont(QStringView command)
{
    return find(fonts, command);
}

std::optional<MathFont> textFont(QStringView command)
{
    return find(textFonts, command);
}

bool isMathAccent(QStringView command)
{
    return std::find(accents.begin(), accents.end(), command) != accents.end();
}

} // namespace ui
