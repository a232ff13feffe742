#include "services/documents/index/sqlite_index.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace services;

namespace {

std::vector<float> randomUnit(size_t columns, std::mt19937& random)
{
    std::normal_distribution<float> normal;
    std::vector<float> vector(columns);
    std::ranges::generate(vector, [&] { return normal(random); });
    const float length
        = std::sqrt(std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.F));
    for (float& number : vector)
        number /= length;
    return vector;
}

float product(const std::vector<float>& left, const std::vector<float>& right)
{
    return std::inner_product(left.begin(), left.end(), right.begin(), 0.F);
}

} // namespace

// Vectors in 8 bits are searched as if they were whole.
class VectorTableTest : public QObject {
    Q_OBJECT

private slots:
    void similaritiesAreThoseOfWholeVectors_data()
    {
        QTest::addColumn<int>("columns");
        for (const int columns : {1, 31, 32, 33, 384, 1000})
            QTest::addRow("%d", columns) << columns;
    }
    void similaritiesAreThoseOfWholeVectors()
    {
        QFETCH(int, columns);
        std::mt19937 random{unsigned(columns)};
        std::vector<std::vector<float>> vectors;
        VectorTable table{size_t(columns)};
        for (int passage = 0; passage < 300; ++passage) {
            vectors.push_back(randomUnit(size_t(columns), random));
            table.add(passage * 2, packedVector(vectors.back()));
        }
        const std::vector<float> question = randomUnit(size_t(columns), random);

        const auto found = table.find(question, 300, {});

        QCOMPARE(found.size(), vectors.size());
        for (const VectorMatch& match : found) {
            const float exact = product(vectors[size_t(match.passage / 2)], question);
            QVERIFY2(std::abs(match.similarity - exact) < 0.02F,
                qPrintable(QString::number(double(exact))));
        }
        for (size_t rank = 1; rank < found.size(); ++rank)
            QVERIFY(found[rank - 1].similarity >= found[rank].similarity);
        QCOMPARE(table.find(question, 7, {}), std::vector(found.begin(), found.begin() + 7));
    }

    void othersAreAddedOnce()
    {
        VectorTable table(2);
        table.add(1, packedVector(std::vector<float>{1, 0}));
        table.add(5, packedVector(std::vector<float>{0, 1}));

        const auto found
            = table.find(std::vector<float>{1, 0}, 1, std::vector<PassageNumber>{5, 1, 3});

        QCOMPARE(found.size(), size_t(2));
        QCOMPARE(found[0].passage, 1);
        QCOMPARE(found[1].passage, 5);
    }

    void whatIsOfAnotherLengthIsLeftOut()
    {
        VectorTable table(64);
        table.add(1, packedVector(std::vector<float>(32, 0.1F)));
        table.add(2, "");

        QVERIFY(table.find(std::vector<float>(64, 0.1F), 5, {}).empty());
    }
};

TESTS(VectorTableTest);
#include "vector_table_test.moc"
