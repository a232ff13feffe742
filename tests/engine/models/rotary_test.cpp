#include "engine/layers/rotary.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using engine::RopeScaling;
using engine::RotaryPlan;
using nlohmann::json;

namespace {

RopeScaling::Kind kindNamed(const std::string& name)
{
    using Kind = RopeScaling::Kind;
    if (name == "linear")
        return Kind::Linear;
    if (name == "dynamic")
        return Kind::Dynamic;
    if (name == "llama3")
        return Kind::Llama3;
    if (name == "yarn")
        return Kind::Yarn;
    return name == "longrope" ? Kind::LongRope : Kind::None;
}

RotaryPlan planOf(const json& row)
{
    const json& scaling = row.at("scaling");
    RotaryPlan plan;
    plan.theta = row.at("theta");
    plan.dims = row.at("dims");
    plan.contextLength = row.at("context");
    plan.scaling.kind = kindNamed(row.at("name"));
    plan.scaling.factor = scaling.value("factor", 1.0);
    plan.scaling.lowFrequencyFactor = scaling.value("low_freq_factor", 1.0);
    plan.scaling.highFrequencyFactor = scaling.value("high_freq_factor", 4.0);
    plan.scaling.originalContext = scaling.value("original_max_position_embeddings", 0);
    plan.scaling.shortFactors = scaling.value("short_factor", std::vector<double>());
    plan.scaling.longFactors = scaling.value("long_factor", std::vector<double>());
    return plan;
}

} // namespace

class RotaryTest : public QObject {
    Q_OBJECT

private slots:
    void everyWayToStretchGivesTheTableOfTransformers()
    {
        const json cases = tests::readJson(tests::dataFolder() / "rotary_tables.json").at("cases");

        for (const json& row : cases) {
            const auto table = engine::rotaryTable(planOf(row), row.at("length"));

            const auto expected = row.at("frequencies").get<std::vector<double>>();
            QCOMPARE(table.frequencies.size(), expected.size());
            QVERIFY(std::abs(table.magnitude - row.at("magnitude").get<double>()) < 1e-6);
            for (size_t pair = 0; pair < expected.size(); ++pair)
                QVERIFY2(std::abs(table.frequencies[pair] / expected[pair] - 1) < 1e-6,
                    qPrintable(QString("%1, length %2, pair %3: %4 instead of %5")
                                   .arg(QString::fromStdString(row.at("name")))
                                   .arg(row.at("length").get<int>())
                                   .arg(pair)
                                   .arg(table.frequencies[pair])
                                   .arg(expected[pair])));
        }
    }

    void axesTakeTheFrequenciesInTurn() // as in Pixtral: the row gets the first, third, …
    {
        engine::RotaryPlan plan{.dims = 12, .theta = 100};
        const auto all = engine::rotaryTable(plan, 0).frequencies;
        plan.axes = 2;
        plan.axisOfPair = {0, 0, 0, 1, 1, 1};
        plan.takesTurns = true;

        const auto dealt = engine::rotaryTable(plan, 0).frequencies;

        QCOMPARE(dealt, (std::vector<float>{all[0], all[2], all[4], all[1], all[3], all[5]}));
    }

    void factorsOfTheFileDivideTheFrequencies()
    {
        RotaryPlan plan;
        plan.dims = 4;
        plan.theta = 100;
        plan.factors = {1, 8};

        const auto table = engine::rotaryTable(plan, 1);

        QCOMPARE(table.frequencies, (std::vector<float>{1, 0.1f / 8}));
        QCOMPARE(table.magnitude, 1.0f);
    }
};

TESTS(RotaryTest);
#include "rotary_test.moc"
