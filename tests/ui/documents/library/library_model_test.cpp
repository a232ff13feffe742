#include "services/documents/library/document_library.h"
#include "services/settings/settings.h"
#include "tests/support/test_program.h"
#include "ui/documents/library/library_model.h"
#include "ui/documents/library/library_view.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using services::DocumentLibrary;
using ui::LibraryModel;
using State = services::LibraryFile::State;

namespace {

constexpr int patience = 120'000; // milliseconds

} // namespace

// The tree of documents, over a real library, checked by Qt's tester of models throughout.
class LibraryModelTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_folder->path()).mkpath("files/below"));
        QVERIFY(QDir(m_folder->path()).mkpath("others"));
        m_settings = std::make_unique<services::Settings>(m_folder->filePath("settings.ini"));
        m_library = std::make_unique<DocumentLibrary>(*m_settings,
            services::OwnDocumentsLocation{
                m_folder->filePath("own.sqlite"), m_folder->filePath("store")},
            qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader");
        m_model = std::make_unique<LibraryModel>(*m_library);
        m_tester = std::make_unique<QAbstractItemModelTester>(
            m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
        m_library.reset();
    }

    void aFolderHasItsFilesBelowIt()
    {
        write("files/fox.txt", "The fox is red.");
        write("files/below/wolf.md", "# Wolves");
        write("files/empty.txt", "");

        m_library->add({path("files")});
        awaitRest();

        const QModelIndex root = m_model->index(0, 0);
        QCOMPARE(m_model->rowCount(), 1);
        QCOMPARE(m_model->rowCount(root), 3);
        QCOMPARE(textAt(root), "files");
        QVERIFY(root.data(LibraryModel::CollectionRole).toBool());
        QTRY_VERIFY(root.data(LibraryModel::DetailRole).toString().contains("3"));
        const QModelIndex empty = fileAt("files/empty.txt");
        QCOMPARE(State(empty.data(LibraryModel::StateRole).toInt()), State::Failed);
        QVERIFY(empty.data(LibraryModel::DetailRole).toString().contains("empty.txt"));
        QVERIFY(empty.data(Qt::AccessibleTextRole).toString().startsWith("empty.txt, "));
        QCOMPARE(State(fileAt("files/fox.txt").data(LibraryModel::StateRole).toInt()), State::Read);
    }

    void aFileByItselfIsOneRow()
    {
        write("files/fox.txt", "The fox is red.");

        m_library->add({path("files/fox.txt")});
        awaitRest();

        QCOMPARE(m_model->rowCount(), 1);
        QCOMPARE(m_model->rowCount(m_model->index(0, 0)), 0);
        QCOMPARE(textAt(m_model->index(0, 0)), "fox.txt");
        QVERIFY(m_model->file(m_model->index(0, 0)));
    }

    // A selected row must stay selected when a folder is checked again.
    void rowsStayWhileOthersComeAndGo()
    {
        for (int file = 0; file < 30; ++file)
            write(QString("files/%1.txt").arg(file, 2, 10, QChar('0')), "fox");
        m_library->add({path("files")});
        awaitRest();
        const QPersistentModelIndex kept = fileAt("files/15.txt");
        QSignalSpy resets(m_model.get(), &QAbstractItemModel::modelReset);
        for (int file = 0; file < 30; file += 3)
            QVERIFY(file == 15
                || QFile::remove(path(QString("files/%1.txt").arg(file, 2, 10, QChar('0')))));
        write("files/00a.txt", "wolf");
        write("files/15a.txt", "wolf");
        write("files/zz.txt", "wolf");

        m_library->checkAgain();
        QTRY_COMPARE_WITH_TIMEOUT(m_model->rowCount(m_model->index(0, 0)), 24, patience);
        awaitRest();

        QVERIFY(kept.isValid());
        QCOMPARE(textAt(kept), "15.txt");
        QCOMPARE(resets.size(), 0);
        QCOMPARE(namesBelow(m_model->index(0, 0)), expectedNames());
    }

    void collectionsComeAndGo()
    {
        write("files/fox.txt", "fox");
        write("others/wolf.txt", "wolf");
        m_library->add({path("others"), path("files")});
        awaitRest();
        QCOMPARE(m_model->rowCount(), 2);
        QCOMPARE(textAt(m_model->index(0, 0)), "files");
        const QPersistentModelIndex wolf = fileAt("others/wolf.txt");

        m_library->remove(path("files"));
        QCOMPARE(m_model->rowCount(), 1);
        QVERIFY(wolf.isValid() && wolf.parent().row() == 0);

        m_library->putBack(path("files"));
        QCOMPARE(m_model->rowCount(), 2);
        QCOMPARE(wolf.parent().row(), 1);
        awaitRest();
    }

    void aFilterShowsWhatFailed()
    {
        write("files/fox.txt", "fox");
        write("files/empty.txt", "");
        write("others/wolf.txt", "wolf");
        m_library->add({path("files"), path("others")});
        awaitRest();
        QTRY_COMPARE(m_model->counts(m_model->index(0, 0))->failed, 1);
        ui::LibraryFilter filter;
        filter.setSourceModel(m_model.get());
        QCOMPARE(filter.rowCount(), 2);

        filter.setState(State::Failed);

        QCOMPARE(filter.rowCount(), 1);
        QCOMPARE(filter.rowCount(filter.index(0, 0)), 1);
        filter.setState(std::nullopt);
        QCOMPARE(filter.rowCount(), 2);
    }

private:
    QString path(const QString& name) const
    {
        return QFileInfo(m_folder->path()).canonicalFilePath() + u'/' + name;
    }

    void write(const QString& name, const QByteArray& bytes)
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

    void awaitRest() { QTRY_VERIFY_WITH_TIMEOUT(m_library->isResting(), patience); }

    static QString textAt(const QModelIndex& index) { return index.data().toString(); }

    QModelIndex fileAt(const QString& name) const
    {
        for (int root = 0; root < m_model->rowCount(); ++root) {
            const QModelIndex above = m_model->index(root, 0);
            for (int row = 0; row < m_model->rowCount(above); ++row)
                if (m_model->index(row, 0, above).data(LibraryModel::PathRole) == path(name))
                    return m_model->index(row, 0, above);
        }
        return {};
    }

    QStringList namesBelow(const QModelIndex& root) const
    {
        QStringList names;
        for (int row = 0; row < m_model->rowCount(root); ++row)
            names << textAt(m_model->index(row, 0, root));
        return names;
    }

    QStringList expectedNames() const
    {
        QStringList names = QDir(path("files")).entryList(QDir::Files);
        names.sort();
        return names;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<services::Settings> m_settings;
    std::unique_ptr<DocumentLibrary> m_library;
    std::unique_ptr<LibraryModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

TESTS(LibraryModelTest, QApplication);
#include "library_model_test.moc"
