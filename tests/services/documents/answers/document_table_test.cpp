#include "base/error.h"
#include "services/documents/answers/document_table.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace services;
using tests::ScriptedEngine;

namespace {

const std::string schema = R"({"type": "object", "properties": {
    "supplier": {"type": "string"}, "total": {"type": "number", "description": "amount in euros"},
    "paid": {"type": "boolean"}, "due": {"type": ["string", "null"]}}, "required": ["supplier", "total", "paid", "due"]})";

// Each paragraph is a passage on a page of its own.
WholeDocument documentOf(const std::string& name, const std::vector<std::string>& paragraphs)
{
    WholeDocument result{name, {}};
    result.document.isPaged = true;
    for (const std::string& paragraph : paragraphs) {
        DocumentPart part;
        part.width = part.height = 100;
        part.text = paragraph;
        part.blocks.push_back({BlockKind::Paragraph, 0, {0, paragraph.size()}, {}});
        result.document.append(part);
    }
    return result;
}

const WholeDocument invoice = documentOf("invoice.pdf",
    {"Invoice of Brandl and Sons. Order 4711 of 2 June.", "We delivered 1,290 bricks.",
        "The total amount is 1,290 euros."});

std::string filled(const std::string&)
{
    return R"({"supplier": "Brandl and Sons", "total": 1290, "paid": false, "due": null})";
}

} // namespace

// Tables out of documents: a row each, and for each cell where it is.
class DocumentTableTest : public QObject {
    Q_OBJECT

private slots:
    void aCellSaysWhereItsValueStands()
    {
        ScriptedEngine engine(2048, filled);

        const auto rows = makeTable(engine, schema, std::vector{invoice});

        QCOMPARE(rows.size(), size_t(1));
        QVERIFY(rows[0].isWhole);
        const auto& cells = rows[0].cells;
        QCOMPARE(cells.size(), size_t(4));
        QCOMPARE(cells[0].value, std::string(R"("Brandl and Sons")"));
        QCOMPARE(cells[0].passage->page, 1);
        QCOMPARE(cells[1].column, std::string("total"));
        QCOMPARE(cells[1].passage->page, 3); // not that of the bricks
        QVERIFY(!cells[2].passage && !cells[3].passage);
        QCOMPARE(cells[3].value, std::string("null"));
    }

    void aValueThatNoPassageHasHasNoPlace()
    {
        ScriptedEngine engine(2048, [](const std::string&) {
            return R"({"supplier": "Keller", "total": 1300, "paid": false, "due": "tomorrow"})";
        });

        const auto rows = makeTable(engine, schema, std::vector{invoice});

        for (const TableCell& cell : rows.at(0).cells)
            QVERIFY(!cell.passage);
    }

    void everyDocumentIsAskedAboutByTheSchema()
    {
        ScriptedEngine engine(2048, filled);
        engine.answerTogether(3);

        const auto rows = makeTable(engine, schema, std::vector{invoice, invoice, invoice});

        QCOMPARE(rows.size(), size_t(3));
        QCOMPARE(engine.asked().size(), size_t(3));
        for (const auto& request : engine.asked()) {
            QCOMPARE(request.settings.schema, std::optional(schema));
            QVERIFY(tests::writtenText(request).starts_with("invoice.pdf\n"));
            QVERIFY(tests::writtenText(request).find(invoice.document.text) != std::string::npos);
        }
    }

    void ofALongDocumentThePassagesAboutItsColumnsAreRead()
    {
        std::vector<std::string> paragraphs;
        for (int page = 0; page < 40; ++page) {
            std::string text
                = page == 30 ? "The total amount is 1,290 euros, says the supplier." : "Nothing.";
            while (tests::wordsIn(text) < 80)
                text += " Many more words follow here.";
            paragraphs.push_back(text);
        }
        ScriptedEngine engine(500, filled);

        const auto rows
            = makeTable(engine, schema, std::vector{documentOf("long.pdf", paragraphs)});

        QVERIFY(!rows[0].isWhole);
        const std::string asked = tests::writtenText(engine.asked()[0]);
        QVERIFY(asked.find("says the supplier") != std::string::npos);
        QVERIFY(tests::wordsIn(asked) + *engine.asked()[0].settings.maxTokens <= 500);
        QCOMPARE(rows[0].cells[1].passage->page, 31);
    }

    void anAnswerThatWasCutOffHasEmptyCells()
    {
        ScriptedEngine engine(2048, [](const std::string&) { return "{\"supplier\": \"Bra"; });

        const auto rows = makeTable(engine, schema, std::vector{invoice});

        QVERIFY(!rows[0].isComplete);
        QCOMPARE(rows[0].cells.size(), size_t(4));
        QCOMPARE(rows[0].cells[0].value, std::string("null"));
    }

    void whatIsNoTableIsRefused()
    {
        ScriptedEngine engine(2048, filled);

        for (const char* wrong : {"", "[]", "{\"type\": \"string\"}", "{\"properties\": {}}"})
            QVERIFY_EXCEPTION_THROWN(makeTable(engine, wrong, std::vector{invoice}), base::Error);
        QVERIFY(engine.asked().empty());
    }
};

TESTS(DocumentTableTest);
#include "document_table_test.moc"
