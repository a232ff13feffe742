#pragma once

#include "ui/markdown/math/math_node.h"

#include <optional>

namespace ui {

/// An environment of LaTeX, \begin{name}, that arranges cells in a grid.
struct MathEnvironment {
    QStringView name;
    QStringView open = {}, close = {};
    /// Repeated as often as needed; "rl" makes pairs without space between.
    QStringView columns = u"c";
    bool isDisplayed = false; ///< whether cells are set like displayed formulas
    bool takesColumns = false; ///< whether the columns follow in braces
};

/// The environment of that name, with or without a star, or nothing.
std::optional<MathEnvironment> mathEnvironment(QStringView name);

/// The width in ems of the space that a command makes; 0 for commands that show nothing; nothing
/// for all others.
std::optional<double> mathSpace(QStringView command);

std::optional<MathFont> mathFont(QStringView command); ///< \mathbf, \mathbb, …
std::optional<MathFont> textFont(QStringView command); ///< \text, \textbf, …
bool isMathAccent(QStringView command); ///< \hat, \overline, \underbrace, …

} // namespace ui
