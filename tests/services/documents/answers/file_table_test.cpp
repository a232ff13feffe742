#include "base/error.h"
#include "services/documents/answers/document_table.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace services;
using tests::ScriptedEngine;

namespace {

const std::string schema = makeSchema({{"supplier", TableColumn::Kind::Text},
    {"total", TableColumn::Kind::Number}, {"paid", TableColumn::Kind::YesNo}});

// The supplier follows from the first word.
std::string filled(const std::string& text)
{
    const std::string supplier = text.find("Keller") != std::string::npos ? "Keller" : "Brandl";
    return R"({"supplier": ")" + supplier + R"(", "total": 1290, "paid": null})";
}

} // namespace

// A table over files as the window and the command line make it.
class FileTableTest : public QObject {
    Q_OBJECT

private slots:
    void everyFileIsARowInItsPlace()
    {
        const QStringList files{write("a.txt", "Keller wants 1,290 euros."), write("b.txt", ""),
            write("c.txt", "Brandl wants nothing.")};
        ScriptedEngine engine(2048, filled);
        std::vector<FileRow> rows;
        std::vector<size_t> done;
        FileTableWork work{.process = reader()};
        work.reading.progress = [&done](size_t files, size_t) { done.push_back(files); };
        work.made = [&rows](const FileRow& row) { rows.push_back(row); };

        tableOfFiles(engine, schema, files, work);

        QCOMPARE(rows.size(), size_t(3));
        QCOMPARE(rows[0].file, files[0]);
        QCOMPARE(rows[0].cells[0].text(), std::string("Keller"));
        QCOMPARE(rows[0].cells[1].source->text, std::string("Keller wants 1,290 euros."));
        QCOMPARE(rows[0].cells[1].source->page, 0); // a text has none
        QCOMPARE(rows[0].cells[2].text(), std::string());
        QVERIFY(rows[1].cells.empty() && !rows[1].error.empty());
        QVERIFY(!rows[2].cells[1].source);
        QCOMPARE(done.back(), size_t(3));
        QVERIFY(std::ranges::is_sorted(done));
    }

    void manyFilesKeepTheirOrder()
    {
        QStringList files;
        for (int file = 0; file < 40; ++file)
            files << write(QString("%1.txt").arg(file), file % 2 ? "Keller" : "Brandl");
        ScriptedEngine engine(2048, filled);
        QStringList made;
        bool isRight = true;
        FileTableWork work{.process = reader()};
        work.made = [&](const FileRow& row) {
            isRight = isRight && row.cells[0].text() == (made.size() % 2 ? "Keller" : "Brandl");
            made << row.file;
        };

        tableOfFiles(engine, schema, files, work);

        QCOMPARE(made, files);
        QVERIFY(isRight);
    }

    void itStopsWhenAsked()
    {
        ScriptedEngine engine(2048, filled);
        std::stop_source stop;
        stop.request_stop();
        FileTableWork work{.process = reader()};
        work.reading.stop = stop.get_token();
        work.made = [](const FileRow&) {};

        QVERIFY_EXCEPTION_THROWN(
            tableOfFiles(engine, schema, {write("a.txt", "Keller")}, work), base::Error);
        QVERIFY(engine.asked().empty());
    }

    void csvNamesThePlaceOfEachValue()
    {
        FileRow row{.file = "/a, b.pdf"};
        row.cells.push_back({"supplier", R"("=Keller")", Passage{3, {}, {}, {10, 20}, {}}});
        row.cells.push_back({"total", "1290", Passage{0, {}, {}, {1, 5}, {}}});
        row.cells.push_back({"paid", "null", {}});

        QCOMPARE(csvHead(readColumnNames(schema)),
            std::string("file,supplier,supplier source,total,total source,paid,paid source\r\n"));
        QCOMPARE(csvLine(row),
            std::string("\"/a, b.pdf\",'=Keller,\"page 3, bytes 10-20\",1290,bytes 1-5,,\r\n"));
    }

private:
    static ReaderProcess reader()
    {
        ReaderProcess process;
        process.program = qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader";
        return process;
    }

    QString write(const QString& name, const QByteArray& text)
    {
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return file.fileName();
    }

    QTemporaryDir m_folder;
};

TESTS(FileTableTest);
#include "file_table_test.moc"
