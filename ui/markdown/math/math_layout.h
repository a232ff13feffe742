#pragma once

#include "ui/markdown/math/math_box.h"

namespace ui {

/// Lays out a formula after the rules of TeX (The TeXbook, appendix G), simplified: sizes of
/// scripts, spaces between atoms, limits above and below in displayed formulas. Visits every node
/// once.
MathBox layOutMath(const MathNode& node, const QFont& font, bool isDisplayed);

} // namespace ui
