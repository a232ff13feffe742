#pragma once

#include <QTest>

#include <map>
#include <string>

namespace tests {

/// How many cases of each model and format a test has passed, and which it knows no family for.
class CaseCount {
public:
    /// Must be called at the end of each test function, with "gemma2/config.json" or so.
    void countIfPassed(const std::string& model)
    {
        if (!QTest::currentTestFailed())
            ++m_passed[model];
    }

    void passOver(const std::string& model, const std::string& family)
    {
        m_unknown[model] = family;
    }

    void print() const
    {
        for (const auto& [model, cases] : m_passed)
            qInfo("%s: %d cases passed", model.c_str(), cases);
        for (const auto& [model, family] : m_unknown)
            qInfo("%s is of the family %s, which is not in the table: passed over", model.c_str(),
                family.c_str());
    }

private:
    std::map<std::string, int> m_passed;
    std::map<std::string, std::string> m_unknown;
};

} // namespace tests
