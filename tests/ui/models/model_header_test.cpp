#include "runtime/answer_engine.h"
#include "tests/support/test_program.h"
#include "tests/ui/models/models_support.h"
#include "ui/models/model_header.h"
#include "ui/models/model_menu.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/line_edits.h"

#include <QApplication>
#include <QListWidget>
#include <QSignalSpy>

#include <condition_variable>
#include <mutex>
#include <thread>

using services::ModelId;
using services::ModelState;
using tests::keepPicture;
using tests::modelPatience;
using ui::ModelButton;
using ui::ModelHeader;
using ui::ModelMenu;

namespace {

/// An engine whose model waits for the memory of another one, until it is released.
class WaitingEngine : public runtime::AnswerEngine {
public:
    explicit WaitingEngine(std::shared_ptr<runtime::EngineHost> host)
        : m_host(std::move(host))
    {
    }
    void load() override
    {
        m_thread = std::jthread([host = m_host](const std::stop_token& stop) {
            host->changed();
            std::mutex mutex;
            std::unique_lock lock(mutex);
            std::condition_variable_any().wait(lock, stop, [] { return false; });
            host->ended();
        });
    }
    void unload(runtime::Unloading) override { m_thread.request_stop(); }
    runtime::ModelState describe() const override
    {
        return {.stage = runtime::ModelState::Stage::Loading, .waitsForMemory = true};
    }
    runtime::EngineUse use() const override { return {}; }
    runtime::Answer submit(runtime::AnswerRequest, std::shared_ptr<runtime::AnswerSink>) override
    {
        return {};
    }
    std::optional<runtime::TokenCount> count(
        const runtime::AnswerRequest&, const runtime::IsCancelled&) const override
    {
        return std::nullopt;
    }

private:
    std::shared_ptr<runtime::EngineHost> m_host;
    std::jthread m_thread; // the engine's own
};

} // namespace

class ModelHeaderTest : public QObject {
    Q_OBJECT

private slots:
    void itSaysHowFarTheModelIs()
    {
        tests::ModelsWorld world;
        ModelHeader header(world.pool, world.installed);
        header.resize(640, 56);
        header.show();
        auto* name = header.findChild<ModelButton*>();
        QCOMPARE(name->text(), QString("Built-in model"));
        QVERIFY(!button(header, "Unload model")->isVisible());
        keepPicture(header, "header-unloaded.png");

        world.pool.registry().load({});
        QCOMPARE(name->progress(), 0.0); // at once
        QVERIFY(name->note().contains("0 %"));
        QVERIFY(button(header, "Cancel")->isVisible());
        keepPicture(header, "header-loading.png");

        QTRY_COMPARE_WITH_TIMEOUT(
            world.pool.registry().state({}).stage, ModelState::Stage::Ready, modelPatience);
        QTRY_VERIFY(name->progress() < 0);
        QVERIFY(!button(header, "Cancel")->isVisible());
        auto* device = header.findChild<ui::DeviceChip*>();
        QVERIFY2(device->text().startsWith("CPU · "), qPrintable(device->text()));
        QVERIFY2(device->details().contains("unavailable"), qPrintable(device->details()));
        QVERIFY2(!device->details().contains(".."), qPrintable(device->details()));
        QVERIFY2(
            device->details().startsWith("Built-in model runs on"), qPrintable(device->details()));
        keepPicture(header, "header-ready.png");

        QTest::mouseClick(button(header, "Unload model"), Qt::LeftButton);
        QCOMPARE(world.pool.registry().state({}).stage, ModelState::Stage::Unloaded);
        QVERIFY(!device->isVisible());
    }

    // Rounded down to whole pixels it would be shortened in the middle.
    void aNameIsWholeWhereThereIsRoom()
    {
        ModelButton button;
        for (const char* name : {"Eingebautes Modell", "Illimitable", "Qwen 3 0.6B", "W.W.W."}) {
            button.setName(name);
            button.resize(button.sizeHint());
            const QImage fits = button.grab().toImage();
            button.resize(button.sizeHint() + QSize(200, 0));
            const QImage wide = button.grab().toImage();

            const int taken = QFontMetrics(button.font()).horizontalAdvance(name);
            const QRect begin(0, 0, taken, fits.height());
            QVERIFY2(fits.copy(begin) == wide.copy(begin), name);
        }
    }

    void theNameOfTheModelIsSeenBeforeTheDevice()
    {
        tests::ModelsWorld world;
        ModelHeader header(world.pool, world.installed);
        header.resize(640, 56);
        header.show();
        world.pool.registry().load({});
        QTRY_COMPARE_WITH_TIMEOUT(
            world.pool.registry().state({}).stage, ModelState::Stage::Ready, modelPatience);
        const auto* name = header.findChild<ModelButton*>();
        const auto* device = header.findChild<ui::DeviceChip*>();
        QTRY_VERIFY(device->isVisible());

        header.resize(340, 56);

        QTRY_VERIFY(!device->isVisible());
        QTRY_COMPARE(name->width(), name->sizeHint().width());
        header.resize(640, 56);
        QTRY_VERIFY(device->isVisible());
    }

    void whatALoadingWaitsForIsSaid()
    {
        tests::ModelsWorld world;
        world.pool.setRemoteFactory(
            [](const runtime::ModelId&, std::shared_ptr<runtime::EngineHost> host) {
                return std::make_shared<WaitingEngine>(std::move(host));
            });
        ModelHeader header(world.pool, world.installed);
        const ModelId waiting = ModelId::fromText("http://localhost:1#waiting");
        header.setModel(waiting);

        world.pool.registry().load(waiting);

        QTRY_VERIFY_WITH_TIMEOUT(
            header.findChild<ModelButton*>()->note().contains("another model"), modelPatience);
    }

    void loadingIsCancelledByTheKeyboard()
    {
        tests::ModelsWorld world;
        ModelHeader header(world.pool, world.installed);
        header.show();
        world.pool.registry().load({});
        ui::IconButton* cancel = button(header, "Cancel");
        cancel->setFocus();

        QTest::keyClick(cancel, Qt::Key_Space);

        QCOMPARE(world.pool.registry().state({}).stage, ModelState::Stage::Unloaded);
        QVERIFY(!cancel->isVisible());
    }

    void aFailureIsTold()
    {
        tests::ModelsWorld world;
        const ModelId damaged = services::parseModelId(world.damagedFile("broken.gguf"));
        ModelHeader header(world.pool, world.installed);
        header.resize(420, 56);
        header.setModel(damaged);
        header.show();
        world.pool.registry().load(damaged);
        QTRY_COMPARE_WITH_TIMEOUT(
            world.pool.registry().state(damaged).stage, ModelState::Stage::Failed, modelPatience);

        auto* name = header.findChild<ModelButton*>();
        QTRY_VERIFY2(name->note().contains("broken.gguf"), qPrintable(name->note()));
        QVERIFY(name->accessibleDescription().contains("broken.gguf"));
        keepPicture(header, "header-failed.png");
    }

    void typingFindsAModelAndEnterChoosesIt()
    {
        tests::ModelsWorld world;
        const QString one = world.modelFile("a/alpha.gguf"), two = world.modelFile("b/beta.gguf");
        world.installed.add({one, two});
        QTRY_COMPARE_WITH_TIMEOUT(world.installed.models().size(), 3, modelPatience);
        ModelHeader header(world.pool, world.installed);
        header.resize(640, 56);
        header.show();
        QSignalSpy chosen(&header, &ModelHeader::modelChosen);

        header.openMenu();
        ModelMenu& menu = *header.menu();
        QVERIFY(menu.isVisible());
        QCOMPARE(menu.list()->currentItem()->text(), QString("Built-in model"));
        keepPicture(menu, "menu-all.png");
        QTest::keyClicks(menu.filterField(), "bet");
        QCOMPARE(menu.list()->currentItem()->text(), QString("beta"));
        keepPicture(menu, "menu-filtered.png");
        QTest::keyClick(menu.filterField(), Qt::Key_Return);

        QVERIFY(!menu.isVisible());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<ModelId>(), services::parseModelId(two));
    }

    void arrowsWalkAndEscapeLeaves()
    {
        tests::ModelsWorld world;
        world.installed.add({world.modelFile("alpha.gguf")});
        QTRY_COMPARE_WITH_TIMEOUT(world.installed.models().size(), 2, modelPatience);
        ModelHeader header(world.pool, world.installed);
        header.show();
        QSignalSpy chosen(&header, &ModelHeader::modelChosen);
        header.openMenu();
        ModelMenu& menu = *header.menu();

        QTest::keyClick(menu.filterField(), Qt::Key_Down);
        QCOMPARE(menu.list()->currentRow(), 1);
        QTest::keyClick(menu.filterField(), Qt::Key_Down);
        QCOMPARE(menu.list()->currentRow(), 1);
        QTest::keyClick(menu.filterField(), Qt::Key_Up);
        QCOMPARE(menu.list()->currentRow(), 0);
        QTest::keyClicks(menu.filterField(), "no such model");
        QVERIFY(!menu.list()->isVisible());
        QTest::keyClick(menu.filterField(), Qt::Key_Return);
        QVERIFY(menu.isVisible());
        QTest::keyClick(menu.filterField(), Qt::Key_Escape);
        QVERIFY(!menu.isVisible());
        QCOMPARE(chosen.size(), 0);
    }

    void modelsThatCannotBeUsedAreLeftToThePage()
    {
        tests::ModelsWorld world;
        world.installed.add({world.damagedFile("broken.gguf")});
        QTRY_COMPARE_WITH_TIMEOUT(world.installed.models().size(), 2, modelPatience);
        ModelHeader header(world.pool, world.installed);
        header.show();
        header.openMenu();
        QCOMPARE(header.menu()->list()->count(), 1);
    }

private:
    static ui::IconButton* button(const QWidget& within, const QString& name)
    {
        for (auto* each : within.findChildren<ui::IconButton*>())
            if (each->accessibleName().contains(name))
                return each;
        return nullptr;
    }
};

TESTS(ModelHeaderTest, QApplication);
#include "model_header_test.moc"
