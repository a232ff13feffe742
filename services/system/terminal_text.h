#pragma once

#include <QString>

#include <string>

namespace services {

/// Makes text from outside safe to write to a terminal. Control characters other than newline and tab,
/// and characters that change the direction of writing, become JSON escapes (`\u001b`), which also
/// leave JSON valid and its values unchanged. A carriage return before a newline is dropped; what is no
/// UTF-8 becomes U+FFFD. A value for one thread.
class TerminalEncoder {
public:
    /// Encodes the next chunk of a text in UTF-8. The beginning of a character (or of a line break)
    /// whose end must be in the next chunk is kept back.
    std::string encode(const std::string& chunk);

private:
    std::string m_rest; // that is kept back
};

/// Encodes a whole text. Any thread may call it.
QString escapedForTerminal(const QString& text);

} // namespace services
