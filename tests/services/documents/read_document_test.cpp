#include "services/documents/read_document.h"
#include "tests/support/documents.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using services::BlockKind;
using services::Document;

// What is read of each format, through the process that reads it.
class ReadDocumentTest : public QObject {
    Q_OBJECT

private slots:
    void eachFormatGivesItsText_data()
    {
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("text");
        QTest::newRow("letter.docx") << "A letter"
                                     << "What we agreed\n\nDear Ms Müller[1]\n\n[1] A "
                                        "remark.\n\nFirst point\nSecond point\n\n"
                                        "Item | Price\nPen | 2 €\n";
        QTest::newRow("a_letter.odt") << "A letter"
                                      << "What we agreed\n\nDear Ms Müller[1]\n\n[1] A "
                                         "remark.\n\nFirst point\nSecond point\n\n"
                                         "Item | Price\nPen | 2 €\n";
        QTest::newRow("talk.pptx")
            << ""
            << "What comes first\n\nUnder the title\n\nSpeak slowly.\n\nIt stands second\n";
        QTest::newRow("prices.xlsx") << ""
                                     << "Prices\n\nDay |  | Price\n2024-05-17 | TRUE | 0.1\n";
        QTest::newRow("hours.odt") << ""
                                   << "Opening hours\n\nWe are open on weekdays[1] from "
                                      "nine.\n\n[1] Not in May.\n\nby bus\n\n"
                                      "Monday | 9 | 9\n";
        QTest::newRow("ages.ods") << ""
                                  << "Ages\n\nAnn |  | 31\n";
        QTest::newRow("talk.odp") << ""
                                  << "The first slide\n\nBelow it\n";
        QTest::newRow("book.epub") << "A book"
                                   << "Chapter one\n\nIt began.\n\nChapter two\n\nIt ended.\n";
        QTest::newRow("museum.html") << "Opening hours"
                                     << "Museum\n\nOpen from nine to five.\nClosed on "
                                        "Mondays.\n\nadults: 5 €\nchildren: free\n\n"
                                        "Day | Hours\nSunday | 10–4\n\n  two  spaces\nand lines\n";
        QTest::newRow("latin.html") << ""
                                    << "Café Müller\n";
        QTest::newRow("plan.md") << "A plan"
                                 << "First things\n\nSome code and a link.\n\none\ntwo\n\na | b\n1 "
                                    "| 2\n\ndef f():\n    return 1\n";
        QTest::newRow("russian.txt") << ""
                                     << "Съешь же ещё этих мягких французских булок, да выпей "
                                        "чаю.\n\nВторой абзац говорит о "
                                        "погоде и о том, что завтра будет дождь.\n";
        QTest::newRow("japanese.txt") << ""
                                      << "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当"
                                         "がつかぬ。何でも薄暗いじめじめした所で"
                                         "ニャーニャー泣いていた事だけは記憶している。\n";
        QTest::newRow("wide.txt") << ""
                                  << "Sixteen bits, naïve.\n";
        QTest::newRow("bitmap.txt") << ""
                                    << "BM is how bitmaps begin, and some sentences, too.\n";
        QTest::newRow("semicolons.csv") << ""
                                        << "name | says\nAnn | one; two three\nBen | a \"word\"\n";
        QTest::newRow("values.json") << ""
                                     << "name: Ann\n\ntags\na\nb\n\nhome\ncity: Łódź\nempty: {}\n";
        QTest::newRow("lines.jsonl") << ""
                                     << "q: 1\n\nq: 2\n";
        QTest::newRow("meeting.eml")
            << "Grüße aus Łódź"
            << "Grüße aus Łódź\n\nFrom: Zoë <zoe@example.org>\n\nDear all,\n\nthe meeting is on "
               "Friday "
               "at ten, and žluťoučký is a word.\n\nAttachment: agenda.pdf\n";
        QTest::newRow("program.py")
            << ""
            << "import os\n\ndef first():\n    a = 1\n\n    return a\n\nclass Second:\n    pass\n";
        QTest::newRow("contents.pdf")
            << ""
            << "Contents\n\n1 Getting ready | 1\n1.1 Tools and materials | 2\n1.2 A place to work "
               "| 9\n"
               "2 Doing it | 14\n2.1 The first cut | 15\n2.2 Measuring again | 23\n";
        QTest::newRow("tables.pdf")
            << ""
            << "Birds are measured from the beak to the tail, and this paragraph stands above "
               "them.\n\n"
               "Bird | Length | Where it lives\nRobin | 14 cm | Gardens and woods\nGrey heron | 95 "
               "cm | "
               "Lakes, rivers\nSwift | 17 cm | In the air and under old roofs\n\nBelow the table "
               "the "
               "text goes on with a sentence that is long enough to fill its line.\n";
    }
    void eachFormatGivesItsText()
    {
        QFETCH(QString, title);
        QFETCH(QString, text);

        const Document document = read(QTest::currentDataTag());

        QCOMPARE(QString::fromStdString(document.text), text);
        QCOMPARE(QString::fromStdString(document.title), title);
        QVERIFY(document.isWhole);
        verifyOrder(document);
    }

    // The files are made by format_rules.py.
    void theRulesOfFormatsAreFollowed_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("numbered.docx") << "1. Definitions\n\n1.1 Goods\n1.2 Seller\n(a) new\n(b) "
                                          "used\nI) deep\n\n2. Termination\n\n"
                                          "2.1 Notice\na bullet\n5. Starts anew\n5.1 within\n";
        QTest::newRow("letter.docx")
            << "Contract HX-4471\n\nArea 1000 m², H2O, 1st "
               "shown[1]\n\n[1] About 10³\n\n☑ 5 ±μm\n\nComment: Check this.\n\n"
               "Joined paragraphs.\n\n"
               "Boxes:\n\nCall 555-0142.\n\nx=(-b±√(b²-4ac))/2a\n\nThe "
               "warranty lasts 36 months.\n\nIBAN DE00\n";
        QTest::newRow("merged.docx") << "Region | City | Sales\nNorth | Aarhus | 140\nNorth | "
                                        "Bergen | 95\nNorth | Elsewhere | 7\n"
                                        "Total |  | 242\n";
        QTest::newRow("formats.xlsx")
            << "Sheet\n\n7.5%\n8%\n$1,234.50\n-€1,234.50\n(1,234.50)\n-\n00123\n(123) "
               "456-7890\n1.2 M\n.5\n"
               "12.5\n12\n3\n1,234.50 "
               "kr.\n08:30\n12:00:00\n36:00:00\n90:00\n2026-03-15\n2026-03-15 18:00\n"
               "2024-05-17\n1900-01-01\n1234567890123456\n0.1\n1.23E+04\n7 "
               "kg\n1/4\n3\n555-1234\n0.0\n1e+300\n"
               "7375-10-23\n1000000000\nYes\n0.5\n1 2/8\n3 14/99\n3/4\n-1 1/2\n3\n0\n150/100\n";
        QTest::newRow("classes.html")
            << "Seen\n\nShown by a later rule\n\nHidden on paper only\n\nIn a list\n";
        QTest::newRow("cells.xlsx")
            << "Sheet\n\nSales of the year\nRegion | City | Sales\nNorth | Aarhus [Check again.] | "
               "140\n"
               "North | Bergen | =SUM(A1:A2)\nTotal\n10³ | 2001-04-14\n\nAlone.\n\nTurnover\n\n"
               " | Exports | Share\n2021 | 19.3 | 31%\n2022 | 21.4 | 40%\n";
        QTest::newRow("slides.pptx")
            << "Above\n\nLeft\n\nRight\n\nBelow both\n\n1. one\na) a\n2. "
               "two\ndot\n\n10⁶x_i\n\nBoth |  | C\n"
               "North | 1 | 2\nNorth | 3 | 4\n\nTurnover\n\n | Exports | Share\n2021 | 19.3 | 31%\n"
               "2022 | 21.4 | 40%\n\nmelt\npour\n";
        QTest::newRow("flat.fodt")
            << "Every page\n\n1. Parts\n\n1.1 Inside\n\n1000 m²\n\nHead\n3. third\n(a) inner\n4. "
               "fourth\nmore\n"
               "5. fifth\ndot\n\nThe law E=mc²\n\nNorth | 1\nNorth | 2\nBoth |  | 3\n";
        QTest::newRow("nuts.ods") << "Nuts\n\n7.5% [Check again.]\n";
        QTest::newRow("charted.odt") << "Before\n\nShare | 7\n\nIn a box\n\nAfter\n";
        QTest::newRow("book.epub") << "Maße\n\nThe law is E=(a+b)/2 here & now.\n\n田中さん a < "
                                      "b\n\nMap of the isles\n\nNot closed\n"
                                      "but read.\n";
        QTest::newRow("page.xhtml")
            << "Maße\n\nThe law is E=(a+b)/2 here & now.\n\n田中さん a < b\n\nMap of the isles\n";
        QTest::newRow("rules.html")
            << "H2O, 10⁶, 10⁻³, x^(n+1), 1st, 1011₂, word[1], new\n\n4. fourth\n5. fifth\nstill "
               "fifth\n"
               "a. inner\n9. ninth\n2. two\n1. one\ndot\n\nRegion | City | Sales\nNorth | Aarhus | "
               "140\n"
               "North | Bergen | 95\nTotal |  | 235\nHuge\n\nE = √(x)+y_i²\n";
        QTest::newRow("saved.txt") << "Hello there\n";
        QTest::newRow("piece.txt") << "Hello there\n";
        QTest::newRow("japanese.eml")
            << "会議の徳祥\n\nFrom: a@example.org\n\n会議は三月五日です。\n";
        QTest::newRow("undeclared.eml") << "x\n\nFrom: a@example.org\n\n会議は三月五日です。\n";
        QTest::newRow("wrong.eml") << "x\n\nFrom: a@example.org\n\nDie Größe beträgt fünf Meter.\n";
        QTest::newRow("ascii.eml") << "x\n\nFrom: a@example.org\n\nDie Größe beträgt fünf Meter.\n";
        QTest::newRow("quotes.eml") << "x\n\nFrom: a@example.org\n\nPrice € 25, “fair”.\n";
        for (const char* wide : {"wide.eml", "wide_plain.eml"})
            QTest::newRow(wide) << (QString(wide).contains("plain") ? "Lämpchen" : "Lamp")
                    + QString("\n\nFrom: c@example.org\nDate: Mon, 1 Jan 2024 10:00:00 +0000\n\n"
                              "The lamp is number 12.\n");
        QTest::newRow("seven.eml") << "x\n\nFrom: a@example.org\n\nDie Größe.\n";
        QTest::newRow("cut.eml") << "Grüße an Zoë plain\n\nFrom: a@example.org\n\nx\n";
        QTest::newRow("stub.eml") << "x\n\nFrom: a@example.org\n\nDelivery moved to 9 June.\n";
        QTest::newRow("empty.eml") << "x\n\nFrom: a@example.org\n\nDelivery moved to 9 June.\n";
        QTest::newRow("forwarded.eml")
            << "Fwd\n\nFrom: a@example.org\n\nsee below\n\nLamp\n\nFrom: c@example.org\n"
               "Date: Mon, 1 Jan 2024 10:00:00 +0000\n\nThe lamp is number 12.\n";
        QTest::newRow("attached.eml")
            << "x\n\nFrom: a@example.org\n\nSee the files.\n\nAttachment: Größe a.txt\n\nValve 8 "
               "leaks.\n\n"
               "Attachment: tä.csv\n\na | b\n1 | 2\n\nAttachment: p.png\n";
        QTest::newRow("flowed.eml") << "x\n\nFrom: a@example.org\n\nA paragraph is flowed over "
                                       "lines.\nNext.\n\n> quoted\n\n--\nAnn\n";
        QTest::newRow("page.mht") << "A page\n\nFrom: a@example.org\n\nCafé opens\n";
        QTest::newRow("two.mbox")
            << "Grüße\n\nFrom: a@example.org\n\nKäse.\n\nFrom here on\nFrom us.\n\nzwei\n\n"
               "From: b@example.org\n\nZweite.\n";
        QTest::newRow("key.rtf")
            << "House 7\n\nKeys\n\nThe gate code is 7734, Grüße, € 5 — При.[1]\n\n[1] Not on "
               "Sundays.\n\n"
               "1. first\n\n10⁶ m\nnext\n\nIn a box\n\nItem | Price\nPen | 2\n\na linkxyshown\n";
        QTest::newRow("preamble.csv") << "Report of sales\nCreated 2024-01-05\nDate | Region | "
                                         "Amount\n2024-01-01 | North | 1,5\n"
                                         "2024-01-02 | South | 2,5\n";
        QTest::newRow("quotes.csv")
            << "part | size | qty\npipe | 5\" long | 3\nhose | 7\" wide | 4\nbad | \"unclosed | 5\n"
               "long | two lines | 7\nlast | row | 6\n";
        QTest::newRow("open.csv") << "a | b\n1 | \"never closed\n2 | x\n";
        QTest::newRow("sep.csv") << "a | b,c\n";
        QTest::newRow("list.md") << "3. three\n4. four\ndot\n\n10⁶ m, H2O, new, 8[1]\n";
        QTest::newRow("russian_le.txt") << "Съешь же ещё этих мягких булок.\n";
        QTest::newRow("notebook.ipynb") << "Analysis\n\nThe slope is 2.5 per day.\n\nfor i in y:\n "
                                           "   print(i)\n\n1\n2\n\n<Figure>\n\n"
                                           "KeyError: x\n";
        QTest::newRow("bad.jsonl")
            << "a: Forty\n\na: Eve\n\na: 4\n\nLines that aren't valid JSON and were left out: 3\n";
        QTest::newRow("big.json")
            << "id: 12345678901234567890123\nprice: 1.10\ne: -1.50e3\ntext: say \"1.0\"\n";
        QTest::newRow("japanese.txt") << "会議は三月五日です。\n";
        QTest::newRow("wide_be.txt") << "吾輩は猫である。名前はまだ無い。\n";
        QTest::newRow("wide_le.txt") << "吾輩は猫である。名前はまだ無い。\n";
        QTest::newRow("broken.txt") << "Größe, fünf, � süß\n";
    }
    void theRulesOfFormatsAreFollowed()
    {
        QFETCH(QString, text);

        const Document document = read(("rules/" + std::string(QTest::currentDataTag())).c_str());

        QCOMPARE(QString::fromStdString(document.text), text);
        QVERIFY(document.isWhole);
        verifyOrder(document);
    }

    void columnsAreReadOneAfterTheOther()
    {
        const Document document = read("two_columns.pdf");

        QCOMPARE(int(document.pages.size()), 3);
        QCOMPARE(document.title, std::string("Two Columns"));
        verifyOrder(document);
        const QString page = textOfPage(document, 1);
        QCOMPARE(page,
            QString("Title 2 across both columns\n\nThe left column is read from its top to its "
                    "bottom before anybody looks at "
                    "the right one, and a word that is divided at the end of a measurement line is "
                    "whole again. A well-known "
                    "word keeps its hyphen also where the line of a well-known word ends. The "
                    "office wrote a flat letter here, "
                    "and this sentence ends the paragraph.\n\nThe right column comes afterwards, "
                    "although the file draws both "
                    "columns line by line, as some programs do. That is why the order of drawing "
                    "must not be the order of "
                    "reading, and here the second column is long enough to be seen as one. It says "
                    "so in seven lines, of which "
                    "this is the sixth, and the last one ends here.\n"));
    }

    void headingsComeFromTheTableOfContentsAndFromSizes()
    {
        const Document chapters = read("chapters.pdf"), columns = read("two_columns.pdf");

        QCOMPARE(headingsOf(chapters),
            QStringList({"1 2.1 Installing the engine", "1 Looking after it"}));
        QCOMPARE(headingsOf(columns).first(), QString("1 Title 1 across both columns"));
        const auto isItem = [](const auto& block) { return block.kind == BlockKind::ListItem; };
        QCOMPARE(int(std::ranges::count_if(chapters.blocks, isItem)), 2);
    }

    // make_documents.py draws that line at (72, 100) in letters of 10 points.
    void aPassageHasItsPlace()
    {
        const Document document = read("chapters.pdf");
        const size_t at = document.text.find("Installing");

        const auto places = findRectangles(document, {at, at + 10});

        QCOMPARE(int(places.size()), 1);
        const auto& place = places[0];
        QVERIFY2(std::abs(place.x - 85) < 6, qPrintable(QString::number(place.x)));
        QVERIFY(place.y < 94 && place.y > 88 && place.bottom() > 100 && place.bottom() < 105);
        QVERIFY2(std::abs(place.width - 42) < 8, qPrintable(QString::number(place.width)));
        QCOMPARE(int(pageAt(document, at)), 0);
        QCOMPARE(int(pageAt(document, document.text.find("Looking"))), 1);
    }

    void aPassageOfSeveralLinesHasAPlaceOnEach()
    {
        const Document document = read("two_columns.pdf");
        const size_t from = document.text.find("bottom before");
        const size_t to = document.text.find("whole again");

        const auto places = findRectangles(document, {from, to});

        QCOMPARE(int(places.size()), 3);
        for (size_t line = 1; line < places.size(); ++line)
            QVERIFY(std::abs(places[line].y - places[line - 1].y - 12) < 1);
        for (const auto& place : places)
            QVERIFY(place.x > 71 && place.right() < 300);
    }

    void slidesHavePlacesToo()
    {
        const Document document = read("talk.pptx");
        const size_t at = document.text.find("Under");

        QVERIFY(document.isPaged);
        QCOMPARE(document.pages[0].width, 960.F);
        const auto places = findRectangles(document, {at, at + 15});
        QCOMPARE(int(places.size()), 1);
        QVERIFY(places[0] == (services::Rectangle{10, 20, 100, 50}));
    }

    void aDocumentComesPageByPage()
    {
        std::vector<size_t> pages;
        const auto grown
            = [&](const Document& document) { pages.push_back(document.pages.size()); };

        services::readDocument(m_documents.path("two_columns.pdf"), grown, reader());

        QVERIFY(!pages.empty());
        QVERIFY(std::ranges::is_sorted(pages));
        QVERIFY(pages.back() <= 3);
    }

    void whoIsToldMayStopTheReading()
    {
        struct Enough { };
        const auto grown = [](const Document&) { throw Enough(); };

        QVERIFY_THROWS_EXCEPTION(
            Enough, services::readDocument(m_documents.path("two_columns.pdf"), grown, reader()));
    }

private:
    static services::ReaderProcess reader()
    {
        services::ReaderProcess process;
        process.program = qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader";
        return process;
    }

    Document read(const char* name)
    {
        return services::readDocument(m_documents.path(name), {}, reader());
    }

    static QString textOfPage(const Document& document, size_t page)
    {
        const services::ByteRange bytes = document.pages[page].bytes;
        return QString::fromStdString(document.text.substr(bytes.from, bytes.size()));
    }

    static QStringList headingsOf(const Document& document)
    {
        QStringList headings;
        for (const services::Block& block : document.blocks)
            if (block.kind == BlockKind::Heading)
                headings << QString::number(block.level) + ' '
                        + QString::fromStdString(
                            document.text.substr(block.bytes.from, block.bytes.size()));
        return headings;
    }

    // Pages and blocks cover the text one after the other, and rectangles are on their page.
    static void verifyOrder(const Document& document)
    {
        size_t before = 0;
        for (const services::Page& page : document.pages) {
            for (size_t i = page.firstBlock; i < page.firstBlock + page.blockCount; ++i) {
                const services::Block& block = document.blocks[i];
                QVERIFY(block.bytes.from >= before && block.bytes.to > block.bytes.from);
                QVERIFY(block.bytes.from >= page.bytes.from && block.bytes.to <= page.bytes.to);
                before = block.bytes.to;
                for (const auto& [bytes, place] : block.places)
                    QVERIFY(place.x >= 0 && place.y >= 0 && place.right() <= page.width
                        && place.bottom() <= page.height);
            }
        }
    }

    tests::MadeUpDocuments m_documents;
};

TESTS(ReadDocumentTest, QCoreApplication);
#include "read_document_test.moc"
