#include "base/error.h"
#include "services/captions/caption_store.h"
#include "services/captions/export_captions.h"
#include "services/conversations/transfer/archive_export.h"
#include "services/csv.h"
#include "services/storage/whole_file.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using services::CaptionRow;

// Captions as files hold them.
class CaptionTextTest : public QObject {
    Q_OBJECT

private:
    static QByteArray contentOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static QList<CaptionRow> someRows(const QString& folder)
    {
        return {
            {folder + "/a.png", CaptionRow::State::Done, "A \"red\" dot, and\na line", {}, 7, 0.5},
            {folder + "/b.png", CaptionRow::State::Failed, {}, "b.png: no such file"},
            {folder + "/c.png", CaptionRow::State::Edited, "=1+1", {}, 3, 0.25}};
    }

private slots:
    void variablesOfThePromptAreReplacedOnce()
    {
        const services::CaptionTask task{"{name} of {folder} ({file}) {other}"};

        QCOMPARE(services::promptFor(task, "/tmp/holiday/{name}.v2.png"),
            QString("{name}.v2 of holiday ({name}.v2.png) {other}"));
    }

    void filesSayWhichFactsTheImageDoesNotHave()
    {
        const QTemporaryDir folder;
        QList<CaptionRow> rows = someRows(folder.path());
        rows[0].facts = {{2, 5, "red", services::PictureClaim::Kind::Quote, false},
            {7, 10, "dot", services::PictureClaim::Kind::Quote, true, 0, {0.25, 0.5, 0.125, 0.25}, 1}};

        services::exportCaptions(rows, services::CaptionFormat::Csv, folder.filePath("out.csv"));
        services::exportCaptions(
            rows, services::CaptionFormat::JsonLines, folder.filePath("out.jsonl"));

        const auto table = services::readCsv(contentOf(folder.filePath("out.csv"))).rows;
        const qsizetype column = table[0].indexOf("not_found");
        QCOMPARE(table[1][column], QString("red"));
        QVERIFY(table[2][column].isEmpty());
        QCOMPARE(table[1][column - 1], QString("true"));
        QCOMPARE(table[2][column - 1], QString("false"));
        const QList<QByteArray> lines = contentOf(folder.filePath("out.jsonl")).split('\n');
        const QJsonArray facts = QJsonDocument::fromJson(lines[0]).object()["facts"].toArray();
        QCOMPARE(facts.size(), 2);
        QVERIFY(facts[0]["box"].isNull() && !facts[0]["supported"].toBool());
        QCOMPARE(facts[1]["box"].toArray(), QJsonArray({0.25, 0.5, 0.125, 0.25}));
        QVERIFY(!lines[1].contains("facts"));
    }

    void aCsvFileHoldsEveryRow()
    {
        const QTemporaryDir folder;
        const QList<CaptionRow> rows = someRows(folder.path());

        services::exportCaptions(rows, services::CaptionFormat::Csv, folder.filePath("out.csv"));

        const auto found = services::readCsv(contentOf(folder.filePath("out.csv"))).rows;
        QCOMPARE(found.size(), rows.size() + 1);
        QCOMPARE(found[0], QStringList({"file", "caption", "state", "error", "tokens", "seconds"}));
        for (qsizetype i = 0; i < rows.size(); ++i) {
            QCOMPARE(found[i + 1][0], rows[i].file);
            QCOMPARE(found[i + 1][1], rows[i].caption);
            QCOMPARE(found[i + 1][3], rows[i].error);
            QCOMPARE(found[i + 1][4].toLongLong(), rows[i].tokens);
        }
        QCOMPARE(found[2][2], QString("failed"));
    }

    void propertiesOfJsonCaptionsAreColumns()
    {
        const QTemporaryDir folder;
        const QList<CaptionRow> rows{
            {"/a.png", CaptionRow::State::Done,
                R"({"title": "A dot", "keywords": ["red", "round"], "count": 1234567890123})"},
            {"/b.png", CaptionRow::State::Done, R"({"title": "=1+1", "box": {"x": 1}})"},
            {"/c.png", CaptionRow::State::Edited, "{ no JSON"}};

        services::exportCaptions(rows, services::CaptionFormat::Csv, folder.filePath("out.csv"));

        const auto found = services::readCsv(contentOf(folder.filePath("out.csv"))).rows;
        QCOMPARE(found[0].mid(6), QStringList({"count", "keywords", "title", "box"}));
        QCOMPARE(found[1].mid(6), QStringList({"1234567890123", "red, round", "A dot", ""}));
        QCOMPARE(found[2].mid(6), QStringList({"", "", "=1+1", R"({"x":1})"}));
        QCOMPARE(found[3].mid(6), QStringList({"", "", "", ""}));
        QCOMPARE(found[3][1], QString("{ no JSON"));
    }

    void aSpreadsheetHoldsEveryRowAndComputesNothing()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("out.xlsx");
        QList<CaptionRow> rows = someRows(folder.path());
        rows[0].caption = QString("<b> & \x01 ") + QChar(0xD800) + QString(40'000, u'x');

        services::exportCaptions(rows, services::CaptionFormat::Workbook, path);

        const services::ZipArchive archive(path);
        const QByteArray sheet = archive.read("xl/worksheets/sheet1.xml", 1 << 20);
        QXmlStreamReader xml(sheet);
        QList<QStringList> cells;
        QStringList formulas;
        for (; !xml.atEnd(); xml.readNext()) {
            if (!xml.isStartElement())
                continue;
            if (xml.name() == u"row")
                cells << QStringList();
            else if (xml.name() == u"f")
                formulas << xml.readElementText();
            else if (xml.name() == u"t" || xml.name() == u"v")
                cells.last() << xml.readElementText();
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(cells.size(), rows.size() + 1);
        QCOMPARE(cells[0].first(), QString("file"));
        QVERIFY(cells[1][1].startsWith("<b> & \uFFFD \uFFFDxxx"));
        QCOMPARE(cells[1][1].size(), 32'767);
        QCOMPARE(cells[1][4].toInt(), 7);
        QCOMPARE(cells[3][1], QString("=1+1"));
        QVERIFY(formulas.isEmpty());
        for (const char* part : {"[Content_Types].xml", "_rels/.rels", "xl/workbook.xml"})
            QVERIFY(archive.contains(part));
    }

    void metadataHoldsWhatTheCaptionNames()
    {
        const QByteArray plain = services::toXmp("A <red> dot & more");
        QVERIFY(plain.contains("A &lt;red&gt; dot &amp; more</rdf:li>"));
        QVERIFY(plain.contains("<dc:description>") && !plain.contains("<dc:title>"));

        const QByteArray parts = services::toXmp(
            R"({"title": "Dot", "description": "Red.", "keywords": ["a&b", "c"]})");
        QVERIFY(parts.contains("<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">Dot<"));
        QVERIFY(parts.contains(">Red.</rdf:li>"));
        QVERIFY(parts.contains("<rdf:Bag><rdf:li>a&amp;b</rdf:li><rdf:li>c</rdf:li></rdf:Bag>"));
        for (const QByteArray& xmp : {plain, parts}) {
            QXmlStreamReader xml(xmp);
            while (!xml.atEnd())
                xml.readNext();
            QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        }
    }

    void metadataIsWrittenNextToTheImages()
    {
        const QTemporaryDir folder;
        const QList<CaptionRow> rows{{folder.filePath("a.png"), CaptionRow::State::Done, "One"},
            {folder.filePath("a.jpg"), CaptionRow::State::Done, "Two"},
            {folder.filePath("b.jpg"), CaptionRow::State::Waiting}};

        const qsizetype written = services::exportSidecars(
            rows, services::ExistingSidecars::Keep, services::SidecarKind::Xmp);

        QCOMPARE(written, 2);
        QVERIFY(contentOf(folder.filePath("a.png.xmp")).contains("One"));
        QVERIFY(contentOf(folder.filePath("a.jpg.xmp")).contains("Two"));
        QVERIFY(!QFile::exists(folder.filePath("b.xmp")));
    }

    void metadataOfOtherProgramsIsKeptAsACopy()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("a.xmp");
        const QList<CaptionRow> rows{
            {folder.filePath("a.png"), CaptionRow::State::Done, R"({"text": "One"})"}};
        const auto replace = [&rows] {
            services::exportSidecars(
                rows, services::ExistingSidecars::Replace, services::SidecarKind::Xmp);
        };
        replace();
        replace();
        QVERIFY(!QFile::exists(path + ".bak")); // its own file
        QVERIFY(contentOf(path).contains("One")); // no property of the object is known

        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("<x:xmpmeta>five stars");
        file.close();
        replace();
        replace();

        QCOMPARE(contentOf(path + ".bak"), QByteArray("<x:xmpmeta>five stars"));
        QVERIFY(contentOf(path).contains("One"));
    }

    // A spreadsheet recognizes by the mark that the table is UTF-8.
    void aTableBeginsWithAByteOrderMarkUnlessItIsNotWanted()
    {
        const QTemporaryDir folder;
        const QList<CaptionRow> rows = someRows(folder.path());
        const QString with = folder.filePath("with.csv"), without = folder.filePath("without.csv");

        services::exportCaptions(rows, services::CaptionFormat::Csv, with);
        services::exportCaptions(
            rows, services::CaptionFormat::Csv, without, services::ByteOrderMark::Left);

        QCOMPARE(contentOf(with), "\xEF\xBB\xBF" + contentOf(without));
        QVERIFY(contentOf(without).startsWith("file,"));
    }

    void aJsonLinesFileHoldsEveryRow()
    {
        const QTemporaryDir folder;
        const QList<CaptionRow> rows = someRows(folder.path());

        services::exportCaptions(
            rows, services::CaptionFormat::JsonLines, folder.filePath("out.jsonl"));

        const QList<QByteArray> lines = contentOf(folder.filePath("out.jsonl")).split('\n');
        QCOMPARE(lines.size(), rows.size() + 1); // the last one ends, too
        for (qsizetype i = 0; i < rows.size(); ++i) {
            const QJsonObject line = QJsonDocument::fromJson(lines[i]).object();
            QCOMPARE(line["file"].toString(), rows[i].file);
            QCOMPARE(line["caption"].toString(), rows[i].caption);
            QCOMPARE(line["error"].toString(), rows[i].error);
        }
    }

    void sidecarsNeverShareAFile()
    {
        const QList<CaptionRow> rows{{"/p/a.png", CaptionRow::State::Done, "one"},
            {"/p/a.jpg", CaptionRow::State::Done, "two"},
            {"/p/b.png", CaptionRow::State::Done, "three"},
            {"/p/c.png", CaptionRow::State::Failed, {}, "no"}};

        QCOMPARE(services::sidecarPaths(rows),
            QStringList({"/p/a.png.txt", "/p/a.jpg.txt", "/p/b.txt", ""}));
        // nor does a short path take another's long one
        QCOMPARE(services::sidecarPaths(QStringList{"/p/d.png", "/p/d.jpg", "/p/d.png.webp"}),
            QStringList({"/p/d.png.txt", "/p/d.jpg.txt", "/p/d.png.webp.txt"}));
        QCOMPARE(services::sidecarPaths(QStringList{"/p/e.png", "/p/e.png"}),
            QStringList({"/p/e.txt", "/p/e.txt"}));
    }

    void sidecarsThatAreThereAreKeptUnlessAsked()
    {
        const QTemporaryDir folder;
        const QList<CaptionRow> rows = someRows(folder.path());
        const QString mine = folder.filePath("a.txt");
        services::writeWhole(mine, "mine");
        QCOMPARE(services::existingFiles(services::sidecarPaths(rows)), QStringList({mine}));

        using services::ExistingSidecars;
        QCOMPARE(services::exportSidecars(rows, ExistingSidecars::Keep), 1);
        QCOMPARE(contentOf(mine), QByteArray("mine"));
        QCOMPARE(contentOf(folder.filePath("c.txt")), QByteArray("=1+1\n"));
        QVERIFY(!QFile::exists(folder.filePath("b.txt")));
        QCOMPARE(services::exportSidecars(rows, ExistingSidecars::Replace), 2);
        QCOMPARE(contentOf(mine), rows[0].caption.toUtf8() + '\n');
    }

    void aFileThatCannotBeWrittenIsNamed()
    {
        try {
            services::exportCaptions({}, services::CaptionFormat::Csv, "/no/such/folder/out.csv");
            QFAIL("it was written");
        } catch (const base::Error& error) {
            QVERIFY(QByteArray(error.what()).contains("/no/such/folder/out.csv"));
        }
    }
};

TESTS(CaptionTextTest, QCoreApplication);
#include "caption_text_test.moc"
