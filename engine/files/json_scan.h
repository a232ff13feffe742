#pragma once

#include <cstddef>

namespace engine {

/// Follows a text that should be JSON, byte by byte.
class JsonScan {
public:
    void follow(char byte)
    {
        if (m_isEscaped) {
            m_isEscaped = false;
        } else if (m_isInString) {
            m_isEscaped = byte == '\\';
            m_isInString = byte != '"';
        } else if (byte == '"') {
            m_isInString = true;
        } else if (byte == '{' || byte == '[') {
            ++m_depth;
            ++m_values;
        } else if (byte == ',') {
            ++m_values;
        } else if ((byte == '}' || byte == ']') && m_depth > 0) {
            --m_depth;
        }
    }

    bool isInString() const { return m_isInString; }
    size_t depth() const { return m_depth; } ///< of brackets that are open
    /// Brackets and commas, of which a text has at least half as many as values.
    size_t values() const { return m_values; }

private:
    bool m_isInString = false, m_isEscaped = false;
    size_t m_depth = 0, m_values = 0;
};

} // namespace engine
