#include "services/hub/hub_access.h"
#include "services/hub/model_offer.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::chooseVariant;
using services::findVariants;
using services::GgufVariant;
using services::parseModelRequest;

// What names tell, and which variant is chosen for a computer.
class GgufVariantTest : public QObject {
    Q_OBJECT

    static QList<GgufVariant> variants(const QStringList& paths)
    {
        QList<services::HubFile> files;
        for (const QString& path : paths)
            files << services::HubFile{path, 1000 + files.size(), {}};
        return findVariants(files);
    }

    // A model of 8e9 parameters as most are offered, and one tenth as large.
    static services::VariantQuestion question(
        double billions, qint64 freeMemory, double bytesASecond = 0)
    {
        QList<services::HubFile> files;
        for (const auto& [label, bits] : {std::pair{"Q2_K", 3.2}, {"Q3_K_M", 4.0}, {"Q4_0", 4.75},
                 {"Q4_K_M", 4.85}, {"Q6_K", 6.6}, {"Q8_0", 8.5}, {"F16", 16.0}})
            files << services::HubFile{
                QString("m-%1.gguf").arg(label), qint64(billions * 1e9 * bits / 8), {}};
        services::VariantQuestion question{findVariants(files), qint64(billions * 1e9),
            [](const GgufVariant& variant) { return variant.bytes() + 500'000'000; }, freeMemory,
            {}};
        if (bytesASecond > 0)
            question.speedOf = [bytesASecond](const GgufVariant& variant) {
                return bytesASecond / double(variant.bytes());
            };
        return question;
    }

private slots:
    void namesTellHowAFileIsPacked_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("label");
        QTest::addColumn<QString>("stem");
        const auto row = [](const char* name, const char* label, const char* stem) {
            QTest::newRow(name) << name << label << stem;
        };
        row("SmolVLM-256M-Instruct-Q8_0", "Q8_0", "SmolVLM-256M-Instruct-");
        row("qwen2.5-vl-3b-q4_k_m", "Q4_K_M", "qwen2.5-vl-3b-");
        row("model.IQ4_XS", "IQ4_XS", "model.");
        row("Model-UD-Q4_K_XL", "UD-Q4_K_XL", "Model-");
        row("mmproj-Model-f16", "F16", "mmproj-Model-");
        row("mmproj-BF16", "BF16", "mmproj-");
        row("gpt-oss-20b-MXFP4", "MXFP4", "gpt-oss-20b-");
        row("F16", "F16", "");
        row("llama-7b", "", "llama-7b");
        row("Q8-rabbit", "Q8", "-rabbit");
        row("FQ4_0x", "", "FQ4_0x");
    }
    void namesTellHowAFileIsPacked()
    {
        QFETCH(QString, name);
        QFETCH(QString, label);
        QFETCH(QString, stem);

        const auto found = variants({name + ".gguf"});

        QCOMPARE(found.size(), 1);
        QCOMPARE(found[0].name, name);
        QCOMPARE(found[0].label, label);
        QCOMPARE(found[0].stem, stem);
    }

    void partsAreOneVariantIfAllAreThere()
    {
        const auto found = variants({"README.md", "Q4_K_M/m-Q4_K_M-00002-of-00002.gguf",
            "Q4_K_M/m-Q4_K_M-00001-of-00002.gguf", "m-Q8_0-00001-of-00003.gguf",
            "m-Q8_0-00003-of-00003.gguf", "m-F16.gguf"});

        QCOMPARE(found.size(), 2);
        const GgufVariant& split = found[1];
        QCOMPARE(split.label, QString("Q4_K_M"));
        QCOMPARE(split.files.size(), 2);
        QCOMPARE(split.files[0].path, QString("Q4_K_M/m-Q4_K_M-00001-of-00002.gguf"));
        QCOMPARE(split.bytes(), 1001 + 1002);
        QVERIFY(split.isCalled("q4_k_m"));
        QVERIFY(split.isCalled("m-Q4_K_M-00001-of-00002.gguf"));
        QVERIFY(!split.isCalled("Q4"));
    }

    void aVariantThatSuitsTheComputerIsChosen_data()
    {
        QTest::addColumn<double>("billions");
        QTest::addColumn<double>("free");
        QTest::addColumn<QString>("label");
        QTest::newRow("small model") << 0.8 << 16.0 << "Q8_0";
        QTest::newRow("small model, little room") << 0.8 << 1.2 << "Q6_K";
        QTest::newRow("large model") << 8.0 << 64.0 << "Q4_K_M";
        QTest::newRow("it does not fit") << 8.0 << 5.3 << "Q4_0";
        QTest::newRow("that neither") << 8.0 << 5.0 << "Q3_K_M";
        QTest::newRow("nothing else fits") << 8.0 << 3.9 << "Q2_K";
        QTest::newRow("nothing fits") << 8.0 << 3.0 << "";
        QTest::newRow("not known") << 8.0 << 0.0 << "Q4_K_M";
    }
    void aVariantThatSuitsTheComputerIsChosen()
    {
        QFETCH(double, billions);
        QFETCH(double, free);
        QFETCH(QString, label);

        const auto choice = chooseVariant(question(billions, qint64(free * 1e9)));

        QCOMPARE(choice ? choice->label : QString(), label);
        if (choice)
            QVERIFY2(choice->name.contains("m-" + label), qPrintable(choice->name));
    }

    void aSmallModelThatWouldBeSlowIsTakenSmaller_data()
    {
        QTest::addColumn<double>("billions");
        QTest::addColumn<double>("bytesASecond");
        QTest::addColumn<QString>("label");
        QTest::newRow("fast") << 2.0 << 22e9 << "Q8_0";
        QTest::newRow("slow") << 2.0 << 21e9 << "Q4_K_M";
        QTest::newRow("slow with any") << 2.0 << 1e9 << "Q4_K_M";
        QTest::newRow("large, and fast") << 8.0 << 1e12 << "Q4_K_M";
    }
    void aSmallModelThatWouldBeSlowIsTakenSmaller()
    {
        QFETCH(double, billions);
        QFETCH(double, bytesASecond);

        const auto choice = chooseVariant(question(billions, 0, bytesASecond));

        QVERIFY(choice.has_value());
        QTEST(choice->label, "label");
    }

    void wishesAreReadFromNamesAndLinks_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("repository");
        QTest::addColumn<QString>("variant");
        QTest::newRow("name") << "ggml-org/SmolVLM-GGUF"
                              << "ggml-org/SmolVLM-GGUF"
                              << "";
        QTest::newRow("label") << " a/b:Q4_K_M "
                               << "a/b"
                               << "Q4_K_M";
        QTest::newRow("page") << "https://huggingface.co/a/b"
                              << "a/b"
                              << "";
        QTest::newRow("other page") << "https://huggingface.co/a/b/tree/main"
                                    << "a/b"
                                    << "";
        QTest::newRow("file") << "https://h.co/a/b/blob/main/x/c.gguf"
                              << "a/b"
                              << "x/c.gguf";
        QTest::newRow("download") << "https://h.co/a/b/resolve/main/c.gguf?download=true"
                                  << "a/b"
                                  << "c.gguf";
        QTest::newRow("one word") << "model"
                                  << ""
                                  << "";
        QTest::newRow("out of the folder") << "../b"
                                           << ""
                                           << "";
        QTest::newRow("hidden") << "a/.b"
                                << ""
                                << "";
        QTest::newRow("three words") << "a/b/c"
                                     << ""
                                     << "";
        QTest::newRow("a file of this computer") << "/a/b"
                                                 << ""
                                                 << "";
        QTest::newRow("another kind of link") << "file:///a/b"
                                              << ""
                                              << "";
    }
    void wishesAreReadFromNamesAndLinks()
    {
        QFETCH(QString, text);
        QFETCH(QString, repository);
        QFETCH(QString, variant);

        const auto request = parseModelRequest(text);

        QCOMPARE(request ? request->repository.text() : QString(), repository);
        QCOMPARE(request ? request->variant : QString(), variant);
    }
};

TESTS(GgufVariantTest);
#include "gguf_variant_test.moc"
