#pragma once

namespace ui {

/// Lets screen readers read the text in an image that a PictureCanvas shows, with its selection.
/// Must be called once, before the first window is made.
void installCanvasAccessibility();

} // namespace ui
