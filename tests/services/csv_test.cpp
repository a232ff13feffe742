#include "services/csv.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QTest>

using services::csvRow;

// Tables as spreadsheets read them.
class CsvTest : public QObject {
    Q_OBJECT

private slots:
    void aTextComesBackAsItWas_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "plain", "a, b", "a; b", "a\tb", "\"quoted\"", "two\nlines",
                 "two\r\nlines", "=SUM(A1)", "+1", "-1", "-a", "@x", "\tx", "'quoted", "'=x",
                 "''-x", "'-1", "Größe 模型 🙂", "＝1"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void aTextComesBackAsItWas()
    {
        QFETCH(QString, text);

        const auto row = QByteArray::fromStdString(csvRow({text.toStdString(), "1"}));

        QVERIFY(row.endsWith(",1\r\n"));
        const services::CsvRows found = services::readCsv(row);
        QCOMPARE(found.rows, QList<QStringList>({{text, "1"}}));
        QCOMPARE(found.end, row.size());
    }

    void aTextIsQuotedWhereItMustBe()
    {
        QCOMPARE(csvRow({"", "a", "b, c", "say \"so\"", "two\nlines", "d; e", "f\tg"}),
            std::string(",a,\"b, c\",\"say \"\"so\"\"\",\"two\nlines\",\"d; e\",\"f\tg\"\r\n"));
    }

    void nothingIsAFormula_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"=1", "=1+1", "+1+1", "+A1", "-1-1", "-A1",
                 "-2+3+cmd|' /C calc'!A0", "-", "+", "--1", "-1e", "-1 2", "-(1)", "@x", "@SUM(1)",
                 "\t=1", "\r=1", "'=1", "＝1", "＋1", "－1", "＠x"})
            QTest::newRow(text) << QByteArray(text);
    }
    void nothingIsAFormula()
    {
        QFETCH(QByteArray, text);

        const std::string row = csvRow({text.toStdString()});

        QVERIFY2(row.starts_with('\'') || row.starts_with("\"'"), row.c_str());
    }

    void numbersStayNumbers_data()
    {
        QTest::addColumn<QByteArray>("number");
        for (const char* number : {"-12.5", "+12", "-1,250.00", "-1.250,00", "+3e-4", "-2E10",
                 "-4%", "-4 %", "0.5", "1290"})
            QTest::newRow(number) << QByteArray(number);
    }
    void numbersStayNumbers()
    {
        QFETCH(QByteArray, number);

        const bool needsQuotes = number.contains(',');

        QCOMPARE(QByteArray::fromStdString(csvRow({number.toStdString()})),
            needsQuotes ? '"' + number + "\"\r\n" : number + "\r\n");
    }

    void aRowWithoutItsEndIsNotRead()
    {
        const auto whole = QByteArray::fromStdString(csvRow({"a"}));

        const services::CsvRows found = services::readCsv(whole + "\"b\nc");

        QCOMPARE(found.rows.size(), 1);
        QCOMPARE(found.end, whole.size());
    }
};

TESTS(CsvTest, QCoreApplication);
#include "csv_test.moc"
