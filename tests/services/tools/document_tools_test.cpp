#include "base/error.h"
#include "services/documents/library/document_library.h"
#include "services/settings/settings.h"
#include "services/tools/document_tools.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <optional>

using namespace services;

namespace {

LibraryRoot folder(const QString& path, const QStringList& files)
{
    LibraryRoot root{path, true, true, {}, {}};
    QList<LibraryFile> all;
    for (const QString& file : files)
        all << LibraryFile{path + u'/' + file, LibraryFile::State::Read, 3, 4, {}};
    root.setFiles(all);
    return root;
}

QStringList namesIn(const QList<LibraryRoot>& roots)
{
    QStringList names;
    for (const NamedDocument& document : namedDocuments(roots))
        names << document.name;
    return names;
}

QString messageOf(const QList<LibraryRoot>& roots, const QString& name)
try {
    return "path: " + pathOfDocument(roots, name);
} catch (const base::Error& error) {
    return QString::fromUtf8(error.what());
}

} // namespace

// What models can do with the user's documents, in several steps.
class DocumentToolsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath("settings.ini"));
        addDocuments();
        m_library = std::make_unique<DocumentLibrary>(*m_settings,
            OwnDocumentsLocation{m_folder->filePath("own.sqlite"), m_folder->filePath("store")});
        m_library->start();
        QTRY_VERIFY(m_library->isOpened());
    }

    void documentsAreCalledByNamesThatAreTheirsAlone()
    {
        const QList<LibraryRoot> roots{folder("/home/a/Work", {"plan.pdf", "old/Plan.pdf"}),
            folder("/home/a/Home", {"recipes.md"})};

        QCOMPARE(namesIn(roots), (QStringList{"Work/old/Plan.pdf", "Work/plan.pdf", "recipes.md"}));
        QCOMPARE(messageOf(roots, "Work/old/plan.pdf"), "path: /home/a/Work/old/Plan.pdf");
        QCOMPARE(messageOf(roots, "Recipes.md"), "path: /home/a/Home/recipes.md");
        QCOMPARE(messageOf(roots, "plan.pdf"),
            "Several documents have the name \"plan.pdf\": Work/old/Plan.pdf, Work/plan.pdf.");
        QCOMPARE(messageOf(roots, "recipes"),
            "No document has the name \"recipes\". Similar: recipes.md.");
        QVERIFY(messageOf(roots, "/etc/passwd").startsWith("No document has the name"));
    }

    void documentsAreListed()
    {
        DocumentListTool tool(*m_library);

        QCOMPARE(
            outcomeOf(tool, {}).text, "Documents 1 to 2 of 2:\nboiler.pdf (2 pages)\nnotes.txt");
        QCOMPARE(outcomeOf(tool, {{"words", "NOTE"}}).text, "Documents 1 to 1 of 1:\nnotes.txt");
        QCOMPARE(outcomeOf(tool, {{"words", "tax"}}).text,
            "No document has these words in its name: tax.");
        QCOMPARE(outcomeOf(tool, {{"first", 3}}).text, "There are only 2 documents.");
    }

    void pagesAreRead()
    {
        DocumentPageTool tool(*m_library);

        QCOMPARE(outcomeOf(tool, {{"document", "boiler.pdf"}, {"page", 2}}).text,
            "boiler.pdf, page 2 of 2:\n\nErrors\nE4: the pump is blocked.");
        QCOMPARE(outcomeOf(tool, {{"document", "boiler.pdf"}}).text,
            "boiler.pdf, page 1 of 2:\n\nPressure\nIt is 1.8 bar.");
        const ToolOutcome beyond = outcomeOf(tool, {{"document", "boiler.pdf"}, {"page", 9}});
        QVERIFY(beyond.hasFailed);
        QCOMPARE(beyond.text, "\"boiler.pdf\" has no page 9, but 2.");
    }

    void documentsWithoutPagesAreReadInParts()
    {
        DocumentPageTool tool(*m_library);

        const ToolOutcome last = outcomeOf(tool, {{"document", "notes.txt"}, {"page", 2}});

        QCOMPARE(last.text, "notes.txt, part 2 of 2:\n\nNote 5.\n\nNote 6.");
        QVERIFY(!outcomeOf(tool, {{"document", "notes.txt"}}).text.contains("Note 5"));
    }

    void onlyDocumentsOfTheLibraryAreRead()
    {
        DocumentPageTool tool(*m_library);

        const ToolOutcome outcome
            = outcomeOf(tool, {{"document", m_folder->filePath("settings.ini")}});

        QVERIFY(outcome.hasFailed);
        QVERIFY(outcome.text.startsWith("No document has the name"));
    }

    void threeStepsLeadToAnAnswer()
    {
        DocumentSearchTool search(*m_library);
        DocumentListTool list(*m_library);
        DocumentPageTool page(*m_library);

        QVERIFY(outcomeOf(list, {{"words", "boiler"}}).text.contains("boiler.pdf"));
        QVERIFY(outcomeOf(search, {{"question", "blocked pump"}})
                    .text.startsWith("[1] boiler.pdf, page 2"));
        QVERIFY(outcomeOf(page, {{"document", "boiler.pdf"}, {"page", 2}}).text.contains("E4"));
    }

    void otherProgramsFindThem()
    {
        const Found found = m_library->findNow("blocked pump", 1, [] { return false; });

        QCOMPARE(found.hits.size(), size_t(1));
        QCOMPARE(found.hits.front().file, "/library/boiler.pdf");
    }

private:
    void addDocuments()
    {
        const auto index = openDocumentIndex(m_folder->filePath("store"));
        index->addRoot("/library");
        index->addDocument({"/library/boiler.pdf", 10, 1, {}},
            {"boiler", 1, {}, "Boiler", 2, 2, {}},
            {{1, "Pressure", "It is 1.8 bar.", {0, 14}, {}},
                {2, "Errors", "E4: the pump is blocked.", {14, 38}, {}}});
        std::vector<Passage> notes;
        for (size_t note = 0; note < 7; ++note)
            notes.push_back(
                {0, {}, "Note " + std::to_string(note) + ".", {note * 7, note * 7 + 7}, {}});
        index->addDocument(
            {"/library/notes.txt", 10, 1, {}}, {"notes", 1, {}, "Notes", 0, 7, {}}, notes);
    }

    static ToolOutcome outcomeOf(Tool& tool, const QJsonObject& arguments)
    {
        std::optional<ToolOutcome> outcome;
        const auto run
            = tool.call(arguments, [&outcome](const ToolOutcome& given) { outcome = given; });
        [&outcome] { QTRY_VERIFY(outcome); }();
        return outcome.value_or(ToolOutcome());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<DocumentLibrary> m_library;
};

TESTS(DocumentToolsTest, QCoreApplication);
#include "document_tools_test.moc"
