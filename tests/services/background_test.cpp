#include "services/background.h"
#include "tests/support/test_program.h"

#include <QImage>
#include <QPainter>
#include <QSemaphore>
#include <QTest>

// Work in the background leaves the window what it needs.
class BackgroundTest : public QObject {
    Q_OBJECT

private slots:
    // Qt hands parts of large drawings to its own pool and waits for them: a drawing that is
    // waiting for a decoder would never end here.
    void drawingDoesNotWaitForIt()
    {
        QSemaphore begun, release;
        const int threads = services::backgroundThreads().maxThreadCount();
        for (int i = 0; i < threads; ++i)
            services::backgroundThreads().start([&] {
                begun.release();
                release.acquire();
            });
        begun.acquire(threads);

        QImage picture(2000, 2000, QImage::Format_RGB32), window(800, 800, QImage::Format_RGB32);
        picture.fill(Qt::red);
        {
            QPainter painter(&window);
            painter.setRenderHint(QPainter::SmoothPixmapTransform);
            painter.drawImage(window.rect(), picture);
        }
        const QImage small
            = picture.scaled(300, 300, Qt::KeepAspectRatio, Qt::SmoothTransformation);
        const int busy = services::backgroundThreads().activeThreadCount();
        release.release(threads);
        services::backgroundThreads().waitForDone();

        QCOMPARE(busy, threads);
        QCOMPARE(window.pixelColor(400, 400), QColor(Qt::red));
        QCOMPARE(small.pixelColor(150, 150), QColor(Qt::red));
    }

    void anErrorIsTheOutcome()
    {
        QString error;
        services::runInBackground<int>(
            this, []() -> int { throw std::runtime_error("No."); },
            [&error](const services::Outcome<int>& outcome) { error = outcome.error; });

        QTRY_COMPARE(error, QString("No."));
    }
};

TESTS(BackgroundTest, QCoreApplication);
#include "background_test.moc"
