#pragma once

namespace ui {

/// Lets screen readers see a list as its rows, of which one is focused only while the list has the focus:
/// Qt's own rows read as focused as long as they are current. Popups keep Qt's. Must be called once, before the
/// first window is made.
void installListAccessibility();

} // namespace ui
