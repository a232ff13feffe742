#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace app {

/// One JSON value on one line of stdout, flushed. Broken UTF-8 becomes U+FFFD.
void printJson(const nlohmann::ordered_json& value);

void printText(const std::string& text); ///< to stdout, flushed
void printError(const std::string& sentence); ///< a line on stderr

/// How far something is, on stderr: a bar that redraws itself on a terminal, else nothing.
class ProgressBar {
public:
    explicit ProgressBar(std::string label);
    ~ProgressBar(); ///< wipes the bar
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(double share); ///< 0 … 1
    void show(int64_t done, int64_t total);

private:
    void draw(double share, const std::string& after);

    std::string m_label;
    bool m_isTerminal;
    std::string m_drawn;
};

} // namespace app
