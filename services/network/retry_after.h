#pragma once

#include <QByteArray>

#include <chrono>
#include <optional>

namespace services {

/// How long the header Retry-After asks to wait: it holds seconds, or a date. Nothing if it holds
/// neither.
std::optional<std::chrono::milliseconds> retryAfter(const QByteArray& header);

} // namespace services
