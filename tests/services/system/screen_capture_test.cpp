#include "services/system/screen_capture.h"
#include "tests/support/fake_portal.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <memory>

using services::CaptureArea;
using services::ScreenCapture;

namespace {

// The upper half is red, the lower one blue.
QImage twoHalves()
{
    QImage image(64, 48, QImage::Format_RGB888);
    image.fill(Qt::blue);
    for (int y = 0; y < 24; ++y)
        for (int x = 0; x < 64; ++x)
            image.setPixelColor(x, y, Qt::red);
    return image;
}

} // namespace

// Images of the screen that come through a desktop portal.
class ScreenCaptureTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qRegisterMetaType<services::Picture>();
        QStandardPaths::setTestModeEnabled(true);
        if (!m_portal.start())
            QSKIP("dbus-daemon is not installed");
    }

    void init()
    {
        m_portal.setPresent(true);
        m_portal.interfaces = {"Screenshot"};
        m_portal.respond = nullptr;
        m_portal.calls.clear();
        m_portal.closed.clear();
        m_capture = std::make_unique<ScreenCapture>();
        m_captured = std::make_unique<QSignalSpy>(m_capture.get(), &ScreenCapture::captured);
        m_cancelled = std::make_unique<QSignalSpy>(m_capture.get(), &ScreenCapture::cancelled);
        m_failed = std::make_unique<QSignalSpy>(m_capture.get(), &ScreenCapture::failed);
    }

    void namesOfAreasAreThoseOfTheCommandLine()
    {
        for (const CaptureArea area :
            {CaptureArea::Region, CaptureArea::Window, CaptureArea::Screen})
            QVERIFY(services::captureAreaFromName(services::toString(area)) == area);
        QVERIFY(!services::captureAreaFromName("everything"));
        QVERIFY(!services::captureAreaFromName({}));
    }

    void pixelsArriveAndATemporaryFileIsDeleted()
    {
        const QString file = saved(m_temporary.path());

        m_capture->take(CaptureArea::Region);

        QTRY_COMPARE(m_captured->size(), 1);
        const auto picture = m_captured->first()[0].value<services::Picture>();
        QCOMPARE(picture.image.size(), QSize(64, 48));
        QCOMPARE(picture.image.pixelColor(3, 3), QColor(Qt::red));
        QCOMPARE(picture.image.pixelColor(3, 40), QColor(Qt::blue));
        QVERIFY(picture.name.endsWith(".png"));
        QVERIFY(m_captured->first()[1].toString().isEmpty());
        QVERIFY(!QFile::exists(file));
    }

    void theDesktopsDialogAsksForARegionButNotForTheScreen_data()
    {
        QTest::addColumn<CaptureArea>("area");
        QTest::addColumn<bool>("isInteractive");
        QTest::newRow("region") << CaptureArea::Region << true;
        QTest::newRow("window") << CaptureArea::Window << true;
        QTest::newRow("screen") << CaptureArea::Screen << false;
    }
    void theDesktopsDialogAsksForARegionButNotForTheScreen()
    {
        QFETCH(CaptureArea, area);
        QFETCH(bool, isInteractive);
        saved(m_temporary.path());

        m_capture->take(area);

        QTRY_COMPARE(m_captured->size(), 1);
        QCOMPARE(m_portal.calls.size(), 1);
        const auto options = qdbus_cast<QVariantMap>(m_portal.calls.first().arguments().at(1));
        QCOMPARE(options["interactive"].toBool(), isInteractive);
    }

    // Whether the desktop keeps screenshots is the user's choice, made there.
    void whatIsSavedAmongTheUsersFilesStays()
    {
        QTemporaryDir home(QDir::currentPath() + "/pictures-XXXXXX");
        if (!home.isValid() || home.path().startsWith(QDir::tempPath()))
            QSKIP("the current folder is temporary or can't be written");
        const QString file = saved(home.path());

        m_capture->take(CaptureArea::Region);

        QTRY_COMPARE(m_captured->size(), 1);
        QCOMPARE(m_captured->first()[1].toString(), home.path());
        QVERIFY(QFile::exists(file));
    }

    void anOldFileIsNotDeleted()
    {
        const QString file = saved(m_temporary.path());
        QFile old(file);
        QVERIFY(old.open(QIODevice::ReadWrite));
        QVERIFY(old.setFileTime(
            QDateTime::currentDateTime().addSecs(-3600), QFileDevice::FileModificationTime));
        old.close();

        m_capture->take(CaptureArea::Region);

        QTRY_COMPARE(m_captured->size(), 1);
        QVERIFY(QFile::exists(file));
        QVERIFY(!m_captured->first()[1].toString().isEmpty());
    }

    void cancellingIsNoFailure()
    {
        m_portal.respond = [](auto&&...) { return tests::FakePortal::Response{1}; };

        m_capture->take(CaptureArea::Region);

        QTRY_COMPARE(m_cancelled->size(), 1);
        QCOMPARE(m_failed->size() + m_captured->size(), 0);
    }

    void aRefusalIsOneMessage()
    {
        m_portal.respond = [](auto&&...) { return tests::FakePortal::Response{2}; };

        m_capture->take(CaptureArea::Region);

        QTRY_COMPARE(m_failed->size(), 1);
        QVERIFY(m_failed->first()[0].toString().contains("privacy settings"));
    }

    void aFileWithoutAnImageIsAFailure_data()
    {
        QTest::addColumn<QString>("address");
        QTest::newRow("no file") << "file:///nowhere/at/all.png";
        QTest::newRow("elsewhere") << "https://example.org/a.png";
        QTest::newRow("nothing") << QString();
        QTest::newRow("a device") << "file:///dev/zero";
        QTest::newRow("a text") << QUrl::fromLocalFile(__FILE__).toString();
    }
    void aFileWithoutAnImageIsAFailure()
    {
        QFETCH(QString, address);
        m_portal.respond = [address](auto&&...) {
            return tests::FakePortal::Response{0, {{"uri", address}}};
        };

        m_capture->take(CaptureArea::Region);

        QTRY_COMPARE(m_failed->size(), 1);
        QVERIFY(!m_failed->first()[0].toString().isEmpty());
        QCOMPARE(m_captured->size(), 0);
    }

    void aDamagedTemporaryFileIsDeleted()
    {
        const QString path = saved(m_temporary.path());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("This is no image.");
        file.close();

        m_capture->take(CaptureArea::Region);

        QTRY_COMPARE(m_failed->size(), 1);
        QVERIFY(!QFile::exists(path));
    }

    // The dialog of the first may be lost behind other windows.
    void aSecondRequestTakesThePlaceOfTheFirst()
    {
        m_capture->take(CaptureArea::Region);
        QTRY_COMPARE(m_portal.calls.size(), 1);
        saved(m_temporary.path());

        m_capture->take(CaptureArea::Region);

        QTRY_COMPARE(m_captured->size(), 1);
        QTRY_COMPARE(m_portal.closed.size(), 1);
        QCOMPARE(m_cancelled->size() + m_failed->size(), 0);
    }

    void aPortalThatEndsIsAFailure()
    {
        m_capture->take(CaptureArea::Region);
        QTRY_COMPARE(m_portal.calls.size(), 1);

        m_portal.setPresent(false);

        QTRY_COMPARE(m_failed->size(), 1);
    }

    // The platform of this test has neither.
    void withoutAPortalAndAScreenOneMessageSaysSo_data()
    {
        QTest::addColumn<bool>("isPresent");
        QTest::newRow("no portal") << false;
        QTest::newRow("one without screenshots") << true;
    }
    void withoutAPortalAndAScreenOneMessageSaysSo()
    {
        QFETCH(bool, isPresent);
        m_portal.setPresent(isPresent);
        m_portal.interfaces.clear();

        m_capture->take(CaptureArea::Screen);

        QTRY_COMPARE(m_failed->size(), 1);
        QVERIFY(m_failed->first()[0].toString().contains("portal"));
    }

private:
    // The portal answers with this file.
    QString saved(const QString& folder)
    {
        const QString file = folder + "/shot.png";
        twoHalves().save(file);
        m_portal.respond = [file](auto&&...) {
            return tests::FakePortal::Response{0, {{"uri", QUrl::fromLocalFile(file).toString()}}};
        };
        return file;
    }

    tests::FakePortal m_portal;
    QTemporaryDir m_temporary;
    std::unique_ptr<ScreenCapture> m_capture;
    std::unique_ptr<QSignalSpy> m_captured, m_cancelled, m_failed;
};

TESTS(ScreenCaptureTest, QGuiApplication);
#include "screen_capture_test.moc"
