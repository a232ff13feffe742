#pragma once

#include "services/documents/index/read_scans.h"

#include <QString>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace tests {

/// Reads each of these texts on the next page.
class SayingReader : public services::ScanReader {
public:
    SayingReader(QString name, std::vector<std::string> texts)
        : m_name(std::move(name))
        , m_texts(std::move(texts))
    {
    }

    QString name() const override { return m_name; }

    std::string read(const services::Picture& page) override
    {
        if (page.pixels->width == 0 || size_t(asked) >= m_texts.size()) {
            if (then)
                then();
            return {};
        }
        return m_texts[size_t(asked++)];
    }

    int asked = 0; ///< that had a text
    std::function<void()> then; ///< for pages behind these

private:
    const QString m_name;
    const std::vector<std::string> m_texts;
};

} // namespace tests
