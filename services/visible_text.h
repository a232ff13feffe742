#pragma once

#include <QString>

namespace services {

/// Replaces every character that is invisible, breaks a line or changes the order of others (controls,
/// format characters such as bidirectional overrides, unassigned and private ones) by an escape: \n,
/// \r, \t or \u{202E}. The result is one line that looks like what it holds, so that nobody can fake
/// what the user is asked about. Unchanged if applied again.
QString visibleText(const QString& text);

} // namespace services
