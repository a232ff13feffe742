#pragma once

#include <QString>

#include <functional>

namespace bench {

/// Ends the measurement under way: the program says the message, continues with the next and ends
/// with an error. Not from within a slot: Qt lets no exception through.
[[noreturn]] void fail(const QString& message);

/// Lets the window live until the condition holds; fails with the message after ten minutes.
void waitUntil(const std::function<bool()>& condition, const QString& otherwise);

} // namespace bench
