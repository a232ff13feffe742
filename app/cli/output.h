#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace app {

/// Prints a JSON value on one line of stdout and flushes it. Broken UTF-8 becomes U+FFFD.
void printJson(const nlohmann::ordered_json& value);

void printText(const std::string& text); ///< prints to stdout and flushes it
void printError(const std::string& sentence); ///< prints a line on stderr

std::string sizeText(int64_t bytes); ///< "1.2 GB", whatever the language

/// Shows the progress of something on stderr: a bar that is drawn again and again if that is a
/// terminal, and nothing otherwise.
class ProgressBar {
public:
    explicit ProgressBar(std::string label);
    ~ProgressBar(); ///< erases the bar
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(double share); ///< 0 … 1
    void show(int64_t done, int64_t total);
    void show(double share, const std::string& words); ///< `words` stand behind the bar

private:
    std::string m_label;
    bool m_isTerminal;
    std::string m_drawn;
};

} // namespace app
