#include "services/models/model_id_text.h"
#include "services/settings/settings_table.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/support/hosted_engine.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/documents/tables/table_model.h"
#include "ui/documents/tables/table_page.h"
#include "ui/documents/tables/table_preview.h"

#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <memory>

using services::TableRun;
using HostedEngine = tests::Hosted<tests::ScriptedEngine>;
using tests::patience;
using Kind = services::TableColumn::Kind;

namespace {

// Says of each document what its words are.
std::string filled(const std::string& text)
{
    const bool isFox = text.find("fox") != std::string::npos;
    return isFox ? R"({"animal": "fox", "legs": 4, "tame": false})"
                 : R"({"animal": "wolf", "legs": null, "tame": true})";
}

} // namespace

// A table as a user makes it, with a model that says what it is told to.
class TablePageTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_services = std::make_unique<tests::TestServices>();
        m_engine = std::make_shared<HostedEngine>(2048, filled);
        m_services->models().setRemoteFactory(HostedEngine::factoryOf(m_engine));
        m_services->models().setCurrent(
            services::ModelId::remote("http://127.0.0.1:9", "scripted"));
        m_page = std::make_unique<ui::TablePage>(
            m_services->documents(), m_services->models(), m_services->installed());
        m_page->resize(900, 600);
        m_page->show();
        m_page->setFiles({write("a.txt", "The fox has 4 legs."), write("b.txt", "The wolf.")});
    }
    void cleanup()
    {
        m_page.reset();
        m_services.reset();
    }

    void withoutColumnsItCannotBegin()
    {
        QVERIFY(!m_page->startButton()->isEnabled());
        QCOMPARE(m_page->message(), "Add at least one column.");

        m_page->columns()->setColumns({{"a", Kind::Text}, {"a", Kind::Number}});

        QVERIFY(!m_page->startButton()->isEnabled());
        QVERIFY(m_page->message().contains("“a”"));
    }

    void aTableIsMadeAndItsCellsLeadToTheirPassages()
    {
        begin();
        QTRY_COMPARE_WITH_TIMEOUT(m_page->run()->state(), TableRun::State::Done, patience);
        QTRY_COMPARE(m_page->table()->model()->rowCount(), 2);
        QCOMPARE(rowOf(0), (QStringList{"a.txt", "fox", "4", "No", ""}));
        QCOMPARE(rowOf(1), (QStringList{"b.txt", "wolf", "", "Yes", ""}));
        tests::keepPicture(*m_page, "documents-table.png");
        QSignalSpy opened(m_page.get(), &ui::TablePage::sourceOpened);

        m_page->table()->setCurrentIndex(m_page->table()->model()->index(0, 1));
        QTest::keyClick(m_page->table(), Qt::Key_Return);

        QCOMPARE(opened.size(), 1);
        const auto source = opened.first().first().value<services::Source>();
        QCOMPARE(source.address, m_folder->filePath("a.txt"));
        QCOMPARE(source.passage, "The fox has 4 legs.");
        m_page->table()->setCurrentIndex(m_page->table()->model()->index(1, 2)); // nothing says so
        QTest::keyClick(m_page->table(), Qt::Key_Return);
        QCOMPARE(opened.size(), 1);
    }

    void itsFocusIsWhereAColumnIsNamed()
    {
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));

        m_page->setFocus();
        QTest::keyClicks(QApplication::focusWidget(), "animal");
        QCOMPARE(m_page->columns()->columns().value(0).name, "animal");

        m_page->columns()->setColumns({{"legs", Kind::Number}, {"tame", Kind::YesNo}});
        m_page->setFocus();
        QTest::keyClicks(QApplication::focusWidget(), "s");
        QCOMPARE(m_page->columns()->columns().value(0).name, "legss");
    }

    void theFirstRowsArePreviewed()
    {
        QStringList files;
        for (const char* name : {"a.txt", "b.txt", "c.txt", "d.txt"})
            files << write(name, "The fox has 4 legs.");
        m_page->setFiles(files);
        ui::TablePreview& preview = *m_page->preview();
        const QAbstractItemModel& rows = *preview.table()->model();
        QVERIFY(!preview.button()->isEnabled()); // there are no columns
        QCOMPARE(rows.rowCount(), 3);
        QCOMPARE(rows.index(2, 0).data().toString(), "c.txt");

        m_page->columns()->setColumns({{"animal", Kind::Text}, {"legs", Kind::Number}});
        QCOMPARE(rows.columnCount(), 3);
        QCOMPARE(rows.headerData(1, Qt::Horizontal).toString(), "animal");
        QVERIFY(preview.button()->text().startsWith("Fill in 3"));
        QTest::mouseClick(preview.button(), Qt::LeftButton);

        QTRY_VERIFY_WITH_TIMEOUT(!preview.isRunning(), patience);
        QCOMPARE(rows.index(2, 1).data().toString(), "fox");
        QCOMPARE(rows.index(2, 2).data().toString(), "4");
        QVERIFY(!m_page->run()); // the table itself has not begun
        tests::keepPicture(*m_page, "documents-table-preview.png");

        m_page->columns()->setColumns({{"animal", Kind::Text}, {"tame", Kind::YesNo}});
        QCOMPARE(rows.index(2, 1).data().toString(), QString()); // of other columns
    }

    void aTableIsStoppedAndAnotherBegun()
    {
        m_engine->answerTogether(1000); // so never
        begin();
        QTRY_COMPARE_WITH_TIMEOUT(m_page->run()->state(), TableRun::State::Making, patience);

        QTest::mouseClick(m_page->startButton(), Qt::LeftButton);

        QTRY_COMPARE_WITH_TIMEOUT(m_page->run()->state(), TableRun::State::Stopped, patience);
        QTest::mouseClick(m_page->startButton(), Qt::LeftButton);
        QVERIFY(!m_page->run());
        QVERIFY(m_page->columns()->isVisible()); // as they were
        QCOMPARE(m_page->columns()->columns().size(), 3);
    }

    void aSchemaOfTheUsersOwnIsTaken()
    {
        m_page->openSchema(write(
            "animals.json", R"({"type": "object", "properties": {"animal": {"type": "string"}}})"));
        QTRY_VERIFY(!m_page->columns()->isVisible());

        QTest::mouseClick(m_page->startButton(), Qt::LeftButton);

        QTRY_COMPARE_WITH_TIMEOUT(m_page->run()->state(), TableRun::State::Done, patience);
        QCOMPARE(m_page->run()->columns(), QStringList{"animal"});
    }

    void whatIsNoSchemaIsSaid()
    {
        m_page->openSchema(write("animals.json", "[]"));

        QTRY_VERIFY(m_page->message().contains("properties"));
        QVERIFY(m_page->columns()->isVisible());
    }

    void itIsExported()
    {
        begin();
        QTRY_COMPARE_WITH_TIMEOUT(m_page->run()->state(), TableRun::State::Done, patience);

        QVERIFY(m_page->exportTo(m_folder->filePath("table.csv")));

        QTRY_VERIFY_WITH_TIMEOUT(m_page->message().contains("table.csv"), patience);
        QFile file(m_folder->filePath("table.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("a.txt,fox,bytes 0-19,4,bytes 0-19,false,"));
    }

private:
    void begin()
    {
        m_page->columns()->setColumns(
            {{"animal", Kind::Text}, {"legs", Kind::Number}, {"tame", Kind::YesNo}});
        QTest::mouseClick(m_page->startButton(), Qt::LeftButton);
        QVERIFY(m_page->run());
    }

    QStringList rowOf(int row) const
    {
        const QAbstractItemModel* model = m_page->table()->model();
        QStringList texts;
        for (int column = 0; column < model->columnCount(); ++column)
            texts << model->index(row, column).data().toString();
        return texts;
    }

    QString write(const QString& name, const QByteArray& text)
    {
        QFile file(m_folder->filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return file.fileName();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<tests::TestServices> m_services;
    std::shared_ptr<HostedEngine> m_engine;
    std::unique_ptr<ui::TablePage> m_page;
};

TESTS(TablePageTest, QApplication);
#include "table_page_test.moc"
