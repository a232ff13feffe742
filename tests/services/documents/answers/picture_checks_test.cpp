#include "services/documents/answers/picture_checks.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace services;

namespace {

// Lines of words, each a tenth of the image high; a letter is a hundredth of it wide.
PictureText linesOf(const QStringList& lines)
{
    PictureText text;
    for (qsizetype line = 0; line < lines.size(); ++line) {
        qsizetype at = 0;
        for (const QString& word : lines[line].split(u' ')) {
            text.words << PictureWord{word,
                {0.01 * double(at), 0.1 * double(line), 0.01 * double(word.size()), 0.08}};
            at += word.size() + 1;
        }
        text.words.last().after = PictureWord::After::Line;
    }
    return text;
}

const PictureText bakery = linesOf({"Corner Bakery", "Two coffees 7.60", "Total EUR 14.60"});
const PictureText ticket = linesOf({"Museum of Glass", "Ticket 9.50"});

// The facts as "text@image:line", those that aren't supported with "!" before them.
QStringList factsIn(const QString& answer, const QList<PictureText>& texts)
{
    QStringList result;
    for (const PictureFact& fact : comparePictures(answer, texts))
        result << QStringLiteral("%1%2@%3:%4")
                      .arg(fact.isSupported ? "" : "!", fact.text)
                      .arg(fact.picture)
                      .arg(fact.line);
    return result;
}

Picture pictureWith(const PictureText& text)
{
    Picture picture = makePicture(QImage(40, 30, QImage::Format_RGB32), "a.png");
    picture.text = text;
    return picture;
}

} // namespace

// Answers are compared with the texts of one or several images.
class PictureChecksTest : public QObject {
    Q_OBJECT

private slots:
    void factsHaveTheirLine()
    {
        QCOMPARE(factsIn("The coffees were 7.60, the total is 14.60, the tip 3.25.", {bakery}),
            QStringList({"7.60@0:2", "14.60@0:3", "!3.25@0:0"}));
    }

    void characterPositionsAreCounted()
    {
        const QString answer = u"Größe 7.60 €, zusammen 14.60."_qs;
        for (const PictureFact& fact : comparePictures(answer, {bakery}))
            QCOMPARE(answer.mid(fact.begin, fact.end - fact.begin), fact.text);
    }

    void eachFactIsSearchedInAllImages()
    {
        QCOMPARE(factsIn("The total is 14.60, the ticket costs 9.50, both 55.10.", {bakery, ticket}),
            QStringList({"14.60@0:3", "9.50@1:2", "!55.10@0:0"}));
    }

    void imagesWithoutTextSayNothing()
    {
        QVERIFY(comparePictures("Three dogs, born in 1997.", {{}, {}}).isEmpty());
    }

    void knownTextsAreCompared()
    {
        PictureTexts texts(readerIn(languageFolder({"eng"})));
        PictureChecks checks(texts);
        const PictureComparison found = compare(checks, "The total is 14.60 and not 15.60.", bakery);

        QCOMPARE(found.missingLanguage, QString());
        QCOMPARE(found.facts.size(), 2);
        QVERIFY(found.facts[0].isSupported && !found.facts[1].isSupported);
    }

    // Nothing is marked if there are no data for the language of the answer.
    void aMissingLanguageIsReported()
    {
        const QString german = u"Auf der Quittung stehen die beiden Kaffees und die Summe von "
                               "15.60 Euro, die gezahlt wurde."_qs;
        PictureTexts texts(readerIn(languageFolder({"eng"})));
        PictureChecks checks(texts);

        const PictureComparison found = compare(checks, german, bakery);
        QCOMPARE(found.missingLanguage, QString("deu"));
        QVERIFY(found.facts.isEmpty());
        QCOMPARE(compare(checks, german, PictureText()), PictureComparison());
    }

    void nothingIsReportedToWhoIsGone()
    {
        PictureTexts texts(readerIn(languageFolder({"eng"})));
        PictureChecks checks(texts);
        bool isCalled = false;
        {
            QObject receiver;
            checks.compare("The total is 14.60.", {pictureWith(bakery)}, &receiver,
                [&](const PictureComparison&) { isCalled = true; });
        }
        compare(checks, "The total is 14.60.", bakery);
        QVERIFY(!isCalled);
    }

private:
    // A folder with the names of data for these languages.
    QString languageFolder(const QStringList& names)
    {
        for (const QString& name : names) {
            QFile file(m_folder.filePath(name + ".traineddata"));
            file.open(QIODevice::WriteOnly);
            file.write("data");
        }
        return m_folder.path();
    }

    static ReaderProcess readerIn(const QString& folder)
    {
        ReaderProcess process;
        process.languages = textLanguagesIn(folder, {"eng"});
        return process;
    }

    PictureComparison compare(PictureChecks& checks, const QString& answer, const PictureText& text)
    {
        PictureComparison result;
        bool isDone = false;
        QObject receiver;
        checks.compare(answer, {pictureWith(text)}, &receiver, [&](const PictureComparison& found) {
            result = found;
            isDone = true;
        });
        [&] { QTRY_VERIFY(isDone); }();
        return result;
    }

    QTemporaryDir m_folder;
};

TESTS(PictureChecksTest, QCoreApplication);
#include "picture_checks_test.moc"
