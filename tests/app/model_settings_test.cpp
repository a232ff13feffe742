#include "app/command_line.h"
#include "app/program.h"
#include "runtime/models/model_files.h"
#include "services/generation/answer_settings.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "tests/support/test_program.h"

#include <QApplication>
#include <QTemporaryDir>

namespace keys = services::settings;
using services::ModelDefaults;
using services::ModelState;

namespace {

constexpr int patience = 60'000; // milliseconds

} // namespace

/// How what is set for models comes to where they are loaded and answer.
class ModelSettingsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<services::Settings>(m_folder->filePath("settings.ini"));
    }

    void whatIsSetForAModelOutlivesTheProgram()
    {
        services::AnswerSettings answers = services::defaultSettings();
        answers.temperature = 0.5F;
        const ModelDefaults own{4096, QString("cuda:0,cpu"), answers};
        const QStringList models = {"", "/a b/模型=1.gguf", "/a b/other.gguf", "http://x/y#name"};
        for (const QString& model : models)
            services::setModelDefaults(*m_settings, services::parseModelId(model), own);
        services::setModelDefaults(*m_settings, services::ModelId::fromText("/a b/other.gguf"), {});

        const services::Settings again(m_settings->path());

        for (const QString& model : models) {
            const ModelDefaults expected = model == "/a b/other.gguf" ? ModelDefaults() : own;
            QVERIFY2(services::modelDefaults(again, services::parseModelId(model)) == expected,
                qPrintable(model));
        }
    }

    void whatIsDamagedIsNotSet_data()
    {
        QTest::addColumn<QString>("kept");
        QTest::newRow("no JSON") << "{";
        QTest::newRow("a list") << "[1]";
        QTest::newRow("below") << R"({"contextTokens": -5})";
        QTest::newRow("beyond") << R"({"contextTokens": 2000000000})";
        QTest::newRow("other kinds") << R"({"contextTokens": "8", "device": 1, "generation": 2})";
    }

    void whatIsDamagedIsNotSet()
    {
        QFETCH(QString, kept);
        m_settings->set(services::Setting<QString>{"model/own:/m.gguf", {}}, kept);

        QVERIFY(services::modelDefaults(*m_settings, services::ModelId::fromText("/m.gguf"))
            == ModelDefaults());
    }

    void aModelAnswersAsItsFilesRecommend()
    {
        const auto model = services::ModelId::fromText("/m.gguf");
        const auto temperature = [&](const services::ModelId& id) {
            return services::defaultAnswerSettings(*m_settings, id).temperature;
        };
        QCOMPARE(temperature(model), std::optional(0.7F)); // its files say nothing
        QCOMPARE(temperature({}), std::optional(0.0F)); // the built-in one is exact

        services::AnswerSettings recommended;
        recommended.temperature = 0.3F;
        recommended.topP = 0.8F;
        services::keepRecommended(*m_settings, model, recommended);
        QCOMPARE(temperature(model), std::optional(0.3F));
        QCOMPARE(services::defaultAnswerSettings(*m_settings, model).topP, std::optional(0.8F));
        QCOMPARE(temperature(services::ModelId::fromText("/other.gguf")), std::optional(0.7F));

        // Something else on the settings page changes nothing of that …
        services::AnswerSettings page = services::pageAnswerSettings(*m_settings);
        page.maxTokens = 77;
        services::setPageAnswerSettings(*m_settings, page);
        QCOMPARE(temperature(model), std::optional(0.3F));
        // … but who chooses to be exact there gets that, and all that is seen with it.
        page.temperature = 0;
        services::setPageAnswerSettings(*m_settings, page);
        QCOMPARE(temperature(model), std::optional(0.0F));
        QCOMPARE(services::defaultAnswerSettings(*m_settings, model).topP, std::optional(1.0F));
        QCOMPARE(services::pageAnswerSettings(*m_settings).maxTokens, std::optional<int64_t>(77));
        QCOMPARE(
            services::servedAnswerSettings(*m_settings, model).temperature, std::optional(0.0F));

        services::keepRecommended(*m_settings, model, {});
        m_settings->reset(keys::sampler);
        QCOMPARE(temperature(model), std::optional(0.7F));
        QCOMPARE(services::servedAnswerSettings(*m_settings, model).temperature,
            std::optional(0.0F)); // clients of the server are exact unless they say otherwise
    }

    void contextAndDeviceReachTheEngine()
    {
        World world(*m_settings, {});
        m_settings->set(keys::contextTokens, 1024);
        services::setModelDefaults(
            *m_settings, {}, {.contextTokens = 512, .device = QString("reference")});
        QCOMPARE(
            world.pool.optionsFor(services::ModelId::fromText("/other.gguf")).contextTokens, 1024);
        QCOMPARE(world.pool.optionsFor(services::ModelId::fromText("/other.gguf")).device,
            std::string("cpu"));

        world.load();

        QCOMPARE(world.pool.registry().state({}).summary.contextTokens, 512);
        const QString device
            = QString::fromStdString(world.pool.registry().state({}).summary.device);
        QVERIFY2(device.contains("plain loops"), qPrintable(device));
    }

    void aModelSaysWhenItHasToBeLoadedAgain()
    {
        World world(*m_settings, {});
        QVERIFY(!world.pool.isOutdated({}));
        world.load();
        QVERIFY(!world.pool.isOutdated({}));

        services::setModelDefaults(*m_settings, {}, {.contextTokens = 512});
        QVERIFY(world.pool.isOutdated({}));
        QVERIFY(world.pool.registry().state({}).summary.contextTokens != 512);

        world.pool.registry().unload({});
        QVERIFY(!world.pool.isOutdated({}));
        world.load();
        QVERIFY(!world.pool.isOutdated({}));
        QCOMPARE(world.pool.registry().state({}).summary.contextTokens, 512);
    }

    // Otherwise it would answer without being anywhere in the list.
    void aRemovedModelThatIsUsedAgainIsBackInTheList_data()
    {
        QTest::addColumn<bool>("isLoaded");
        QTest::newRow("chosen") << false;
        QTest::newRow("loaded") << true;
    }

    void aRemovedModelThatIsUsedAgainIsBackInTheList()
    {
        QFETCH(bool, isLoaded);
        const QString path = m_folder->filePath("again.gguf");
        QVERIFY(QFile::copy(QString::fromStdString(runtime::starterModel().string()), path));
        const services::ModelId model = services::parseModelId(path);
        World world(*m_settings, {});
        world.installed.add({path});
        QTRY_VERIFY_WITH_TIMEOUT(world.installed.find(model), patience);
        world.installed.remove(model);
        QTRY_VERIFY_WITH_TIMEOUT(!world.installed.isLooking(), patience);
        QVERIFY(!world.installed.find(model));

        if (isLoaded)
            world.pool.registry().load(model);
        else
            world.pool.setCurrent(model);

        QTRY_VERIFY_WITH_TIMEOUT(world.installed.find(model), patience);
        QVERIFY(m_settings->get(keys::removedModels).isEmpty());
    }

    void theCommandLineHasTheLastWord()
    {
        app::CommandLine line;
        line.device = QString("cpu");
        World world(*m_settings, line);

        services::setModelDefaults(
            *m_settings, {}, {.contextTokens = 512, .device = QString("reference")});

        QCOMPARE(world.pool.optionsFor({}).device, std::string("cpu"));
        QCOMPARE(world.pool.optionsFor({}).contextTokens, 512);
    }

private:
    // Connects the pool to the settings as the program does.
    struct World {
        World(services::Settings& settings, const app::CommandLine& line)
            : pool(app::loadOptions(settings, line))
            , installed(settings)
        {
            app::keepModelsAsSet(pool, installed, settings, line);
        }

        void load()
        {
            pool.registry().load({});
            QTRY_COMPARE_WITH_TIMEOUT(
                pool.registry().state({}).stage, ModelState::Stage::Ready, patience);
        }

        services::ModelPool pool;
        services::InstalledModels installed;
    };

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<services::Settings> m_settings;
};

TESTS(ModelSettingsTest, QApplication);
#include "model_settings_test.moc"
