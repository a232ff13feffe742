#include "base/error.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "vision/towers/read_vision_config.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace {

using Json = nlohmann::json;

// What the file of its image processor says of the tiles or the crop.
Json preprocessorOf(const Json& config)
{
    const Json& vision = config.at("vision_config");
    if (!vision.contains("image_size"))
        return {{"min_pixels", 3136}, {"max_pixels", 1 << 20}}; // images of any size
    const Json& size = vision.at("image_size");
    if (vision.value("model_type", "") == "pixtral")
        return {{"size", {{"longest_edge", size}}}};
    if (config.at("model_type") == "internvl")
        return {{"size", {{"height", size.at(0)}, {"width", size.at(1)}}}};
    if (config.at("model_type") == "llava" || config.at("model_type") == "llava_next")
        return {{"crop_size", size}, {"size", {{"shortest_edge", size}}}};
    return {{"max_image_size", {{"longest_edge", size}}}, {"size", {{"longest_edge", 1024}}}};
}

QString refusalOf(const Json& config)
{
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    std::ofstream(path / "config.json") << config;
    std::ofstream(path / "preprocessor_config.json") << preprocessorOf(config);
    try {
        vision::readVisionConfig(path);
        return {};
    } catch (const base::Error& error) {
        return error.what();
    }
}

} // namespace

// The vision parts of tests/data/published_configs.json; read_config_test reads their decoders.
class PublishedConfigsTest : public QObject {
    Q_OBJECT

private slots:
    void everyFieldOfATowerIsReadOrKnownToBeHarmless_data()
    {
        QTest::addColumn<QByteArray>("text");
        const Json published = tests::readJson(tests::dataFolder() / "published_configs.json");
        for (const auto& [name, config] : published.items())
            if (config.contains("vision_config"))
                QTest::newRow(name.c_str()) << QByteArray::fromStdString(config.dump());
    }
    void everyFieldOfATowerIsReadOrKnownToBeHarmless()
    {
        QFETCH(QByteArray, text);
        const Json config = Json::parse(text.toStdString());
        QCOMPARE(refusalOf(config), QString());

        for (const char* position : {"/spin", "/vision_config/spin"}) {
            if (position == std::string("/spin") && !config.contains("text_config"))
                continue; // the decoder's, whose reader judges it
            Json unknown = config;
            unknown[Json::json_pointer(position)] = 2;
            QVERIFY2(refusalOf(unknown).contains("spin,"), position);
        }
    }
};

TESTS(PublishedConfigsTest);
#include "published_configs_test.moc"
