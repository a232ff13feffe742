#include "services/pictures/picture.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::PictureText;
using services::PictureWord;
using After = services::PictureWord::After;

// The text that was read in an image, as it is copied and kept.
class PictureTextTest : public QObject {
    Q_OBJECT

    const PictureText m_text{{
        {"Total", {0.1, 0.2, 0.25, 0.05}, After::Space},
        {"14.60", {0.4, 0.2, 0.2, 0.05}, After::Paragraph},
        {"Re", {0.1, 0.5, 0.1, 0.05}, After::Nothing},
        {"turns", {0.1, 0.6, 0.2, 0.05}, After::Line},
        {"accepted", {0.1, 0.7, 0.3, 0.05}, After::Space},
    }};

private slots:
    void linesStayAsTheyStandInThePicture()
    {
        QCOMPARE(m_text.text(), "Total 14.60\n\nReturns\naccepted");
        QCOMPARE(m_text.text(1, 2), "14.60\n\nRe");
        QCOMPARE(m_text.text(4, 4), "accepted");
        QCOMPARE(PictureText().text(), QString());
    }

    void itComesBackFromJson()
    {
        QCOMPARE(services::pictureTextFrom(toJson(m_text)), m_text);
        QVERIFY(services::pictureTextFrom(toJson(PictureText())).isEmpty());
    }

    void whatIsNoneIsLeftOut()
    {
        const QJsonArray rows{1, QJsonArray(), QJsonArray{"far", -1e9, 1e9, 5, 5, 1},
            QJsonArray{"word", 0, 0, 1, 1, 77}, QJsonArray{"", 0, 0, 1, 1, 1}};

        const PictureText text = services::pictureTextFrom(rows);

        QCOMPARE(text.words.size(), 1);
        QCOMPARE(text.words[0].text, "far");
        QCOMPARE(text.words[0].place.topLeft(), QPointF(0, 1));
    }
};

TESTS(PictureTextTest, QCoreApplication);
#include "picture_text_test.moc"
