#include "base/error.h"
#include "engine/sampling/sampler_settings.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <nlohmann/json.hpp>
#include <string>

using base::Error;

// Settings as files hold them.
class ReadSettingsTest : public QObject {
    Q_OBJECT

private slots:
    void settingsNameWhatIsWrongWithThem()
    {
        const auto failure = [](const char* json) {
            try {
                engine::readSamplerSettings(nlohmann::json::parse(json));
            } catch (const Error& error) {
                return std::string(error.what());
            }
            return std::string();
        };
        QCOMPARE(failure(R"({"temperature": 0.5, "top_k": 3, "top_p": 1, "min_p": 0})"), "");
        for (const char* key : {"temperature", "top_k", "top_p", "min_p", "rep", "decay", "banned",
                 "bias", "dry_base", "dry_breakers", "tfs", "mirostat", "xtc_fires", "bogus"}) {
            const std::string json = std::string("{\"") + key + "\": -1}";
            QVERIFY(failure(json.c_str()).find(key) != std::string::npos);
        }
        for (const char* json : {"[]", R"({"bias": {"x": 1}})", R"({"bias": {"-1": 1}})",
                 R"({"bias": {"1": 1e9}})", R"({"banned": [1.5]})", R"({"top_k": 1e40})"})
            QVERIFY2(!failure(json).empty(), json);
    }
};

TESTS(ReadSettingsTest);
#include "read_settings_test.moc"
