#include "services/server/answers/answer_reading.h"
#include "services/server/protocol/api_error.h"
#include "tests/support/calling_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <deque>
#include <memory>
#include <vector>

using runtime::ModelState;
using services::server::ApiError;
using services::server::awaitReady;
using services::server::ClientGone;
using Stage = ModelState::Stage;

namespace {

using Load = std::vector<ModelState>; // what the engine is seen to be after it, one after the other

/// An engine that is loaded as it is told beforehand; the last state of a loading stays.
class ToldEngine : public tests::CallingEngine {
public:
    explicit ToldEngine(std::deque<Load> loads)
        : m_loads(std::move(loads))
    {
    }

    void load() override
    {
        ++loads;
        m_states = m_loads.front();
        m_loads.pop_front();
        m_at = 0;
    }
    ModelState describe() const override
    {
        return m_at + 1 < m_states.size() ? m_states[m_at++] : m_states[m_at];
    }

    int loads = 0;

private:
    std::deque<Load> m_loads;
    Load m_states = {{}};
    mutable size_t m_at = 0;
};

const ModelState loading{.stage = Stage::Loading};
const ModelState ready{.stage = Stage::Ready, .summary = {.name = "told"}};
const ModelState gone{};
const ModelState cancelled{.message = "It was cancelled."};
const ModelState failed{.stage = Stage::Failed, .message = "It is broken."};

} // namespace

// A client waits for a model that comes into memory when it is asked.
class AwaitedModelTest : public QObject {
    Q_OBJECT

    // The name of the model or the message of the error.
    static std::string awaited(const std::shared_ptr<ToldEngine>& engine)
    {
        try {
            return awaitReady({.id = "told", .engine = engine, .isLoadedWhenAsked = true}, [] {
                return false;
            }).name;
        } catch (const ApiError& error) {
            return std::to_string(error.status) + ": " + error.what();
        }
    }

private slots:
    void itIsLoaded()
    {
        const auto engine = std::make_shared<ToldEngine>(std::deque<Load>{{loading, ready}});

        QCOMPARE(awaited(engine), "told");
        QCOMPARE(engine->loads, 1);
    }

    void itIsLoadedAgainIfItGoesMeanwhile()
    {
        const auto engine = std::make_shared<ToldEngine>(
            std::deque<Load>{{loading, gone}, {loading, loading, gone}, {loading, ready}});

        QCOMPARE(awaited(engine), "told");
        QCOMPARE(engine->loads, 3);
    }

    void itIsNotLoadedAgainstSomebodysWill()
    {
        const auto engine = std::make_shared<ToldEngine>(std::deque<Load>{{loading, cancelled}});

        QCOMPARE(awaited(engine), "503: It was cancelled.");
        QCOMPARE(engine->loads, 1);
    }

    void oneThatFailsIsNotTriedAgain()
    {
        const auto engine = std::make_shared<ToldEngine>(std::deque<Load>{{loading, failed}});

        QCOMPARE(awaited(engine), "503: It is broken.");
        QCOMPARE(engine->loads, 1);
    }

    void nothingIsLoadedWhenTheProgramEnds()
    {
        const auto engine = std::make_shared<ToldEngine>(std::deque<Load>{{loading, gone}, {gone}});

        QCOMPARE(awaited(engine), "503: The model was unloaded.");
        QCOMPARE(engine->loads, 2);
    }

    void nobodyIsWaitedForWhoHasGone()
    {
        const auto engine = std::make_shared<ToldEngine>(std::deque<Load>{{loading}});

        QVERIFY_EXCEPTION_THROWN(
            awaitReady(
                {.id = "told", .engine = engine, .isLoadedWhenAsked = true}, [] { return true; }),
            ClientGone);
    }
};

TESTS(AwaitedModelTest);
#include "awaited_model_test.moc"
