#include "base/error.h"
#include "base/limited_program.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "vision/images/decode.h"
#include "vision/images/image.h"

#include <QTemporaryDir>
#include <QTest>

using vision::Image;

namespace {

std::string video()
{
    return tests::readBytes(tests::dataFolder() / "films/ball.mp4");
}

Image decoded(const std::string& bytes)
{
    return vision::decodeImage(std::as_bytes(std::span(bytes)));
}

QString refusalOf(const std::string& bytes)
{
    try {
        decoded(bytes);
        return {};
    } catch (const base::Error& error) {
        return error.what();
    }
}

#define REQUIRE_FFMPEG()                       \
    if (!base::LimitedProgram::find("ffmpeg")) \
    QSKIP("ffmpeg is not installed")

// Makes a shell script the only program that is found, as ffmpeg, while it exists.
class OtherFfmpeg {
public:
    explicit OtherFfmpeg(const QByteArray& script)
        : m_path(qgetenv("PATH"))
    {
        QFile file(m_folder.filePath("ffmpeg"));
        if (file.open(QIODevice::WriteOnly))
            file.write("#!/bin/sh\n" + script);
        file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        qputenv("PATH", m_folder.path().toUtf8());
    }
    ~OtherFfmpeg() { qputenv("PATH", m_path); }

private:
    QTemporaryDir m_folder;
    QByteArray m_path;
};

} // namespace

// Videos are read by ffmpeg, where it is installed.
class VideoTest : public QObject {
    Q_OBJECT

private slots:
    void withoutFfmpegASentenceSaysSo()
    {
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", "/nowhere");
        const QString refusal = refusalOf(video());
        qputenv("PATH", path);

        QVERIFY2(refusal.contains("ffmpeg isn't installed"), qPrintable(refusal));
    }

    void framesAreThoseOfTheVideo()
    {
        REQUIRE_FFMPEG();
        const Image image = decoded(video());
        const Image expected
            = vision::decodeImageFile(tests::dataFolder() / "films/ball.frames.png");
        QVERIFY(image.video);
        QCOMPARE(image.video->count(), 12);
        QCOMPARE(image.video->starts()[7], 1.4);
        QCOMPARE(image.video->seconds(), 2.4);
        const std::vector<int64_t> wanted{0, 3, 7, 7, 11};

        std::vector<Image> frames;
        image.video->read(wanted, [&](Image&& frame) { frames.push_back(std::move(frame)); });

        QCOMPARE(frames.size(), wanted.size());
        for (size_t i = 0; i < frames.size(); ++i) {
            const uint8_t* first = expected.pixel(0, wanted[i] * image.height);
            QVERIFY(frames[i].rgb
                == std::vector<uint8_t>(first, first + 3 * image.width * image.height));
        }
        QVERIFY(frames.front().rgb == image.rgb);
    }

    void aBrokenVideoIsRefusedInASentence()
    {
        REQUIRE_FFMPEG();
        for (const std::string& bytes :
            {video().substr(0, 40), video().substr(0, 300), std::string("\x1A\x45\xDF\xA3 none")}) {
            const QString refusal = refusalOf(bytes);
            QVERIFY2(refusal.contains("ffmpeg can't decode"), qPrintable(refusal));
        }
    }

    void whatIsNoFrameIsRefused()
    {
        {
            const OtherFfmpeg other("echo P6; echo 3000000 2000000; echo 255");
            QVERIFY2(refusalOf(video()).contains("is too large"), qPrintable(refusalOf(video())));
        }
        for (const char* script : {"echo P5; echo 2 2; echo 255", "exit 0", "exit 1",
                 "echo P6; echo 2 -2; echo 255", "kill -9 $$"}) {
            const OtherFfmpeg other(script);
            QVERIFY2(!refusalOf(video()).isEmpty(), script);
        }
    }

    void timesThatCannotBeAreRefused()
    {
        const OtherFfmpeg other("case \"$*\" in *framecrc*) echo '#tb 0: 1/0'; echo '0,0,0,1,1';; "
                                "*) printf 'P6\\n1 1\\n255\\nabc';; esac");
        QVERIFY2(
            refusalOf(video()).contains("ffmpeg can't decode"), qPrintable(refusalOf(video())));
    }
};

TESTS(VideoTest);
#include "video_test.moc"
