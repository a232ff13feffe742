#include "services/captions/caption_store.h"
#include "tests/services/captions/caption_runs.h"
#include "tests/support/file_search.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"

#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>

using services::CaptionLibrary;
using services::CaptionRow;
using services::CaptionRun;
using State = CaptionRow::State;
using tests::copySample;
using tests::describe;
using tests::isAtRest;
using tests::patience;

// Caption runs with the built-in model and a file of their own.
class CaptionRunTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_file = m_folder->filePath("captions.sqlite");
        QVERIFY(QDir(m_folder->path()).mkdir("pictures"));
        open();
    }

    void everySampleIsDescribed()
    {
        const auto expected = tests::trueCaptions();
        CaptionRun* run = m_library->add({tests::resource("samples")}, describe);
        QTRY_VERIFY(isAtRest(*run));
        QCOMPARE(run->size(), expected.size());
        QCOMPARE(run->title(), QString("samples"));
        QCOMPARE(run->count(State::Waiting), expected.size());

        run->start();
        QTRY_COMPARE_WITH_TIMEOUT(run->count(State::Done), run->size(), patience);

        QTRY_VERIFY(isAtRest(*run));
        for (qsizetype i = 0; i < run->size(); ++i) {
            const CaptionRow& row = run->row(i);
            QCOMPARE(row.caption, expected[QFileInfo(row.file).fileName()]);
            QVERIFY(row.tokens > 3);
            QVERIFY(row.seconds > 0);
        }
    }

    void filesThatVanishOrAreBrokenAreErrorsOfTheirRows()
    {
        copySample("one-1.png", picture("a.png"));
        copySample("one-2.png", picture("b.png"));
        copySample("one-3.png", picture("c.png"));
        CaptionRun* run = m_library->add({pictures()}, describe);
        QTRY_VERIFY(isAtRest(*run));
        QVERIFY(QFile::remove(picture("a.png")));
        QFile broken(picture("b.png"));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("no picture");
        broken.close();

        run->start();
        QTRY_VERIFY_WITH_TIMEOUT(run->count(State::Waiting) == 0 && isAtRest(*run), patience);

        QCOMPARE(run->row(0).state, State::Failed);
        QVERIFY2(run->row(0).error.contains("a.png"), qPrintable(run->row(0).error));
        QCOMPARE(run->row(1).state, State::Failed);
        QVERIFY2(run->row(1).error.contains("b.png"), qPrintable(run->row(1).error));
        QCOMPARE(run->row(2).caption, tests::trueCaptions()["one-3.png"]);
    }

    // The words of a model that is not sure describe nothing.
    void aPictureThatTheModelDoesNotKnowIsNotDescribed()
    {
        const auto page = tests::dataFolder() / "foreign" / "like_a_page.png";
        QVERIFY(QFile::copy(QString::fromStdString(page.string()), picture("page.png")));
        CaptionRun* run = m_library->add({pictures()}, describe);
        QTRY_VERIFY(isAtRest(*run));

        run->start();
        QTRY_VERIFY_WITH_TIMEOUT(run->count(State::Waiting) == 0 && isAtRest(*run), patience);

        QCOMPARE(run->row(0).state, State::Failed);
        QVERIFY(run->row(0).caption.isEmpty());
        QVERIFY2(run->row(0).error.contains("drawings"), qPrintable(run->row(0).error));
    }

    void aPausedRunGoesOnAfterARestart()
    {
        for (int i = 0; i < 14; ++i)
            copySample("one-1.png", picture(QString("%1.png").arg(i, 2, 10, QChar('0'))));
        CaptionRun* run = m_library->add({pictures()}, describe);
        connect(run, &CaptionRun::rowChanged, this, [run] {
            if (run->count(State::Done) == 2)
                run->pause();
        });
        run->start(); // before its images were found
        QTRY_VERIFY_WITH_TIMEOUT(run->count(State::Done) >= 2 && isAtRest(*run), patience);
        const qsizetype done = run->count(State::Done);
        QVERIFY(done < run->size());
        QCOMPARE(run->count(State::Running), 0);
        QSet<qint64> described; // not always the first ones: several images are read at a time
        for (qsizetype i = 0; i < run->size(); ++i)
            if (run->row(i).state == State::Done)
                described << i;
        QCOMPARE(described.size(), done);
        QVERIFY(described.contains(0));
        run->setCaption(0, "Mine");

        open(); // again
        run = m_library->run(0);
        QCOMPARE(run->task(), describe);
        QCOMPARE(run->count(State::Done), done - 1); // told before the rows are here
        QVERIFY(!run->isLoaded());
        m_library->load(run);
        QTRY_VERIFY(run->isLoaded());
        QCOMPARE(run->size(), 14);
        QCOMPARE(run->row(0).state, State::Edited);
        QCOMPARE(run->row(0).caption, QString("Mine"));
        QSignalSpy changes(run, &CaptionRun::rowChanged);
        run->start();
        QTRY_VERIFY_WITH_TIMEOUT(run->count(State::Done) == 13 && isAtRest(*run), patience);

        QCOMPARE(run->row(0).caption, QString("Mine"));
        for (const auto& change : changes)
            QVERIFY(!described.contains(change.first().toLongLong())); // nothing twice
    }

    void cancelledPicturesWaitAgain()
    {
        for (int i = 0; i < 8; ++i)
            copySample("one-1.png", picture(QString("%1.png").arg(i)));
        CaptionRun* run = m_library->add({pictures()}, describe);
        run->start();
        QTRY_VERIFY_WITH_TIMEOUT(run->count(State::Running) > 0, patience);

        run->cancel();

        QCOMPARE(run->state(), CaptionRun::State::Resting);
        QCOMPARE(run->count(State::Running), 0);
        QCOMPARE(run->count(State::Waiting) + run->count(State::Done), 8);
        run->start();
        QTRY_COMPARE_WITH_TIMEOUT(run->count(State::Done), 8, patience);
    }

    void newFilesAreFoundByLookingAgain()
    {
        copySample("one-1.png", picture("b.png"));
        CaptionRun* run = m_library->add({pictures()}, describe);
        QTRY_VERIFY(isAtRest(*run));
        copySample("one-2.png", picture("a.png"));
        QSignalSpy looked(run, &CaptionRun::lookedAgain);

        run->lookAgain();
        QTRY_COMPARE(looked.count(), 1);

        QCOMPARE(looked.first().first().toLongLong(), 1);
        QCOMPARE(run->size(), 2);
        QCOMPARE(run->row(0).file, picture("b.png")); // rows keep their places
        QCOMPARE(run->row(1).file, picture("a.png"));
        run->lookAgain();
        QTRY_COMPARE(looked.count(), 2);
        QCOMPARE(run->size(), 2);
    }

    void foldersThatAreGoneOrEmptyHideNoOthers()
    {
        const QString gone = m_folder->filePath("gone");
        const QString empty = m_folder->filePath("empty");
        QVERIFY(QDir().mkdir(gone) && QDir().mkdir(empty));
        copySample("one-1.png", gone + "/a.png");
        copySample("one-1.png", picture("b.png"));
        CaptionRun* run = m_library->add({empty, gone, pictures()}, describe);
        QTRY_VERIFY(isAtRest(*run));
        QCOMPARE(run->size(), 2);
        QVERIFY(QDir(gone).removeRecursively());
        copySample("one-2.png", picture("c.png"));
        QSignalSpy looked(run, &CaptionRun::lookedAgain);

        run->lookAgain();
        QTRY_COMPARE(looked.count(), 1);

        QCOMPARE(run->size(), 3);
        QCOMPARE(run->row(2).file, picture("c.png"));
    }

    void chosenRowsAreDescribedAgain()
    {
        copySample("one-1.png", picture("a.png"));
        copySample("one-2.png", picture("b.png"));
        CaptionRun* run = m_library->add({pictures()}, describe);
        QTRY_VERIFY(isAtRest(*run));
        run->setCaption(0, "Mine");
        run->setCaption(1, "Mine, too");

        run->runAgain({1});
        QTRY_VERIFY_WITH_TIMEOUT(run->count(State::Done) == 1 && isAtRest(*run), patience);

        QCOMPARE(run->row(0).caption, QString("Mine"));
        QCOMPARE(run->row(1).caption, tests::trueCaptions()["one-2.png"]);
    }

    void aModelThatCannotBeLoadedInterruptsTheRun()
    {
        copySample("one-1.png", picture("a.png"));
        services::CaptionTask task = describe;
        task.model = services::parseModelId(m_folder->filePath("no-model.gguf"));
        CaptionRun* run = m_library->add({pictures()}, task);
        QSignalSpy interrupted(run, &CaptionRun::interrupted);

        run->start();
        QTRY_COMPARE_WITH_TIMEOUT(interrupted.count(), 1, patience);

        QVERIFY(interrupted.first().first().toString().contains("no-model.gguf"));
        QVERIFY(isAtRest(*run));
        QCOMPARE(run->row(0).state, State::Waiting); // it is not the image's fault
    }

    void anEmptyFolderIsToldOf()
    {
        CaptionRun* run = m_library->add({pictures()}, describe);
        QSignalSpy interrupted(run, &CaptionRun::interrupted);

        QTRY_COMPARE(interrupted.count(), 1);

        QVERIFY(interrupted.first().first().toString().contains("contains no pictures."));
    }

    void aRemovedRunCanBePutBackAndIsGoneAfterARestart()
    {
        copySample("one-1.png", picture("a.png"));
        CaptionRun* kept = m_library->add({pictures()}, describe);
        CaptionRun* removed = m_library->add({picture("a.png")}, describe);
        QTRY_VERIFY(isAtRest(*kept) && isAtRest(*removed));
        m_library->remove(removed);
        m_library->remove(kept);
        QCOMPARE(m_library->rowCount(), 0);

        m_library->putBack(kept);

        QCOMPARE(m_library->rowCount(), 1);
        open();
        QCOMPARE(m_library->rowCount(), 1);
        QCOMPARE(m_library->run(0)->title(), QString("pictures"));
    }

    void aForgottenRunIsErasedAtOnce()
    {
        copySample("one-1.png", picture("quokkafile.png"));
        CaptionRun* run = m_library->add({pictures()}, describe);
        QTRY_VERIFY(isAtRest(*run));
        const auto isOnDisk = [this] {
            for (const QString& file : tests::filesWith("quokkafile", m_folder->path()))
                if (file.contains("sqlite"))
                    return true;
            return false;
        };
        QTRY_VERIFY(isOnDisk());

        m_library->remove(run);
        m_library->forget(run);

        QTRY_VERIFY(!isOnDisk());
    }

    void nothingIsKeptOfARunThatWasForgottenWhileItLooked()
    {
        copySample("one-1.png", picture("a.png"));
        CaptionRun* run = m_library->add({pictures()}, describe);
        QVERIFY(run->isLooking());

        m_library->remove(run);
        m_library->forget(run);
        run->setTask({"Too late"});

        QTRY_VERIFY(isAtRest(*run));
        open();
        QCOMPARE(m_library->rowCount(), 0);
    }

    void aSchemaIsKeptTo()
    {
        copySample("one-1.png", picture("a.png"));
        services::CaptionTask task = describe;
        task.schema = R"({"type": "object", "properties": {"n": {"type": "integer"}},
            "required": ["n"], "additionalProperties": false})";
        CaptionRun* run = m_library->add({pictures()}, task);

        run->start();
        QTRY_VERIFY_WITH_TIMEOUT(
            run->size() == 1 && run->count(State::Waiting) == 0 && isAtRest(*run), patience);

        QCOMPARE(run->row(0).error, QString());
        QVERIFY2(run->row(0).caption.startsWith("{"), qPrintable(run->row(0).caption));
    }

    // Its template rejects every question with the day on which the run began.
    void captionsAreOfTheDayOnWhichTheirRunBegan()
    {
        tests::StarterCopy model;
        model.setTemplate("{{ raise_exception(strftime_now('Begun in %Y')) }}");
        services::CaptionTask task = describe;
        task.model = services::parseModelId(model.write());
        copySample("one-1.png", picture("a.png"));
        CaptionRun* run = m_library->add({pictures()}, task);
        QTRY_VERIFY(run->size() == 1 && isAtRest(*run));
        m_library.reset();
        changeFile("UPDATE run SET created = 1614859200000"); // 2021-03-04
        open();
        run = m_library->run(0);

        run->start();
        QTRY_COMPARE_WITH_TIMEOUT(run->count(State::Failed), 1, patience);

        QVERIFY2(run->row(0).error.contains("Begun in 2021"), qPrintable(run->row(0).error));
    }

private:
    void changeFile(const char* statement)
    {
        services::Database database(m_file, {":/sql/captions-1.sql", ":/sql/captions-2.sql"});
        database.run(statement);
    }

    void open()
    {
        m_library.reset(); // which saves what waits
        m_library = std::make_unique<CaptionLibrary>(m_models, m_file);
        QSignalSpy restored(m_library.get(), &CaptionLibrary::restored);
        QTRY_COMPARE(restored.count(), 1);
    }

    QString pictures() const { return m_folder->filePath("pictures"); }
    QString picture(const QString& name) const { return pictures() + u'/' + name; }

    services::ModelPool m_models{services::LoadOptions{}};
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
    std::unique_ptr<CaptionLibrary> m_library;
};

TESTS(CaptionRunTest, QCoreApplication);
#include "caption_run_test.moc"
