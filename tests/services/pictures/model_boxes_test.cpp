#include "services/pictures/model_boxes.h"
#include "tests/support/test_program.h"
#include "vision/towers/vision_config.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <cmath>

using services::ModelBox;
using services::readModelBoxes;

// Boxes that models write into their answers, each in the notation of its family.
class ModelBoxesTest : public QObject {
    Q_OBJECT

private slots:
    void familiesThatGiveBoxesAreAskedInTheirWords()
    {
        const auto prompt = [](const char* family) {
            vision::VisionConfig config;
            config.family = family;
            return services::groundingPrompt(config);
        };

        for (const char* family : {"qwen2_vl", "qwen2_5_vl", "qwen3_vl", "qwen3_5", "internvl"})
            QCOMPARE(prompt(family).count(u'…'), 1);
        QVERIFY(prompt("internvl").contains("<ref>…</ref>"));
        QVERIFY(prompt("qwen3_vl").contains("JSON"));
        for (const char* family : {"llava", "idefics3", "unknown"})
            QVERIFY(prompt(family).isEmpty());
    }

    void everyFamilysNotationIsRead_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QStringList>("labels");
        QTest::addColumn<QRectF>("first"); // in pixels of an image of 2000 × 1000
        const QRectF half(200, 100, 1000, 400);

        QTest::newRow("Qwen3-VL") << "Qwen3-VL-4B-Instruct"
                                  << "```json\n[\n\t{\"bbox_2d\": [100, 100, 600, 500], \"label\": "
                                     "\"cat\"},\n\t{\"bbox_2d\": [0, 0, 10, 10], \"label\": "
                                     "\"a \\\"dog\\\"\"}\n]\n```"
                                  << QStringList{"cat", "a \\\"dog\\\""} << half;
        QTest::newRow("Qwen2.5-VL, pixels of what it saw")
            << "qwen2_5_vl"
            << "[{\"bbox_2d\": [100, 50, 600, 250], \"label\": \"cat\"}]" << QStringList{"cat"}
            << half;
        QTest::newRow("Qwen2-VL with its tokens")
            << "Qwen2-VL-2B"
            << "<|object_ref_start|>the cat<|object_ref_end|><|box_start|>(100,100),(600,500)"
               "<|box_end|>"
            << QStringList{"the cat"} << half;
        QTest::newRow("Qwen2-VL without them")
            << "Qwen2-VL-2B"
            << "the cat(100,100),(600,500)" << QStringList{"the cat"} << half;
        QTest::newRow("InternVL") << "InternVL3-1B"
                                  << "Here: <ref>cat</ref><box>[[100, 100, 600, 500], [1, 2, 3, "
                                     "4]]</box>."
                                  << QStringList{"cat", "cat"} << half;
        QTest::newRow("GLM-4.1V") << "GLM-4.1V"
                                  << "It is at <|begin_of_box|>[[100,100,600,500]]<|end_of_box|>"
                                  << QStringList{""} << half;
        QTest::newRow("MiniCPM-V")
            << "MiniCPM-V-4_6"
            << "<ref>cat</ref><box>100 100 600 500</box>" << QStringList{"cat"} << half;
        QTest::newRow("Gemma, from the top")
            << "gemma-3-4b"
            << "{\"box_2d\": [100, 100, 500, 600], \"label\": \"cat\"}" << QStringList{"cat"}
            << half;
        QTest::newRow("label first") << "Qwen3-VL"
                                     << "{\"label\": \"cat\", \"bbox_2d\": [100, 100, 600, 500]}"
                                     << QStringList{"cat"} << half;
        QTest::newRow("pixels above a thousand")
            << "some model"
            << "{\"bbox_2d\": [200, 100, 1200, 500]}" << QStringList{""} << half;
        QTest::newRow("pixels, as another box says")
            << "some model"
            << "{\"bbox_2d\": [200, 100, 990, 500]} {\"bbox_2d\": [200, 100, 1200, 500]}"
            << QStringList{"", ""} << QRectF(200, 100, 790, 400);
        QTest::newRow("parts") << "some model"
                               << "{\"bbox\": [0.1, 0.1, 0.6, 0.5]}" << QStringList{""} << half;
        QTest::newRow("cut off") << "Qwen3-VL"
                                 << "[{\"bbox_2d\": [100, 100, 600, 500], \"label\": \"cat\"}, "
                                    "{\"bbox_2d\": [1, 2"
                                 << QStringList{"cat"} << half;
        QTest::newRow("corners exchanged")
            << "Qwen3-VL"
            << "{\"bbox_2d\": [600, 500, 100, 100]}" << QStringList{""} << half;
    }
    void everyFamilysNotationIsRead()
    {
        QFETCH(QString, model);
        QFETCH(QString, answer);
        QFETCH(QStringList, labels);
        QFETCH(QRectF, first);

        const auto boxes = readModelBoxes(answer, model, {2000, 1000}, {1000, 500});

        QStringList found;
        for (const ModelBox& box : boxes) {
            found << box.label;
            QVERIFY(answer.mid(box.from, box.to - box.from).contains(QRegularExpression("\\d")));
        }
        QCOMPARE(found, labels);
        const QRectF rect = boxes.first().rect;
        const QRectF pixels(
            rect.x() * 2000, rect.y() * 1000, rect.width() * 2000, rect.height() * 1000);
        for (const double difference : {pixels.x() - first.x(), pixels.y() - first.y(),
                 pixels.width() - first.width(), pixels.height() - first.height()})
            QVERIFY2(std::abs(difference) < 0.5, qPrintable(QString::number(difference)));
    }

    void otherNumbersAreSkipped_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::newRow("nothing") << "";
        QTest::newRow("prose") << "The cat (on the left, 2 years old) sits at (3, 4).";
        QTest::newRow("three numbers") << "{\"bbox_2d\": [1, 2, 3]}";
        QTest::newRow("five numbers") << "{\"bbox_2d\": [1, 2, 3, 4, 5]}";
        QTest::newRow("no area") << "{\"bbox_2d\": [10, 10, 10, 90]}";
        QTest::newRow("outside") << "{\"bbox_2d\": [-90, -90, -10, -10]}";
        QTest::newRow("huge") << "{\"bbox_2d\": [1, 2, 99999999999999999999, 4e400]}";
        QTest::newRow("endless") << "<box>1 2 3 99999999999999999999</box>";
        QTest::newRow("words") << "{\"bbox_2d\": [\"a\", null, true, {}]}";
        QTest::newRow("nested") << "{\"bbox_2d\": [[[[[[[[]]]]]]]]}";
        QTest::newRow("open") << "<box>[[1, 2, 3, ";
        QTest::newRow("zero byte") << "<box>" + QString(QChar(0)) + "[[1,2,3]]</box>";
    }
    void otherNumbersAreSkipped()
    {
        QFETCH(QString, answer);
        QCOMPARE(readModelBoxes(answer, "Qwen3-VL", {640, 480}).size(), 0);
    }

    void everyBoxIsInsideTheImage()
    {
        for (const ModelBox& box :
            readModelBoxes("{\"bbox_2d\": [-50, -50, 5000, 5000]} <box>[[0,0,999999,999999]]</box>",
                "Qwen2.5-VL", {640, 480}, {644, 476}))
            QVERIFY(QRectF(0, 0, 1, 1).contains(box.rect) && !box.rect.isEmpty());
    }

    void anImageWithoutASizeIsNoFailure()
    {
        readModelBoxes("{\"bbox_2d\": [1, 2, 3000, 4000]}", "Qwen2.5-VL", {}, {});
    }

    void noAnswerIsTooLong_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::newRow("boxes")
            << QString("{\"bbox_2d\": [1, 2, 30, 40], \"label\": \"a\"},").repeated(100'000);
        QTest::newRow("a list") << "<box>[" + QString("[1,2,30,40],").repeated(200'000) + "]</box>";
        QTest::newRow("open tags") << QString("<box>").repeated(500'000);
        QTest::newRow("open brackets") << QString("\"bbox_2d\": [").repeated(200'000);
        QTest::newRow("pairs") << QString("(1,").repeated(500'000);
        QTest::newRow("quotation marks") << QString("\"label\": \"").repeated(200'000);
        QTest::newRow("digits") << "<box>" + QString(2'000'000, u'7');
    }
    void noAnswerIsTooLong()
    {
        QFETCH(QString, answer);
        QVERIFY(readModelBoxes(answer, "Qwen3-VL", {640, 480}).size() <= services::maxModelBoxes);
    }

    void filesHoldTheBoxesInPixels()
    {
        const auto boxes = readModelBoxes(
            "[{\"bbox_2d\": [100, 100, 600, 500], \"label\": \"cat\"}, {\"bbox_2d\": [0, 0, 500, "
            "500], \"label\": \"dog\"}, {\"bbox_2d\": [0, 0, 100, 100], \"label\": \"cat\"}]",
            "Qwen3-VL", {2000, 1000});

        const QJsonArray json
            = QJsonDocument::fromJson(services::boxesToJson(boxes, {2000, 1000})).array();
        QCOMPARE(json.size(), 3);
        QCOMPARE(json[0]["label"].toString(), QString("cat"));
        QCOMPARE(json[0]["bbox_2d"].toArray(), QJsonArray({200, 100, 1200, 500}));

        const QJsonObject coco
            = QJsonDocument::fromJson(services::boxesToCoco(boxes, {2000, 1000}, "a.png")).object();
        QCOMPARE(coco["images"][0]["file_name"].toString(), QString("a.png"));
        QCOMPARE(coco["annotations"].toArray().size(), 3);
        QCOMPARE(coco["annotations"][0]["bbox"].toArray(), QJsonArray({200, 100, 1000, 400}));
        QCOMPARE(coco["annotations"][2]["category_id"].toInt(), 1);
        QCOMPARE(coco["categories"].toArray().size(), 2);
        QCOMPARE(coco["categories"][1]["name"].toString(), QString("dog"));
    }
};

TESTS(ModelBoxesTest);
#include "model_boxes_test.moc"
