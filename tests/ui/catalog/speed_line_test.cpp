#include "runtime/planner/measure_device.h"
#include "services/planner/planner.h"
#include "tests/runtime/planner/made_up_speed.h"
#include "tests/support/test_program.h"
#include "ui/catalog/offer_view.h"
#include "ui/widgets/accessibility.h"

#include <QApplication>
#include <QPushButton>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using services::MachineSpeed;
using services::Planner;
using ui::SpeedLine;

namespace {

constexpr int patience = 60'000; // milliseconds

} // namespace

/// How fast a model will be is said once the computer has been measured, which the user asks for.
class SpeedLineTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_planner = std::make_unique<Planner>(m_folder.filePath(QTest::currentTestFunction()));
        m_line = std::make_unique<SpeedLine>(*m_planner);
        m_line->setModel(services::describeModel({}), {});
        m_line->show();
    }

    void aComputerIsMeasuredWhenAskedAndTheSpeedIsTold()
    {
        const auto mayEnd = std::make_shared<QSemaphore>(); // outlives the test, too
        m_planner->setMeasure([mayEnd](int, const auto&) {
            mayEnd->acquire();
            MachineSpeed speed{{tests::madeUpDevice()}};
            speed.devices.front().hardware = runtime::describeHardware("cpu", 0);
            return speed;
        });
        QVERIFY(m_line->text().contains("Run a quick benchmark"));
        QCOMPARE(m_line->measureButton()->text(), QString("Run benchmark (20 s)"));

        QTest::keyClick(m_line->measureButton(), Qt::Key_Space);
        QVERIFY(m_line->text().contains("Running benchmark"));
        QCOMPARE(m_line->measureButton()->text(), QString("Stop benchmark"));
        mayEnd->release();

        QTRY_VERIFY_WITH_TIMEOUT(m_line->text().contains("tok/s"), patience);
        QVERIFY(m_line->measureButton()->isHidden());
        QCOMPARE(m_line->findChild<ui::Announcer*>()->text(), m_line->text());
    }

    void measuringCanBeStopped()
    {
        const auto mayEnd = std::make_shared<QSemaphore>(); // outlives the test, too
        m_planner->setMeasure([mayEnd](int, const auto&) {
            mayEnd->acquire();
            return MachineSpeed{};
        });
        QTest::keyClick(m_line->measureButton(), Qt::Key_Space);
        QVERIFY(m_planner->isMeasuring());

        QTest::keyClick(m_line->measureButton(), Qt::Key_Space);

        QVERIFY(!m_planner->isMeasuring());
        QVERIFY(m_line->text().contains("Run a quick benchmark"));
        mayEnd->release();
    }

    void whatGoesWrongIsSaid()
    {
        m_planner->setMeasure([](int, const auto&) -> MachineSpeed {
            throw std::runtime_error("The processor is on holiday.");
        });

        QTest::keyClick(m_line->measureButton(), Qt::Key_Space);

        QTRY_VERIFY_WITH_TIMEOUT(m_line->text().contains("on holiday"), patience);
        QVERIFY(!m_line->measureButton()->isHidden());
    }

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Planner> m_planner;
    std::unique_ptr<SpeedLine> m_line;
};

TESTS(SpeedLineTest, QApplication);
#include "speed_line_test.moc"
