#pragma once

#include "services/documents/answers/facts.h"

#include <QString>

namespace services {

/// Completes numbers and dates by those next to them in their text: "24 × 16 × 5 cm" has three lengths,
/// "3 hours 15 minutes" is one time, and a date has the year of another one.
void relateFacts(Facts& facts, const QString& text);

} // namespace services
