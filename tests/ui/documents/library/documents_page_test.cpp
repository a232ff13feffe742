#include "services/settings/settings_table.h"
#include "tests/services/network/fake_host.h"
#include "tests/support/document_stores.h"
#include "tests/support/documents.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/documents/library/documents_page.h"
#include "ui/documents/library/library_progress.h"
#include "ui/documents/library/library_view.h"
#include "ui/documents/library/web_page_row.h"
#include "ui/documents/measure/measure_dialog.h"
#include "ui/documents/passages/found_passages.h"
#include "ui/documents/passages/meaning_hint.h"
#include "ui/documents/tables/table_page.h"
#include "ui/documents/viewer/document_viewer.h"
#include "ui/evidence/evidence_dialog.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/undo_bar.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <memory>

using services::DocumentLibrary;
using State = services::LibraryFile::State;
using tests::patience;

namespace keys = services::settings;

// The page as a user works with it, on a real library and real readers.
class DocumentsPageTest : public QObject {
    Q_OBJECT

private slots:
    void rowsOfTablesAreReadWithoutBars_data()
    {
        QTest::addColumn<QString>("passage");
        QTest::addColumn<QString>("shown");
        QTest::newRow("read") << "Prices\npart | size\npipe | 5\nhose | 7\n\nEnd."
                              << "Prices part · size; pipe · 5; hose · 7 End.";
        QTest::newRow("Markdown") << "| part | size |\n|---|:--|\n| pipe |  5 |"
                                  << "part · size; pipe · 5";
        QTest::newRow("a single line") << "cat a | sort\nand more  words"
                                       << "cat a | sort and more words";
        QTest::newRow("figure") << "[Image 2] Figure 1: The flag\n[sic] of the harbor"
                                << "Figure 1: The flag [sic] of the harbor";
        QTest::newRow("empty cells") << "a |  | b\nc | d | e"
                                     << "a · b; c · d · e";
    }
    void rowsOfTablesAreReadWithoutBars()
    {
        QFETCH(QString, passage);
        QTEST(ui::passageExcerpt(passage), "shown");
    }

    void init()
    {
        m_services = std::make_unique<tests::TestServices>();
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_folder->path()).mkpath("manuals"));
        m_page = std::make_unique<ui::DocumentsPage>(m_services->documents(), m_services->models(),
            m_services->installed(), m_services->settings(), m_services->hosts());
        m_page->webPage()->setFolder(m_folder->filePath("pages"));
        m_page->resize(1000, 700);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    }
    void cleanup()
    {
        m_page.reset();
        m_services.reset();
    }

    void anEmptyPageSaysWhatToDo()
    {
        QVERIFY(button("Choose a folder…"));
        QVERIFY(!m_page->searchField()->isVisible());
        tests::keepPicture(*m_page, "documents-empty.png");
    }

    void aWebPageIsSavedAndFound()
    {
        const tests::FakeHost host(tests::FakeHost::Answers{{"/guide",
            tests::FakeHost::file("<html><head><title>Guide to herons</title></head>"
                                  "<body><p>Herons stand in shallow water.</p></body></html>")}});
        for (QAction* action : button("Add")->menu()->actions())
            if (action->text() == "Web page…")
                action->trigger();
        QVERIFY(m_page->webPage()->isVisible());
        m_page->webPage()->address()->setText(QString::fromStdString(host.url("/nothing")));
        QTest::keyClick(m_page->webPage()->address(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(
            m_page->webPage()->message()->text().contains("answered with status 404"), patience);
        tests::keepPicture(*m_page, "web-page-failed.png");

        m_page->webPage()->address()->setText(QString::fromStdString(host.url("/guide")));
        QTest::mouseClick(m_page->webPage()->saveButton(), Qt::LeftButton);

        QTRY_COMPARE_WITH_TIMEOUT(library().counts().read, 1, patience);
        QVERIFY(!m_page->webPage()->isVisible());
        const QString path = library().roots().first().path;
        QVERIFY2(path.contains("127.0.0.1 guide") && path.endsWith(".html"), qPrintable(path));
        QCOMPARE(m_services->hosts().hosts().first().name, "127.0.0.1");
        m_page->searchField()->setText("Where do herons stand?");
        QTRY_COMPARE_WITH_TIMEOUT(m_page->found()->hits().rowCount(), 1, patience);
        tests::keepPicture(*m_page, "web-page-found.png");
    }

    void aSlowWebPageIsCancelled()
    {
        const tests::FakeHost host;
        m_page->webPage()->open();
        m_page->webPage()->address()->setText(QString::fromStdString(host.url("/silent")));
        QTest::keyClick(m_page->webPage()->address(), Qt::Key_Return);
        QCOMPARE(m_page->webPage()->message()->text(), "Downloading…");

        QTest::keyClick(m_page->webPage(), Qt::Key_Escape);

        QVERIFY(!m_page->webPage()->isVisible());
        QVERIFY(library().roots().isEmpty());
    }

    void aDroppedFolderIsReadAndEachFileTellsWhatCameOfIt()
    {
        writeManuals();

        tests::drop(*m_page, {m_folder->filePath("manuals")});
        awaitRest();

        QCOMPARE(library().counts().files, 4);
        QVERIFY(m_page->libraryView()->isVisible());
        QTRY_COMPARE(m_page->progress()->text(), "Up to date – 1 file(s) couldn't be read");
        QCOMPARE(shownFiles(), 4);
        tests::keepPicture(*m_page, "documents-read.png");

        QComboBox* filter = stateFilter();
        filter->setCurrentIndex(filter->findText("Failed"));
        QTRY_COMPARE(shownFiles(), 1);
        QTRY_VERIFY(button("Retry"));
        tests::keepPicture(*m_page, "documents-failed.png");
    }

    void whatFailedIsTriedAgain()
    {
        writeManuals();
        m_page->add({m_folder->filePath("manuals")});
        awaitRest();
        QCOMPARE(library().counts().failed, 1);
        write("manuals/empty.txt", "It is not empty any more.");

        QTRY_VERIFY(button("Retry"));
        QTest::mouseClick(button("Retry"), Qt::LeftButton);

        QTRY_COMPARE_WITH_TIMEOUT(library().counts().failed, 0, patience);
        awaitRest();
        QTRY_COMPARE(m_page->progress()->text(), "Up to date");
        QVERIFY(!m_page->progress()->findChild<QProgressBar*>()->isVisible());
    }

    void f5ChecksAllFilesAndItsEntrySaysSo()
    {
        const auto actions = m_page->findChildren<QAction*>();
        const auto entry = std::ranges::find_if(actions,
            [](const QAction* action) { return action->text() == "Check all files for changes"; });
        QVERIFY(entry != actions.end());
        QSignalSpy triggered(*entry, &QAction::triggered);
        m_page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_page->window()));

        QTest::keyClick(m_page->window(), Qt::Key_F5);

        QCOMPARE(triggered.count(), 1);
    }

    void theLibraryIsMeasuredOnItsOwnPassages()
    {
        writeManuals();
        tests::MadeUpDocuments documents;
        QVERIFY(QFile::copy(documents.path("chapters.pdf"), path("manuals/chapters.pdf")));
        m_page->add({m_folder->filePath("manuals")});
        awaitRest();

        trigger("Measure search…");
        auto* dialog = m_page->findChild<ui::MeasureDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        tests::keepPicture(*dialog, "measure.png");
        QTest::mouseClick(tests::buttonSaying(*dialog, "Measure"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->isWorking(), patience);

        QVERIFY2(dialog->measure() && !dialog->measure()->isByModel, qPrintable(dialog->message()));
        const QStringList results = dialog->results();
        QVERIFY(results.size() >= 4);
        QCOMPARE(results[2], QString("It is among the first 20: 100\u00a0%"));
        QVERIFY2(results[3].startsWith("Weak: “empty.txt”. It couldn't be read."),
            qPrintable(results[3]));
        tests::keepPicture(*dialog, "measured.png");
    }

    void theSuggestedThresholdIsUsed()
    {
        trigger("Measure search…");
        auto* dialog = m_page->findChild<ui::MeasureDialog*>();
        QVERIFY(dialog);
        QVERIFY(!tests::buttonSaying(*dialog, "Use this threshold"));
        services::LibraryMeasure measure;
        measure.isByModel = true;
        for (int question = 0; question < 20; ++question) {
            measure.questions << services::MeasuredQuestion{"Why?", "/a.pdf", {}, 1};
            measure.questions.last().score = 0.205 + 0.03 * question;
        }

        dialog->report(measure);

        QAbstractButton* use = tests::buttonSaying(*dialog, "Use this threshold");
        QVERIFY(use && use->isVisible() && use->isEnabled());
        const QStringList results = dialog->results();
        QVERIFY2(
            results.contains(
                "Questions that wouldn't be answered at the threshold of 50\u00a0%: 50\u00a0%"),
            qPrintable(results.join('\n')));
        QVERIFY2(results.contains(
                     "Threshold at which one question in ten wouldn't be answered: 26\u00a0%"),
            qPrintable(results.join('\n')));
        QCoreApplication::processEvents(); // lays the list out
        tests::keepPicture(*dialog, "measure-threshold.png");
        QTest::mouseClick(use, Qt::LeftButton);
        QCOMPARE(m_services->settings().get(services::settings::answerThreshold), 26);
        QVERIFY(!use->isEnabled());
        m_services->settings().reset(services::settings::answerThreshold);
        QVERIFY(use->isEnabled());
        dialog->close();
    }

    void anExportedReplyIsCheckedFromThePage()
    {
        write("reply.pdf", "stream\n{\"@type\":\"vignette-evidence/1\"}\nendstream");

        trigger("Check an exported reply…");
        auto* files = m_page->findChild<QFileDialog*>();
        QVERIFY(files);
        emit files->fileSelected(path("reply.pdf"));
        files->close();
        auto* dialog = m_page->findChild<ui::EvidenceDialog*>();
        QVERIFY(dialog);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->isWorking(), patience);

        QCOMPARE(dialog->message(), QString("The record of this reply is damaged."));
        dialog->close();
    }

    void aQuestionIsAnsweredByPassagesOfWhichOneOpensMarked()
    {
        writeManuals();
        tests::MadeUpDocuments documents;
        QVERIFY(QFile::copy(documents.path("two_columns.pdf"), path("manuals/columns.pdf")));
        m_page->add({m_folder->filePath("manuals")});
        awaitRest();

        m_page->searchField()->setFocus();
        QTest::keyClicks(m_page->searchField(), "title across both columns");
        QTest::keyClick(m_page->searchField(), Qt::Key_Return);

        QListView* list = m_page->found()->list();
        QTRY_VERIFY_WITH_TIMEOUT(list->model()->rowCount() > 0 && list->hasFocus(), patience);
        const QString card = list->currentIndex().data(Qt::AccessibleTextRole).toString();
        QVERIFY2(card.startsWith("columns.pdf, Page "), qPrintable(card));
        tests::keepPicture(*m_page, "documents-found.png");
        QTest::keyClick(list, Qt::Key_Return);

        ui::DocumentViewer* viewer = m_page->documentViewer();
        QTRY_VERIFY_WITH_TIMEOUT(viewer->isVisible() && viewer->pageCount() == 3, patience);
        QTRY_VERIFY_WITH_TIMEOUT(QApplication::focusWidget()->accessibleDescription().contains(
                                     "Highlighted passage", Qt::CaseInsensitive),
            patience);
        tests::keepPicture(*m_page, "documents-opened.png");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(viewer->isHidden() && list->hasFocus());

        QVERIFY(m_page->escape()); // leaves the question
        QTRY_VERIFY(m_page->libraryView()->isVisible());
        QVERIFY(!m_page->escape());
    }

    void whoPressesEnterBeforeTheAnswerIsThereGetsToIt()
    {
        writeManuals();
        m_page->add({m_folder->filePath("manuals")});
        awaitRest();
        m_page->searchField()->setFocus();
        m_page->ask("blinking lamp"); // as it is asked while somebody writes

        QTest::keyClick(m_page->searchField(), Qt::Key_Return);

        QTRY_VERIFY_WITH_TIMEOUT(m_page->found()->list()->hasFocus(), patience);
        QCOMPARE(m_page->found()->list()->currentIndex().row(), 0);
    }

    void whoGoesOnWritingStaysInTheQuestion()
    {
        writeManuals();
        m_page->add({m_folder->filePath("manuals")});
        awaitRest();
        m_page->searchField()->setFocus();
        m_page->ask("blinking");
        QTest::keyClick(m_page->searchField(), Qt::Key_Return);

        QTest::keyClicks(m_page->searchField(), " lamp");

        QTRY_VERIFY_WITH_TIMEOUT(m_page->found()->hits().rowCount() > 0, patience);
        QVERIFY(m_page->searchField()->hasFocus());
    }

    void whatNothingAnswersIsSaid()
    {
        writeManuals();
        m_page->add({m_folder->filePath("manuals")});
        awaitRest();

        m_page->ask("zyzzyva");

        QTRY_COMPARE_WITH_TIMEOUT(m_page->found()->message(), "No results", patience);
    }

    void whatIsRemovedCanBePutBack()
    {
        writeManuals();
        m_page->add({m_folder->filePath("manuals")});
        awaitRest();
        ui::LibraryView* view = m_page->libraryView();
        view->showRoot(path("manuals"));
        view->setFocus();

        QTest::keyClick(view, Qt::Key_Delete);

        QVERIFY(library().roots().isEmpty());
        QVERIFY(button("Choose a folder…"));
        QVERIFY(m_page->undoBar()->isVisible());
        QVERIFY(button("Choose a folder…")->hasFocus());
        QTest::keyClick(button("Choose a folder…"), Qt::Key_Tab);
        QVERIFY(button("Undo")->hasFocus());
        QTest::keyClick(button("Undo"), Qt::Key_Space);
        QCOMPARE(library().roots().size(), 1);
        QVERIFY(view->hasFocus());
        QTRY_COMPARE(shownFiles(), 4);
        awaitRest();

        QTest::keyClick(view, Qt::Key_Delete);
        m_page->undoBar()->withdraw(); // too late
        awaitRest();
        QVERIFY(library().roots().isEmpty());
    }

    void readingIsPausedAndResumed()
    {
        writeManuals();
        library().pause(); // as it was left
        m_page->add({m_folder->filePath("manuals")});
        QTRY_VERIFY_WITH_TIMEOUT(button("Resume"), patience);
        QCOMPARE(m_page->progress()->text(), "Paused");
        QCOMPARE(library().counts().read, 0);

        QTest::mouseClick(button("Resume"), Qt::LeftButton);

        QTRY_COMPARE_WITH_TIMEOUT(library().counts().read, 3, patience);
        awaitRest();
        QTRY_VERIFY(button("Pause"));
        QTest::mouseClick(button("Pause"), Qt::LeftButton);
        QVERIFY(library().isPaused());
    }

    void withoutAModelItSaysThatWordsAloneAreCompared()
    {
        writeManuals();
        m_page->add({m_folder->filePath("manuals")});
        awaitRest();
        auto* hint = m_page->findChild<ui::MeaningHint*>();
        QVERIFY(hint->isVisible() && hint->message().contains("Keyword search only"));
        QSignalSpy requested(m_page.get(), &ui::DocumentsPage::embeddingModelRequested);

        QTest::mouseClick(tests::buttonSaying(*hint, "Get a model"), Qt::LeftButton);
        QCOMPARE(requested.size(), 1);

        write("model.gguf", "is none");
        m_services->settings().set(keys::embeddingModel, path("model.gguf"));
        QVERIFY(!hint->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(hint->isVisible(), patience);
        QVERIFY2(hint->message().contains("model.gguf"), qPrintable(hint->message()));
    }

    void aPathThatIsNotThereIsANotice()
    {
        m_page->add({"/no/such/folder"});

        QTRY_VERIFY(m_page->findChild<ui::Notice*>());
        QVERIFY(m_page->findChild<ui::Notice*>()->message().contains("/no/such/folder"));
    }

    void aStoreThatCannotBeOpenedIsSaidAndTriedAgain()
    {
        write("store", QByteArray(5000, 'x'));
        m_services->settings().set(keys::documentStore, path("store"));

        QTRY_VERIFY_WITH_TIMEOUT(button("Retry"), patience);
        tests::keepPicture(*m_page, "documents-closed.png");
        QVERIFY(!m_page->findChild<ui::Notice*>());
        QVERIFY(QFile::remove(path("store")));

        QTest::mouseClick(button("Retry"), Qt::LeftButton);

        QTRY_VERIFY_WITH_TIMEOUT(button("Choose a folder…"), patience);
    }

    void aTableIsMadeOfWhatIsSelected()
    {
        writeManuals();
        m_page->add({m_folder->filePath("manuals")});
        awaitRest();

        QTest::mouseClick(button("Extract data to table"), Qt::LeftButton);

        QVERIFY(m_page->tablePage()->isVisible());
        QVERIFY(!m_page->searchField()->isVisible());
        QVERIFY(m_page->escape());
        QVERIFY(m_page->libraryView()->isVisible());
    }

    void whatOthersAddedIsShownAsSuchAndAddedOnceTheUserAgrees_data() { tests::addStoreKinds(); }
    void whatOthersAddedIsShownAsSuchAndAddedOnceTheUserAgrees()
    {
        QFETCH(QString, kind);
        if (kind == u"postgres" && !tests::StorePlace::serverAddress())
            QSKIP("VIGNETTE_POSTGRES names no server: ./dev test-postgres brings one");
        const tests::StorePlace place(kind);
        writeManuals();
        const QString own = path("own"), manuals = path("manuals");
        QVERIFY(QDir().mkpath(own));
        write("own/note.txt", "The fox is red.");
        const auto store = place.open();
        store->addRoot(manuals);
        store->addDocument({manuals + "/lamp.md", 1, 1, "/"}, {"a", 1, {}, "Lamp", 0, 1, {}},
            {{0, {}, "A blinking lamp.", {0, 16}, {}}});
        m_services->settings().set(keys::documentStore, place.store());
        m_page->add({own});
        QTRY_COMPARE_WITH_TIMEOUT(library().roots().size(), 2, patience);
        awaitRest();

        ui::LibraryView* view = m_page->libraryView();
        QTRY_VERIFY(button("Add here…"));
        QVERIFY2(
            detailOf("manuals").startsWith("Added elsewhere: "), qPrintable(detailOf("manuals")));
        QVERIFY(!detailOf("own").contains("elsewhere"));
        QCOMPARE(library().counts().files, 1);
        view->selectAll();
        QCOMPARE(view->selectedRoots(), QStringList(own));
        QCOMPARE(view->selectedRootsOfOthers(), QStringList(manuals));
        QCOMPARE(view->selectedFiles(), QStringList(own + "/note.txt"));
        view->clearSelection();
        view->showRoot(manuals);
        QTest::keyClick(view, Qt::Key_Delete);
        QCOMPARE(library().roots().size(), 2); // nothing happens
        tests::keepPicture(*m_page, "documents-of-others.png");

        QTest::mouseClick(button("Add here…"), Qt::LeftButton);
        auto* question = m_page->findChild<ui::AddHereQuestion*>();
        QVERIFY(question && question->isVisible());
        QCOMPARE(question->findChild<QPlainTextEdit*>()->toPlainText(), manuals);
        tests::keepPicture(*question, "documents-add-here.png");
        question->reject();
        awaitRest();
        QCOMPARE(library().counts().files, 1);

        QTest::mouseClick(button("Add here…"), Qt::LeftButton);
        for (auto* each : m_page->findChildren<ui::AddHereQuestion*>())
            if (each->isVisible())
                each->accept();
        QTRY_COMPARE_WITH_TIMEOUT(library().counts().files, 5, patience);
        awaitRest();
        QTRY_VERIFY(!button("Add here…"));
        QVERIFY(!detailOf("manuals").contains("elsewhere"));
        m_services->settings().reset(keys::documentStore);
    }

private:
    QString detailOf(const QString& name) const
    {
        const QAbstractItemModel* model = m_page->libraryView()->model();
        for (int root = 0; root < model->rowCount(); ++root)
            if (model->index(root, 0).data().toString() == name)
                return model->index(root, 0).data(ui::LibraryModel::DetailRole).toString();
        return {};
    }

    DocumentLibrary& library() { return m_services->documents(); }

    QString path(const QString& name) const
    {
        return QFileInfo(m_folder->path()).canonicalFilePath() + u'/' + name;
    }

    void write(const QString& name, const QByteArray& bytes)
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

    void writeManuals()
    {
        write("manuals/lamp.md", "# Lamp\n\nA blinking lamp means that the battery is empty.");
        write("manuals/kettle.txt", "The kettle switches itself off when the water boils.");
        write("manuals/radio.html", "<h1>Radio</h1><p>Turn the knob to find a station.</p>");
        write("manuals/empty.txt", "");
    }

    void awaitRest() { QTRY_VERIFY_WITH_TIMEOUT(library().isResting(), patience); }

    QComboBox* stateFilter() const
    {
        for (QComboBox* each : m_page->findChildren<QComboBox*>())
            if (each->accessibleName() == "Filter files by status")
                return each;
        return nullptr;
    }

    QPushButton* button(const QString& words) const
    {
        for (QPushButton* each : m_page->findChildren<QPushButton*>())
            if (each->text() == words && each->isVisible())
                return each;
        return nullptr;
    }

    // Chooses an entry of one of the page's menus.
    void trigger(const QString& name)
    {
        for (QAction* action : m_page->findChildren<QAction*>())
            if (action->text() == name)
                return action->trigger();
        QFAIL(qPrintable("there is no " + name));
    }

    int shownFiles() const
    {
        const QAbstractItemModel* model = m_page->libraryView()->model();
        int files = 0;
        for (int root = 0; root < model->rowCount(); ++root)
            files += model->rowCount(model->index(root, 0));
        return files;
    }

    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ui::DocumentsPage> m_page;
};

TESTS(DocumentsPageTest, QApplication);
#include "documents_page_test.moc"
