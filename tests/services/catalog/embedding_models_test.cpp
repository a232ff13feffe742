#include "services/catalog/model_catalog.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace services;

// Tests which embedding model a name means.
class EmbeddingModelsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void theCatalogOffersAnEnglishAndAMultilingualOne()
    {
        QList<CatalogRow> rows = readCatalog({}).rows;
        rows.removeIf(
            [](const CatalogRow& row) { return row.kind != CatalogRow::Kind::Embedding; });

        const auto speaksMany = [](const CatalogRow& row) { return row.languages.size() > 5; };
        QVERIFY(std::ranges::any_of(rows, speaksMany));
        QVERIFY(!std::ranges::all_of(rows, speaksMany));
        QVERIFY(std::ranges::none_of(rows, &CatalogRow::canSee));
    }

    void aPathIsItself()
    {
        const QString model = write("model.gguf");

        QCOMPARE(encoderModelAt(model, m_folder->path()), model);
    }

    void aFetchedOneIsFoundByItsNames()
    {
        const QString fetched
            = write("second-state/All-MiniLM-L6-v2-Embedding-GGUF/all-MiniLM-L6-v2-Q8_0.gguf");

        for (const char* name : {"second-state/All-MiniLM-L6-v2-Embedding-GGUF", "all-MiniLM-L6-v2",
                 "All-minilm-l6-V2"})
            QCOMPARE(encoderModelAt(name, m_folder->path()), fetched);
    }

    void aFolderOfSentenceTransformersIsTakenWhole()
    {
        const QString config = write("owner/name/config.json");

        QCOMPARE(encoderModelAt("owner/name", m_folder->path()), QFileInfo(config).path());
    }

    void whatIsNotThereIsNotFound_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"", "all-MiniLM-L6-v2", "owner/name", "../../etc", "SmolVLM 500M"})
            QTest::addRow("%s", name) << name;
    }
    void whatIsNotThereIsNotFound()
    {
        QFETCH(QString, name);
        QVERIFY(encoderModelAt(name, m_folder->path()).isEmpty());
    }

private:
    QString write(const QString& name) const
    {
        const QString path = m_folder->filePath(name);
        QFile file(path);
        if (!QDir().mkpath(QFileInfo(path).path()) || !file.open(QIODevice::WriteOnly))
            return {};
        return path;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

TESTS(EmbeddingModelsTest, QCoreApplication);
#include "embedding_models_test.moc"
