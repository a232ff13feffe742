#include "services/documents/library/document_library.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "tests/services/documents/index/saying_reader.h"
#include "tests/support/fixtures.h"
#include "tests/support/scans.h"
#include "tests/support/test_program.h"

#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

using namespace services;

using Phase = LibraryProgress::Phase;
using State = LibraryFile::State;

namespace {

constexpr int patience = 120'000; // milliseconds

// Sees the same in every image, unless it was stopped meanwhile.
class Seer : public PictureCaptioner {
public:
    explicit Seer(std::function<bool()> isStopped)
        : m_isStopped(std::move(isStopped))
    {
    }

    std::string describe(const Picture&) override
    {
        if (m_isStopped())
            throw base::Error(base::ErrorKind::Cancelled, "");
        return "Two dogs run along a beach.";
    }

private:
    const std::function<bool()> m_isStopped;
};

} // namespace

// What the window sees of the documents that its user has given.
class DocumentLibraryTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_folder->path()).mkpath("files/below"));
        QVERIFY(QDir(m_folder->path()).mkpath("others"));
        m_settings = std::make_unique<Settings>(m_folder->filePath("settings.ini"));
        begin();
    }

    void cleanup() { m_library.reset(); }

    void withoutDocumentsThereIsNoStore()
    {
        m_library->start();

        const Found found = answerTo("What is red?");

        QVERIFY(found.hits.empty() && !found.isAnswered && found.error.isEmpty());
        QVERIFY(m_library->roots().isEmpty());
        m_library.reset();
        QVERIFY(!QFileInfo::exists(m_folder->filePath("store")));
    }

    void aFolderIsReadAndFound()
    {
        write("files/fox.txt", "The fox is red.");
        write("files/below/wolf.md", "# Wolves\n\nThey are grey.");
        write("files/empty.txt", "");

        m_library->add({path("files")});
        awaitRest();

        QCOMPARE(m_library->roots().size(), 1);
        const LibraryRoot& root = m_library->roots().first();
        QCOMPARE(root.path, path("files"));
        QVERIFY(root.isFolder && root.isThere);
        QCOMPARE(root.counts.files, 3);
        QCOMPARE(root.counts.read, 2);
        QCOMPARE(root.counts.failed, 1);
        QCOMPARE(root.counts.waiting, 0);
        const LibraryFile& failed = root.files[root.indexOf(path("files/empty.txt"))];
        QCOMPARE(failed.state, State::Failed);
        QVERIFY(failed.error.contains("empty.txt"));
        const Found found = answerTo("Which fox is red?");
        QVERIFY(!found.hits.empty());
        QCOMPARE(found.hits.front().file, path("files/fox.txt"));
    }

    void theThresholdOfTheSettingsSaysWhatAnswers()
    {
        write("files/fox.txt", "The fox is red.");
        m_library->start();
        m_library->add({path("files")});
        awaitRest();
        QVERIFY(answerTo("Which fox is red?").isAnswered);

        m_settings->set(settings::answerThreshold, settings::answerThreshold.most);

        const Found found = answerTo("Which fox is red?");
        QVERIFY(!found.hits.empty() && !found.isAnswered);
    }

    void everyFileIsToldOfOnce()
    {
        writeFoxes(20);
        QSignalSpy read(m_library.get(), &DocumentLibrary::fileRead);

        m_library->add({path("files")});
        awaitRest();
        QCOMPARE(read.size(), 20);

        m_library->checkAgain();
        awaitRest();
        QCOMPARE(read.size(), 20); // nothing is new
    }

    void whatWasReadIsThereAfterTheNextStart()
    {
        write("files/fox.txt", "The fox is red.");
        m_library->add({path("files")});
        awaitRest();

        begin();
        m_library->pause(); // only what is in the store
        m_library->start();

        QTRY_COMPARE(m_library->roots().size(), 1);
        QCOMPARE(m_library->counts().read, 1);
        QVERIFY(!answerTo("Which fox is red?").hits.empty());
    }

    void aStoppedReadingGoesOnAfterTheNextStart()
    {
        writeFoxes(60);
        pauseAfterTheFirstFile();
        m_library->add({path("files")});
        QTRY_VERIFY(m_library->isPaused());

        begin(); // paused still
        m_library->start();
        QTRY_COMPARE(m_library->roots().size(), 1);
        const int before = m_library->counts().read;
        QVERIFY(before > 0 && before < 60);
        QSignalSpy read(m_library.get(), &DocumentLibrary::fileRead);
        m_library->resume();

        QTRY_COMPARE_WITH_TIMEOUT(m_library->counts().read, 60, patience);
        QCOMPARE(read.size(), 60 - before);
    }

    void pausingStopsAndResumingGoesOn()
    {
        writeFoxes(60);
        pauseAfterTheFirstFile();
        m_library->add({path("files")});

        QTRY_COMPARE(m_library->progress().phase, Phase::Reading);
        QTRY_COMPARE(m_library->progress().phase, Phase::Resting);
        const LibraryCounts counts = m_library->counts();
        QCOMPARE(counts.files, 60);
        QVERIFY(counts.read > 0 && counts.waiting > 0);
        QVERIFY(!answerTo("fox").hits.empty());

        m_library->disconnect(m_library.get());
        m_library->resume();
        QTRY_COMPARE_WITH_TIMEOUT(m_library->counts().read, 60, patience);
    }

    void whatIsAddedWhilePausedIsListedAndKept()
    {
        write("files/fox.txt", "The fox is red.");
        m_library->pause();
        m_library->add({path("files")});
        QTRY_COMPARE(m_library->roots().size(), 1);

        begin();
        m_library->start();
        m_library->resume();

        QTRY_COMPARE(m_library->counts().read, 1);
    }

    void whatIsAddedLaterIsReadFirst()
    {
        writeFoxes(60);
        write("others/cat.txt", "The cat is black.");
        QSignalSpy read(m_library.get(), &DocumentLibrary::fileRead);
        m_library->add({path("files")});
        QTRY_COMPARE(m_library->progress().phase, Phase::Reading);

        m_library->add({path("others/cat.txt")});
        QTRY_COMPARE_WITH_TIMEOUT(m_library->counts().read, 61, patience);

        const auto isCat = [](const QList<QVariant>& told) {
            return told[1].value<LibraryFile>().path.endsWith("cat.txt");
        };
        QVERIFY(std::ranges::any_of(read.cbegin(), read.cbegin() + 50, isCat));
        QVERIFY(!m_library->roots().last().isFolder);
    }

    void aMissingPathIsOneSentence()
    {
        QSignalSpy failed(m_library.get(), &DocumentLibrary::failed);

        m_library->add({path("files"), path("nowhere")});

        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(failed.first().first().toString().contains("nowhere"));
        QVERIFY(m_library->roots().isEmpty());
    }

    void aFolderTakesInWhatIsBelowIt()
    {
        write("files/below/wolf.txt", "The wolf is grey.");
        write("files/fox.txt", "The fox is red.");
        m_library->add({path("files/below"), path("files/fox.txt")});
        awaitRest();
        QCOMPARE(m_library->roots().size(), 2);

        m_library->add({path("files")});
        awaitRest();
        QCOMPARE(m_library->roots().size(), 1);
        QCOMPARE(m_library->counts().read, 2);

        m_library->add({path("files/below")}); // which is there already
        awaitRest();
        QCOMPARE(m_library->roots().size(), 1);
    }

    void whatIsRemovedIsNotFoundUntilItIsPutBack()
    {
        write("files/fox.txt", "The fox is red.");
        m_library->add({path("files")});
        awaitRest();

        m_library->remove(path("files"));
        QVERIFY(m_library->roots().isEmpty());
        QVERIFY(answerTo("Which fox is red?").hits.empty());

        m_library->putBack(path("files"));
        QCOMPARE(m_library->counts().read, 1);
        QVERIFY(!answerTo("Which fox is red?").hits.empty());
    }

    void whatIsForgottenIsErased()
    {
        write("files/fox.txt", "The fox is zebrafoxish.");
        m_library->add({path("files")});
        awaitRest();

        m_library->remove(path("files"));
        m_library->forget(path("files"));
        m_library.reset(); // waits

        QFile store(m_folder->filePath("store"));
        QVERIFY(store.open(QIODevice::ReadOnly));
        QVERIFY(!store.readAll().contains("zebrafox"));
        begin();
        m_library->start();
        QVERIFY(answerTo("zebrafoxish").hits.empty());
        QVERIFY(m_library->roots().isEmpty());
    }

    void whatWasRemovedIsErasedAtTheEnd()
    {
        write("files/fox.txt", "The fox is red.");
        m_library->add({path("files")});
        awaitRest();

        m_library->remove(path("files"));
        begin();

        QVERIFY(answerTo("Which fox is red?").hits.empty());
    }

    void aFailedFileCanBeTriedAgain()
    {
        write("files/fox.pdf", "");
        m_library->add({path("files")});
        awaitRest();
        QCOMPARE(m_library->counts().failed, 1);
        QSignalSpy read(m_library.get(), &DocumentLibrary::fileRead);

        m_library->retry({path("files/fox.pdf")});

        QTRY_COMPARE(read.size(), 1); // it was read again
        awaitRest();
        QCOMPARE(m_library->counts().failed, 1);
    }

    void aFolderThatIsGoneKeepsWhatWasRead()
    {
        write("files/fox.txt", "The fox is red.");
        m_library->add({path("files")});
        awaitRest();
        QVERIFY(QFile::rename(path("files"), path("elsewhere")));

        m_library->checkAgain();
        awaitRest();
        QVERIFY(!m_library->roots().first().isThere);
        QCOMPARE(m_library->counts().read, 1);
        QVERIFY(!answerTo("Which fox is red?").hits.empty());

        QVERIFY(QFile::rename(path("elsewhere"), path("files")));
        m_library->checkAgain();
        awaitRest();
        QVERIFY(m_library->roots().first().isThere);
    }

    void aFileThatIsGoneIsNotListed()
    {
        write("files/fox.txt", "The fox is red.");
        write("files/cat.txt", "The cat is black.");
        m_library->add({path("files")});
        awaitRest();

        QVERIFY(QFile::remove(path("files/fox.txt")));
        m_library->checkAgain();
        awaitRest();

        QCOMPARE(m_library->counts().files, 1);
        QVERIFY(answerTo("Which fox is red?").hits.empty());
    }

    void aChangeInAWatchedFolderIsReadByItself()
    {
        write("files/fox.txt", "The fox is red.");
        m_library->start();
        m_library->add({path("files")});
        awaitRest();

        write("files/below/wolf.txt", "The wolf is grey.");
        QTRY_COMPARE_WITH_TIMEOUT(m_library->counts().read, 2, patience);
        QVERIFY(QFile::remove(path("files/fox.txt")));
        QTRY_COMPARE_WITH_TIMEOUT(m_library->counts().files, 1, patience);
    }

    void withAModelMeaningsAreCompared()
    {
        REQUIRE_FIXTURE_FOLDER(model, "models/bert");
        write("files/fox.txt", "The fox is red.");
        m_library->add({path("files")});
        awaitRest();

        m_settings->set(settings::embeddingModel, QString::fromStdString(model.string()));
        awaitRest();

        // A word that no passage has: only vectors find something.
        QTRY_VERIFY(!answerTo("zebra").hits.empty());
        m_settings->reset(settings::embeddingModel);
        awaitRest();
        QVERIFY(answerTo("zebra").hits.empty());
    }

    void aModelThatIsNoneIsASentence()
    {
        write("files/fox.txt", "The fox is red.");
        QSignalSpy failed(m_library.get(), &DocumentLibrary::failed);

        m_settings->set(settings::embeddingModel, QStringLiteral("/no/such/model"));
        m_library->add({path("files")});
        awaitRest();

        QCOMPARE(failed.size(), 1);
        QVERIFY(!answerTo("fox").hits.empty()); // words alone
    }

    void whoIsGoneIsNotAnswered()
    {
        write("files/fox.txt", "The fox is red.");
        m_library->add({path("files")});
        awaitRest();
        auto receiver = std::make_unique<QObject>();
        bool wasTold = false;

        m_library->find("fox", 3, receiver.get(), [&wasTold](const Found&) { wasTold = true; });
        receiver.reset();

        QVERIFY(!answerTo("fox").hits.empty()); // asked later, answered
        QVERIFY(!wasTold);
    }

    void withoutAReaderThereIsASentence()
    {
        m_library = std::make_unique<DocumentLibrary>(
            *m_settings, own(), QStringLiteral("/no/such/program"));
        QSignalSpy failed(m_library.get(), &DocumentLibrary::failed);
        write("files/fox.txt", "The fox is red.");

        m_library->add({path("files")});

        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(failed.first().first().toString().contains("/no/such/program"));
        awaitRest();
        QCOMPARE(m_library->counts().waiting, 1);
    }

    void aStoreThatIsNoneIsASentence()
    {
        write("store", QByteArray(5000, 'x'));
        begin();
        QSignalSpy failed(m_library.get(), &DocumentLibrary::failed);

        m_library->start();

        QTRY_COMPARE(failed.size(), 1);
        QTRY_COMPARE(m_library->openingProblem(), failed.first().first().toString());
        QVERIFY(!m_library->isOpened());
        QVERIFY(!answerTo("fox").error.isEmpty());
    }

    void anotherStoreIsUsedAtOnce()
    {
        write("files/fox.txt", "The fox is red.");
        write("others/wolf.txt", "The wolf is grey.");
        m_library->start();
        m_library->add({path("files")});
        awaitRest();

        m_settings->set(settings::documentStore, path("second"));

        QVERIFY(m_library->roots().isEmpty());
        awaitRest();
        QVERIFY(m_library->isOpened());
        QVERIFY(answerTo("Which fox is red?").hits.empty());
        m_library->add({path("others")});
        awaitRest();
        QVERIFY(!answerTo("Which wolf is grey?").hits.empty());

        m_settings->reset(settings::documentStore);

        QTRY_COMPARE(m_library->roots().size(), 1);
        QCOMPARE(m_library->roots().first().path, path("files"));
        awaitRest();
        QVERIFY(!answerTo("Which fox is red?").hits.empty());
        QVERIFY(answerTo("Which wolf is grey?").hits.empty());
    }

    void whatWasRemovedIsErasedBeforeAnotherStoreIsUsed()
    {
        write("files/fox.txt", "The fox is red.");
        m_library->add({path("files")});
        awaitRest();
        m_library->remove(path("files"));

        m_settings->set(settings::documentStore, path("second"));
        m_settings->reset(settings::documentStore);

        QTRY_VERIFY(m_library->isOpened());
        QVERIFY(m_library->roots().isEmpty());
        QVERIFY(answerTo("Which fox is red?").hits.empty());
    }

    // The message names the server and not the password.
    void aDatabaseThatIsNotThereIsASentenceWithoutItsPassword()
    {
        m_settings->set(settings::documentStore,
            QStringLiteral("postgresql://anna:secret@127.0.0.1:9/documents?connect_timeout=2"));

        QTRY_VERIFY_WITH_TIMEOUT(!m_library->openingProblem().isEmpty(), patience);

        QVERIFY2(m_library->openingProblem().contains("127.0.0.1"),
            qPrintable(m_library->openingProblem()));
        QVERIFY(!m_library->openingProblem().contains("secret"));
        m_settings->reset(settings::documentStore);
        QTRY_VERIFY_WITH_TIMEOUT(m_library->isOpened(), patience);
        QVERIFY(m_library->openingProblem().isEmpty());
    }

    void figuresAreDescribedOnceSomethingSees()
    {
        writePageWithFigure();
        m_library->add({path("files")});
        awaitRest();
        QVERIFY(!answerTo("Which dogs run along the beach?").isAnswered);
        QList<LibraryProgress::Phase> phases;
        connect(m_library.get(), &DocumentLibrary::changed, m_library.get(),
            [&] { phases << m_library->progress().phase; });

        m_library->setCaptioner(
            [](const std::stop_token&) { return std::make_unique<Seer>([] { return false; }); });
        QVERIFY(!m_library->isResting());
        awaitRest();

        QVERIFY(phases.contains(LibraryProgress::Phase::Describing));
        const Found found = answerTo("Which dogs run along the beach?");
        QVERIFY(found.isAnswered);
        QCOMPARE(
            found.hits.front().passage.text, std::string("[Image 1] Two dogs run along a beach."));
        QCOMPARE(m_library->openingProblem(), QString());
    }

    void pausingStopsWhatDescribesAndResumingGoesOn()
    {
        writePageWithFigure();
        m_library->add({path("files")});
        awaitRest();
        auto asked = std::make_shared<std::atomic<int>>(0);
        m_library->setCaptioner([asked](const std::stop_token& stop) {
            return std::make_unique<Seer>([asked, stop] {
                const bool isFirst = asked->fetch_add(1) == 0;
                std::mutex mutex;
                std::unique_lock lock(mutex);
                if (isFirst) // until it is stopped
                    std::condition_variable_any().wait(lock, stop, [] { return false; });
                return isFirst;
            });
        });
        QTRY_COMPARE_WITH_TIMEOUT(int(*asked), 1, patience);

        m_library->pause();
        awaitRest();
        QCOMPARE(int(*asked), 1);
        m_library->resume();
        awaitRest();

        QCOMPARE(int(*asked), 2);
        QVERIFY(answerTo("Which dogs run along the beach?").isAnswered);
    }

    void aCaptionerThatFailsIsASentence()
    {
        writePageWithFigure();
        m_library->add({path("files")});
        awaitRest();
        QSignalSpy failures(m_library.get(), &DocumentLibrary::failed);

        m_library->setCaptioner([](const std::stop_token&) -> std::unique_ptr<PictureCaptioner> {
            throw base::Error(base::ErrorKind::BadFile, "It is blind.");
        });
        awaitRest();

        QCOMPARE(failures.size(), 1);
        QCOMPARE(failures.first().first().toString(), QString("It is blind."));
    }

    void aModelReadsScannedPagesInTheBackground()
    {
        tests::writeScans(path("files/scan.pdf"), {"Books are returned"});
        readScansWith("seer", [](const std::stop_token&) {
            return std::make_unique<tests::SayingReader>(
                "seer", std::vector<std::string>{"Otters swim in rivers."});
        });
        QList<Phase> phases;
        connect(m_library.get(), &DocumentLibrary::changed, m_library.get(),
            [&] { phases << m_library->progress().phase; });

        m_library->add({path("files")});
        awaitRest();

        QVERIFY(phases.contains(Phase::ReadingScans));
        QVERIFY(answerTo("Do otters swim in rivers?").isAnswered);
        QVERIFY(!answerTo("Are books returned?").isAnswered);
    }

    void anotherChoiceOffersToReadScansAgain()
    {
        tests::writeScans(path("files/scan.pdf"), {"Books are returned"});
        write("files/fox.txt", "The fox is red.");
        m_library->start();
        m_library->add({path("files")});
        awaitRest();
        QSignalSpy offers(m_library.get(), &DocumentLibrary::scansReadOtherwise);

        readScansWith("seer", [](const std::stop_token&) {
            return std::make_unique<tests::SayingReader>(
                "seer", std::vector<std::string>{"Otters swim in rivers."});
        });
        QTRY_COMPARE_WITH_TIMEOUT(offers.size(), 1, patience);
        QCOMPARE(offers.first().first().toInt(), 1);
        awaitRest();
        QVERIFY(answerTo("Are books returned?").isAnswered); // nothing was changed unasked

        m_library->readScansAgain();
        awaitRest();
        QVERIFY(answerTo("Do otters swim in rivers?").isAnswered);

        m_library->setScanReader({}, nullptr);
        QTRY_COMPARE_WITH_TIMEOUT(offers.size(), 2, patience);
        m_library->readScansAgain();
        awaitRest();
        QVERIFY(answerTo("Are books returned?").isAnswered);
        QVERIFY(!answerTo("Do otters swim in rivers?").isAnswered);
    }

    void aModelThatFailsLeavesTesseractsTextAndNamesTheReason()
    {
        tests::writeScans(path("files/scan.pdf"), {"Books are returned"});
        QSignalSpy failures(m_library.get(), &DocumentLibrary::failed);
        readScansWith("seer", [](const std::stop_token&) {
            auto reader = std::make_unique<tests::SayingReader>("seer", std::vector<std::string>());
            reader->then = [] { throw base::Error(base::ErrorKind::BadFile, "It is blind."); };
            return reader;
        });

        m_library->add({path("files")});
        awaitRest();

        QCOMPARE(failures.size(), 1);
        const QString message = failures.first().first().toString();
        QVERIFY2(
            message.contains("scan.pdf") && message.contains("It is blind."), qPrintable(message));
        QVERIFY(answerTo("Are books returned?").isAnswered);
    }

    void pausingStopsTheModelThatReadsScans()
    {
        tests::writeScans(path("files/scan.pdf"), {"Books are returned"});
        auto asked = std::make_shared<std::atomic<int>>(0);
        readScansWith("seer", [asked](const std::stop_token& stop) {
            auto reader = std::make_unique<tests::SayingReader>("seer",
                *asked == 0 ? std::vector<std::string>()
                            : std::vector<std::string>{"Otters swim in rivers."});
            reader->then = [asked, stop] {
                ++*asked;
                std::mutex mutex;
                std::unique_lock lock(mutex);
                std::condition_variable_any().wait(lock, stop, [] { return false; });
                throw base::Error(base::ErrorKind::Cancelled, "");
            };
            return reader;
        });
        QSignalSpy failures(m_library.get(), &DocumentLibrary::failed);
        m_library->add({path("files")});
        QTRY_COMPARE_WITH_TIMEOUT(int(*asked), 1, patience);

        m_library->pause();
        awaitRest();
        QVERIFY(answerTo("Are books returned?").isAnswered);
        m_library->resume();
        awaitRest();

        QVERIFY(answerTo("Do otters swim in rivers?").isAnswered);
        QVERIFY(failures.isEmpty());
    }

private:
    void readScansWith(const QString& name, DocumentLibrary::MakeScanReader make)
    {
        m_library->setScanReader(name, std::move(make));
    }

    void writePageWithFigure()
    {
        QByteArray image;
        QBuffer buffer(&image);
        buffer.open(QIODevice::WriteOnly);
        QImage picture(100, 90, QImage::Format_RGB888);
        picture.fill(Qt::darkGreen);
        picture.save(&buffer, "PNG");
        write("files/page.html",
            "<html><body><p>A day out</p><p><img src='data:image/png;base64," + image.toBase64()
                + "'></p></body></html>");
    }

    void begin()
    {
        m_library.reset();
        m_library = std::make_unique<DocumentLibrary>(*m_settings, own(),
            qEnvironmentVariable("VIGNETTE_BIN") + QStringLiteral("/vignette-reader"));
    }

    OwnDocumentsLocation own() const
    {
        return {m_folder->filePath("own.sqlite"), m_folder->filePath("store")};
    }

    QString path(const QString& name) const
    {
        return QFileInfo(m_folder->path()).canonicalFilePath() + u'/' + name;
    }

    void write(const QString& name, const QByteArray& bytes)
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

    void writeFoxes(int count)
    {
        for (int file = 0; file < count; ++file)
            write(QString("files/%1.txt").arg(file), "fox " + QByteArray::number(file));
    }

    void awaitRest() { QTRY_VERIFY_WITH_TIMEOUT(m_library->isResting(), patience); }

    void pauseAfterTheFirstFile()
    {
        connect(m_library.get(), &DocumentLibrary::fileRead, m_library.get(),
            [this] { m_library->pause(); });
    }

    Found answerTo(const QString& question)
    {
        std::optional<Found> answer;
        m_library->find(
            question, 5, m_library.get(), [&answer](const Found& found) { answer = found; });
        [&answer] { QTRY_VERIFY(answer); }();
        return answer.value_or(Found());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<DocumentLibrary> m_library;
};

TESTS(DocumentLibraryTest, QGuiApplication);
#include "document_library_test.moc"
