#pragma once

#include <string>
#include <string_view>

namespace services {

/// The format that Office files call only by a number (ECMA-376, 18.8.30); "General" where it has none.
std::string_view builtinNumberFormat(int number);

/// A number as a table shows it by a format such as "0.0%" or "$#,##0.00;[Red]-$#,##0.00". `stored` is
/// the number as the file has it; without a format, all its digits are shown. Dates are written as
/// "2024-05-17", times as "08:30", whatever their format's order. `is1904`: days count from 1904.
std::string formattedNumber(
    const std::string& stored, std::string_view format, bool is1904 = false);

} // namespace services
