#pragma once

#include "services/captions/caption_library.h"
#include "services/generation/model_pool.h"
#include "tests/support/fixtures.h"
#include "tests/support/program.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <nlohmann/json.hpp>

// What the tests of caption runs have in common.
namespace tests {

constexpr int patience = 120'000; // milliseconds

inline const services::CaptionTask describe{"Describe the image."};

// What captions.json says of the samples, because it is what the built-in model answers.
inline QHash<QString, QString> trueCaptions()
{
    QHash<QString, QString> captions;
    for (const auto& entry : readJson(resource("samples/captions.json").toStdString()))
        captions.insert(
            QString::fromStdString(entry["file"]), QString::fromStdString(entry["caption"]));
    return captions;
}

// Copies of samples under these names.
inline void copySample(const QString& sample, const QString& path)
{
    QVERIFY(QFile::copy(resource("samples/" + sample), path));
}

inline bool isAtRest(const services::CaptionRun& run)
{
    return run.isLoaded() && !run.isLooking()
        && run.state() == services::CaptionRun::State::Resting;
}

} // namespace tests
