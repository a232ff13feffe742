#include "services/hub/model_inquiry.h"
#include "services/models/load_settings.h"
#include "tests/support/awaited.h"
#include "tests/support/made_up_hub.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"

#include <QSignalSpy>
#include <QTest>

using services::ModelInquiry;
using services::ModelOffer;
using tests::fileFrom;

namespace {

// Puts a text of some bytes among the keys of a GGUF file, behind the first of them or before it.
QByteArray withLongHead(QByteArray gguf, qsizetype bytes, bool isFirst)
{
    const QByteArray key = "general.description"; // nobody looks at it
    const QByteArray first = "general.architecture";
    quint64 keys = 0;
    memcpy(&keys, gguf.constData() + 16, sizeof keys);
    ++keys;
    memcpy(gguf.data() + 16, &keys, sizeof keys);
    const auto number = [](quint64 value, int size) {
        return QByteArray(reinterpret_cast<const char*>(&value), size);
    };
    const qsizetype others = 8 + key.size() + 4 + 8;
    const QByteArray text(
        (bytes + others + 31) / 32 * 32 - others, 'x'); // what follows stays aligned
    const qsizetype place = isFirst ? 24 : gguf.indexOf(first) + first.size() + 4 + 8 + 5;
    return gguf.insert(place,
        number(quint64(key.size()), 8) + key + number(8, 4) + number(quint64(text.size()), 8)
            + text);
}

} // namespace

// The offers for a request, from the heads of files alone.
class ModelInquiryTest : public QObject {
    Q_OBJECT

    const QString m_name = "some-owner/Tiny-GGUF";
    tests::MadeUpHub m_hub;
    QTemporaryDir m_folder;
    tests::StarterCopy m_model;

    QString written(const QString& name, const QByteArray& bytes)
    {
        tests::writeFile(m_folder.filePath(name), bytes);
        return m_folder.filePath(name);
    }

    // The model as Q8_0, again under other names, and its vision part under an irregular one.
    QJsonObject usualFiles()
    {
        const QString text = written("text", m_model.text);
        const QString vision = written("vision", m_model.vision);
        return {{"Tiny-Q8_0.gguf", fileFrom(text)}, {"Tiny-Q4_K_M.gguf", fileFrom(text)},
            {"eyes-of-tiny-F16.gguf", fileFrom(vision)},
            {"eyes-of-tiny-F32.gguf", fileFrom(vision)}, {"README.md", tests::randomFile(100)}};
    }

    services::Outcome<ModelOffer> inquire(
        const QString& variant = {}, qint64 freeMemory = 1 << 30, double speed = 0)
    {
        services::HubClient client(
            {m_hub.address(), {}}, tests::shortTimes<services::NetworkTimes>());
        return tests::awaited<ModelOffer>([&](const auto& done) {
            const services::ModelRequest request{{"some-owner", "Tiny-GGUF"}, variant};
            auto* inquiry = new ModelInquiry(client, request,
                {freeMemory,
                    [speed](const services::ModelFacts&) {
                        return speed > 0 ? std::optional(runtime::SpeedForecast{speed})
                                         : std::nullopt;
                    }},
                &client);
            connect(inquiry, &ModelInquiry::found, this, [done](const ModelOffer& offer) {
                done({offer, {}});
            });
            connect(inquiry, &ModelInquiry::failed, this, [done](const QString& message) {
                done({{}, message});
            });
        });
    }

    static QStringList names(const ModelOffer& offer)
    {
        QStringList names;
        for (const services::OfferedFile& file : offer.files)
            names << file.file.path + " > " + file.name;
        return names;
    }

private slots:
    void init()
    {
        m_hub.setFaults({});
        m_hub.requests();
    }

    void aModelComesWithItsVisionPartWhateverThatIsCalled()
    {
        m_hub.offer(m_name, usualFiles());

        const auto offer = inquire("q8_0");

        QVERIFY2(offer.value, qPrintable(offer.error));
        QCOMPARE(names(*offer.value),
            (QStringList{"Tiny-Q8_0.gguf > Tiny-Q8_0.gguf",
                "eyes-of-tiny-F16.gguf > mmproj-Tiny-Q8_0.gguf"}));
        QVERIFY(offer.value->model.canSee());
        QCOMPARE(offer.value->model.family, "llama");
        QCOMPARE(offer.value->model.name, "Tiny-Q8_0");
        QCOMPARE(offer.value->license, QString("apache-2.0"));
        QCOMPARE(offer.value->bytes(), m_model.text.size() + m_model.vision.size());
    }

    void whatIsSaidBeforeIsWhatTheFilesSayLater()
    {
        m_hub.offer(m_name, usualFiles());
        const services::ModelFacts here
            = services::describeModel(services::parseModelId(m_model.write()));

        const auto offer = inquire("q8_0");

        QVERIFY2(offer.value, qPrintable(offer.error));
        const services::ModelFacts& there = offer.value->model;
        QCOMPARE(there.parameters, here.parameters);
        QCOMPARE(there.fileBytes, here.fileBytes);
        QCOMPARE(there.config.contextLength, here.config.contextLength);
        QCOMPARE(offer.value->neededMemory, services::estimateMemory(here, {}).total());
    }

    void onlyHeadsAreFetched()
    {
        m_hub.offer(m_name, usualFiles());
        QVERIFY(inquire("q8_0").value);
        for (const QJsonObject& request : m_hub.requests())
            if (request["path"].toString().endsWith(".gguf"))
                QCOMPARE(request["range"].toString(), QString("bytes=0-1048575"));
    }

    void withoutAWishTheComputerDecides()
    {
        m_hub.offer(m_name, usualFiles());

        const auto offer = inquire();

        QVERIFY2(offer.value, qPrintable(offer.error));
        QCOMPARE(offer.value->remarks.size(), 1);
        QVERIFY2(offer.value->remarks[0].contains("Q8_0"), qPrintable(offer.value->remarks[0]));
        const auto slow = inquire({}, 1 << 30, 9);
        QVERIFY2(slow.value, qPrintable(slow.error));
        QVERIFY2(slow.value->remarks[0].contains("Q4_K_M"), qPrintable(slow.value->remarks[0]));
        const auto tight = inquire({}, 1'000'000);
        QVERIFY2(tight.error.contains("doesn't fit into memory"), qPrintable(tight.error));
        const auto nevertheless = inquire("Q8_0", 1'000'000);
        QVERIFY2(nevertheless.value, qPrintable(nevertheless.error));
        QVERIFY(nevertheless.value->remarks.first().contains("more memory"));
    }

    void otherPackingsAreNamedWithWhatTheyNeed()
    {
        QJsonObject files = usualFiles();
        const QString larger = written("larger", m_model.text + QByteArray(1000, 0));
        files.insert("Tiny-Q6_K.gguf", fileFrom(larger));
        m_hub.offer(m_name, files);

        const auto offer = inquire("Q6_K");

        QVERIFY2(offer.value, qPrintable(offer.error));
        QStringList labels;
        for (const services::OfferedPacking& packing : offer.value->packings)
            labels << packing.label;
        QCOMPARE(QSet(labels.begin(), labels.end()), (QSet<QString>{"Q8_0", "Q4_K_M", "Q6_K"}));
        const services::OfferedPacking& largest = offer.value->packings.last();
        QCOMPARE(largest.label, QString("Q6_K"));
        QCOMPARE(largest.bytes, m_model.text.size() + 1000);
        QCOMPARE(largest.neededMemory - offer.value->packings.first().neededMemory, 1000);
        QVERIFY(std::abs(largest.neededMemory - offer.value->neededMemory) < 100'000);
    }

    void aVariantThatDoesNotRunHereIsLeftOut()
    {
        tests::StarterCopy copy;
        const QByteArray name = "blk.0.attn_q.weight";
        const qsizetype type = copy.text.indexOf(name) + name.size() + 4 + 2 * 8;
        copy.text[type] = 42; // Q2_0
        QJsonObject files = usualFiles();
        files["Tiny-Q8_0.gguf"] = fileFrom(written("q2", copy.text));
        m_hub.offer(m_name, files);

        const auto offer = inquire();

        QVERIFY2(offer.value, qPrintable(offer.error));
        QCOMPARE(offer.value->model.name, "Tiny-Q4_K_M");
        const auto named = inquire("Q8_0");
        QVERIFY2(named.error.contains("Q2_0"), qPrintable(named.error));
    }

    // The hub may also send the whole file, whatever is requested.
    void aHeadThatIsLongIsFetchedWhole_data()
    {
        QTest::addColumn<bool>("hasRanges");
        QTest::newRow("in parts") << true;
        QTest::newRow("in one") << false;
    }
    void aHeadThatIsLongIsFetchedWhole()
    {
        QFETCH(bool, hasRanges);
        const QString file = written("long", withLongHead(m_model.text, 3 << 20, false));
        m_hub.offer(m_name, {{"Tiny-Q8_0.gguf", fileFrom(file)}});
        m_hub.setFaults({{"no_range", !hasRanges}});

        const auto offer = inquire();

        QVERIFY2(offer.value, qPrintable(offer.error));
        QCOMPARE(offer.value->model.family, "llama");
    }

    void noPartOfAHeadIsFetchedTwice()
    {
        const QString file = written("long", withLongHead(m_model.text, 3 << 20, false));
        m_hub.offer(m_name, {{"Tiny-Q8_0.gguf", fileFrom(file)}});

        QVERIFY(inquire("Q8_0").value);

        QStringList ranges;
        for (const QJsonObject& request : m_hub.requests())
            if (request["host"] == "127.0.0.2")
                ranges << request["range"].toString();
        QCOMPARE(ranges.size(), 2);
        QCOMPARE(ranges[0], QString("bytes=0-1048575"));
        QVERIFY2(ranges[1].startsWith("bytes=1048576-"), qPrintable(ranges[1]));
    }

    void aHubThatEndsEachResponseAfterAThirdWillDo()
    {
        m_hub.offer(m_name, usualFiles());
        m_hub.setFaults({{"cut_share", 0.34}, {"cut_api", true}});

        const auto offer = inquire("Q8_0");

        QVERIFY2(offer.value, qPrintable(offer.error));
        QCOMPARE(offer.value->model.family, "llama");
        QVERIFY(offer.value->model.canSee());
    }

    void whatDoesNotRunHereIsSaidAfterTheFirstBytes()
    {
        tests::StarterCopy copy;
        tests::overwrite(copy.text, "llama", "zebra");
        m_hub.offer(m_name, {{"Tiny-Q8_0.gguf", fileFrom(written("zebra", copy.text))}});

        const auto offer = inquire();

        QVERIFY2(offer.error.contains("zebra"), qPrintable(offer.error));
        int heads = 0;
        for (const QJsonObject& request : m_hub.requests())
            heads += request["host"] == "127.0.0.2";
        QCOMPARE(heads, 1);
    }

    void aVisionPartThatCannotBeUsedStaysThere_data()
    {
        QTest::addColumn<QByteArray>("vision");
        const QByteArray key = "clip.vision.projection_dim";
        const QByteArray vision = m_model.vision;
        const qsizetype width = vision.indexOf(key) + key.size() + 4; // behind its type
        QTest::newRow("of another model") << QByteArray(vision).replace(width, 2, "\x07\x07");
        const QByteArray kind = "clip.projector_type";
        const qsizetype name = vision.indexOf(kind) + kind.size() + 4 + 8;
        QTest::newRow("of a newer kind") << QByteArray(vision).replace(name, 2, "xx");
    }
    void aVisionPartThatCannotBeUsedStaysThere()
    {
        QFETCH(QByteArray, vision);
        QJsonObject files = usualFiles();
        for (const char* eyes : {"eyes-of-tiny-F16.gguf", "eyes-of-tiny-F32.gguf"})
            files[eyes] = fileFrom(written("blind", vision));
        m_hub.offer(m_name, files);

        const auto offer = inquire("Q8_0");

        QVERIFY2(offer.value, qPrintable(offer.error));
        QCOMPARE(offer.value->files.size(), 1);
        QVERIFY(offer.value->remarks.last().contains("vision encoder"));
    }

    void aFolderIsOfferedWithWhatIsReadOfIt_data()
    {
        QTest::addColumn<bool>("isDivided");
        QTest::newRow("one file") << false;
        QTest::newRow("two files") << true;
    }
    void aFolderIsOfferedWithWhatIsReadOfIt()
    {
        QFETCH(bool, isDivided);
        tests::TinyFolder folder;
        if (isDivided)
            folder.divide();
        const services::ModelFacts here
            = services::describeModel(services::parseModelId(folder.path()));
        QJsonObject files = tests::filesFrom(folder.path());
        const QStringList needed = files.keys();
        for (const char* other : {"pytorch_model.bin", "model.onnx", "modeling_tiny.py",
                 "consolidated.safetensors", "onnx/model.safetensors", "flax_model.msgpack"})
            files[other] = tests::randomFile(100);
        m_hub.offer(m_name, files);

        const auto offer = inquire();

        QVERIFY2(offer.value, qPrintable(offer.error));
        QVERIFY(offer.value->isFolder());
        QStringList paths;
        for (const services::OfferedFile& file : offer.value->files) {
            QCOMPARE(file.name, file.file.path);
            QVERIFY(file.file.hash.size() == 32);
            paths << file.name;
        }
        QCOMPARE(paths.last(), "config.json");
        paths.sort();
        QCOMPARE(paths, needed);
        const services::ModelFacts& there = offer.value->model;
        QCOMPARE(there.name, "Tiny-GGUF");
        QCOMPARE(there.family, "llama");
        QVERIFY(there.isUsable());
        QCOMPARE(there.parameters, here.parameters);
        QCOMPARE(there.fileBytes, here.fileBytes);
        QCOMPARE(there.config.weightType, here.config.weightType);
        QCOMPARE(offer.value->neededMemory, services::estimateMemory(here, {}).total());
        for (const QJsonObject& request : m_hub.requests())
            QVERIFY(!request["path"].toString().endsWith("tokenizer.json"));
    }

    void aFolderIsFoundByItsFormatAndItsWeightsType()
    {
        tests::TinyFolder folder;
        const services::ModelFacts here
            = services::describeModel(services::parseModelId(folder.path()));
        m_hub.offer(m_name, tests::filesFrom(folder.path()));

        const QString type = QString::fromStdString(here.config.weightType);
        for (const QString& version : {QString("SafeTensors"), type.toLower()}) {
            const auto offer = inquire(version);
            QVERIFY2(offer.value, qPrintable(offer.error));
        }
        const auto offer = inquire("Q4_K_M");
        QVERIFY2(offer.error.contains("Available: safetensors"), qPrintable(offer.error));
    }

    void anIndexThatNamesWhatIsNotThereIsRejected_data()
    {
        QTest::addColumn<QByteArray>("index");
        QTest::addColumn<QString>("word");
        QTest::newRow("no JSON") << QByteArray("{") << "isn't a valid list";
        QTest::newRow("no map") << QByteArray(R"({"weight_map": []})") << "isn't a valid list";
        QTest::newRow("an empty map")
            << QByteArray(R"({"weight_map": {}})") << "isn't a valid list";
        QTest::newRow("leads out")
            << QByteArray(R"({"weight_map": {"a": "../../model.safetensors"}})")
            << "isn't a valid list";
        QTest::newRow("missing") << QByteArray(R"({"weight_map": {"a": "other.safetensors"}})")
                                 << "incomplete";
    }
    void anIndexThatNamesWhatIsNotThereIsRejected()
    {
        QFETCH(QByteArray, index);
        QFETCH(QString, word);
        tests::TinyFolder folder;
        folder.divide();
        tests::writeFile(folder.path("model.safetensors.index.json"), index);
        m_hub.offer(m_name, tests::filesFrom(folder.path()));

        const auto offer = inquire();

        QVERIFY2(offer.error.contains(word), qPrintable(offer.error));
    }

    void aFolderThatDoesNotRunHereIsNotOffered()
    {
        tests::TinyFolder folder;
        QByteArray config = tests::readFile(folder.path("config.json"));
        tests::overwrite(config, "llama", "zebra");
        tests::writeFile(folder.path("config.json"), config);
        m_hub.offer(m_name, tests::filesFrom(folder.path()));

        const auto offer = inquire();

        QVERIFY2(offer.error.contains("zebra"), qPrintable(offer.error));
        QVERIFY2(!offer.error.contains(QDir::tempPath()), qPrintable(offer.error));
    }

    void aWishThatCannotBeMetNamesWhatThereIs()
    {
        m_hub.offer(m_name, usualFiles());
        const auto offer = inquire("Q2_K");
        QVERIFY2(offer.error.contains("Q4_K_M, Q8_0") || offer.error.contains("Q8_0, Q4_K_M"),
            qPrintable(offer.error));
    }

    void repositoriesWithoutAModelSaySo_data()
    {
        QTest::addColumn<QJsonObject>("files");
        QTest::addColumn<QString>("word");
        QTest::newRow("safetensors")
            << QJsonObject{{"model.safetensors", tests::randomFile(100)}} << "no GGUF files";
        QTest::newRow("no GGUF inside")
            << QJsonObject{{"m-Q8_0.gguf", tests::randomFile(100)}} << "no language model";
        QTest::newRow("vision only") << QJsonObject{{"m.gguf",
            fileFrom(tests::resource("starter/mmproj-vignette-starter.gguf"))}}
                                     << "no language model";
    }
    void repositoriesWithoutAModelSaySo()
    {
        QFETCH(QJsonObject, files);
        QFETCH(QString, word);
        m_hub.offer(m_name, files);
        const auto offer = inquire();
        QVERIFY2(offer.error.contains(word), qPrintable(offer.error));
    }

    void faultsBecomeSentences()
    {
        m_hub.offer("somebody/else", {});
        QVERIFY(inquire().error.contains("wasn't found at"));
        m_hub.offer(m_name, usualFiles());
        const QJsonObject broken{{"at", "content"}, {"status", 500}};
        m_hub.setFaults({{"refuse", QJsonArray{broken}}});
        QVERIFY(inquire().error.contains("internal error"));
        m_hub.setFaults({{"stall_after", 0}});
        QVERIFY(inquire().error.contains("lost. Try again."));
    }
};

TESTS(ModelInquiryTest, QCoreApplication);
#include "model_inquiry_test.moc"
