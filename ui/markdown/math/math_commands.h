#pragma once

#include "ui/markdown/math/math_node.h"

#include <optional>

namespace ui {

/// A grid by its name in \begin{…}: what stands around it and how its columns are set.
struct MathEnvironment {
    QStringView name;
    QStringView open = {}, close = {};
    QStringView columns = u"c"; ///< over and over; "rl": pairs without space between
    bool isDisplayed = false; ///< cells are as large as displayed formulas
    bool takesColumns = false; ///< they follow in braces
};

/// With or without a star; nothing if there is none of that name.
std::optional<MathEnvironment> mathEnvironment(QStringView name);

/// How wide a command makes a space, in ems; 0 for commands that show nothing.
std::optional<double> mathSpace(QStringView command);

std::optional<MathFont> mathFont(QStringView command); ///< \mathbf, \mathbb, …
std::optional<MathFont> textFont(QStringView command); ///< \text, \textbf, …
bool isMathAccent(QStringView command); ///< \hat, \overline, \underbrace, …

} // namespace ui
