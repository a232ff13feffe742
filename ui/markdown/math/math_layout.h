#pragma once

#include "ui/markdown/math/math_box.h"

namespace ui {

/// Lays a formula out by the rules of TeX, roughly: sizes of scripts, spaces between atoms, limits
/// above and below in displayed formulas. Reads the tree once.
MathBox layOutMath(const MathNode& node, const QFont& font, bool isDisplayed);

} // namespace ui
