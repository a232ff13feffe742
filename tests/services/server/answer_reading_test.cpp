#include "services/server/answers/answer_reading.h"
#include "tests/support/calling_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

using services::server::AnswerReading;
using services::server::GenerationRequest;
using services::server::Metrics;
using services::server::RequestGate;
using services::server::ServedModel;

namespace {

/// An engine that tells how many slots of a gate were taken when it was asked to count.
class CountingEngine : public tests::CallingEngine {
public:
    explicit CountingEngine(const RequestGate& gate)
        : m_gate(gate)
    {
    }
    std::optional<runtime::TokenCount> count(
        const runtime::AnswerRequest&, const runtime::IsCancelled&) const override
    {
        running = m_gate.use().running;
        return std::nullopt;
    }

    mutable int running = -1;

private:
    const RequestGate& m_gate;
};

} // namespace

// Tests which requests the gate admits, and for how long.
class AnswerReadingTest : public QObject {
    Q_OBJECT

    RequestGate m_gate{4, 4};
    Metrics m_metrics;
    const std::shared_ptr<CountingEngine> m_engine = std::make_shared<CountingEngine>(m_gate);

    std::unique_ptr<AnswerReading> ask()
    {
        GenerationRequest generation{.model = "model", .request = {}};
        generation.request.messages.push_back(
            runtime::textMessage(runtime::Role::User, "What was it?"));
        return std::make_unique<AnswerReading>(ServedModel{.id = "model", .engine = m_engine},
            std::move(generation), services::server::AnswerPlaces{m_gate, m_metrics},
            [] { return false; });
    }

private slots:
    // The engine has nothing to do with it any more, only a client who reads slowly.
    void anAnswerHasItsPlaceUntilItIsWritten()
    {
        const auto reading = ask();

        QCOMPARE(m_gate.use().running, 0);
        QVERIFY(reading->next().has_value());
    }

    void tokensAreCountedBehindTheGate()
    {
        ask();

        QCOMPARE(m_engine->running, 1);
    }
};

TESTS(AnswerReadingTest);
#include "answer_reading_test.moc"
