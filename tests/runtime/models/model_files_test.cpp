#include "base/error.h"
#include "engine/models/families/families.h"
#include "engine/templates/load_chat_template.h"
#include "runtime/models/model_files.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"
#include "vision/towers/towers.h"

#include <QTest>

#include <algorithm>

using runtime::openModelFiles;

class ModelFilesTest : public QObject {
    Q_OBJECT

private slots:
    void aGgufFileBringsItsConfigTokenizerTemplateAndVisionPart()
    {
        const auto files
            = openModelFiles(tests::resource("starter/vignette-starter.gguf").toStdString());

        QCOMPARE(files.name, std::string("vignette-starter"));
        QVERIFY(files.config.layers > 0);
        QCOMPARE(files.tokenizer->vocabularySize(), files.config.vocabulary);
        QVERIFY(files.chatTemplate.usual.find("<|im_start|>") != std::string::npos);
        QVERIFY(files.towerConfig && files.towerWeights);
        QVERIFY(!files.towerIsGuess);
    }

    void aFolderIsCalledByItsName()
    {
        const tests::TinyFolder folder;
        const std::string name = QDir(folder.path()).dirName().toStdString();

        QCOMPARE(openModelFiles(folder.path().toStdString()).name, name);
        QCOMPARE(openModelFiles(folder.path().toStdString() + "/").name, name);
    }

    void aTextModelHasNoTower()
    {
        const tests::TinyFolder folder;

        const auto files = openModelFiles(folder.path().toStdString());

        QVERIFY(!files.towerConfig);
        QVERIFY(!files.towerWeights);
    }

    void withoutATemplateThatOfTheFamilyIsTaken()
    {
        const tests::TinyFolder folder;
        QVERIFY(QFile::remove(folder.path("tokenizer_config.json")));

        const auto files = openModelFiles(folder.path().toStdString());

        QCOMPARE(files.chatTemplate.borrowedFrom, std::string("Llama 2"));
    }

    void everyFormatThatAFamilyNamesIsThere()
    {
        std::vector<std::string_view> names;
        for (const engine::Family* family : engine::familyTable)
            names.push_back(family->chatFormat);
        for (const vision::TowerFamily* tower : vision::towerTable)
            names.push_back(tower->chatFormat);
        const auto formats = engine::familyTemplates();
        for (const std::string_view name : names)
            QVERIFY2(name.empty()
                    || std::ranges::find(formats, name, &engine::FamilyTemplate::name)
                        != formats.end(),
                name.data());
    }

    void aVisionPartFoundByChanceIsAGuess()
    {
        const tests::StarterCopy starter;
        QTemporaryDir folder;
        tests::writeFile(folder.filePath("model.gguf"), starter.text);
        tests::writeFile(folder.filePath("mmproj-unlike.gguf"), starter.vision);

        const auto files = openModelFiles(folder.filePath("model.gguf").toStdString());

        QVERIFY(files.towerConfig.has_value());
        QVERIFY(files.towerIsGuess);
    }
};

TESTS(ModelFilesTest, QCoreApplication);
#include "model_files_test.moc"
