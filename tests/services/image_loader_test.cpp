#include "services/image_loader.h"
#include "tests/support/program.h"

#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>

using services::ImageLoader;
using services::Picture;

class ImageLoaderTest : public QObject {
    Q_OBJECT

private slots:
    void aFileIsDecodedInTheBackground()
    {
        ImageLoader loader;
        QSignalSpy loaded(&loader, &ImageLoader::loaded);

        const ImageLoader::Ticket ticket = loader.loadFile(tests::resource("samples/one-1.png"));
        QCOMPARE(loaded.count(), 0);

        QTRY_COMPARE(loaded.count(), 1);
        QCOMPARE(loaded[0][0].value<ImageLoader::Ticket>(), ticket);
        const auto picture = loaded[0][1].value<Picture>();
        QCOMPARE(picture.name, "one-1.png");
        QCOMPARE(picture.image.size(), QSize(384, 384));
    }

    void aFileThatIsNoPictureGivesASentence()
    {
        ImageLoader loader;
        QSignalSpy failed(&loader, &ImageLoader::failed);

        loader.loadFile(tests::resource("samples/captions.json"));

        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(failed[0][1].toString().size() > 10);
    }

    void aLoaderThatDiesIsToldNothing()
    {
        auto loader = std::make_unique<ImageLoader>();
        QSignalSpy loaded(loader.get(), &ImageLoader::loaded);

        loader->loadFile(tests::resource("samples/one-1.png"));
        loader.reset();
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();

        QCOMPARE(loaded.count(), 0);
    }
};

QTEST_GUILESS_MAIN(ImageLoaderTest)
#include "image_loader_test.moc"
