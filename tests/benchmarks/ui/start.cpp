#include "services/conversations/conversation_database.h"
#include "tests/benchmarks/ui/figures.h"
#include "tests/benchmarks/ui/program_under_test.h"
#include "tests/benchmarks/ui/topics.h"

#include <QElapsedTimer>
#include <QThread>

#include <nlohmann/json.hpp>

namespace bench {

namespace {

constexpr int conversations = 1000;
constexpr int starts = 15;
constexpr int warmUps = 3;
constexpr int settleSeconds = 35; // the text cursor blinks for 10, threads of the pool wait for 30
constexpr int idleSeconds = 20;

services::Message message(services::MessageId id, const QString& text)
{
    services::Message made;
    made.id = id;
    made.parent = id - 1;
    made.author = id % 2 == 0 ? services::Author::User : services::Author::Assistant;
    made.text = text;
    return made;
}

void fill(const QString& file)
{
    services::ConversationDatabase database(file);
    for (int number = 0; number < conversations; ++number) {
        services::ConversationRecord record;
        record.id = QStringLiteral("conversation-%1").arg(number);
        record.title = QStringLiteral("A conversation about the number %1").arg(number);
        record.titleOrigin = services::TitleOrigin::User;
        record.created = record.changed = 1'700'000'000'000 + number * 60'000;
        record.leaf = 1;
        database.saveMessages(record,
            {message(0, QStringLiteral("What is special about %1?").arg(number)),
                message(1, QStringLiteral("It comes after **%1**.").arg(number - 1))});
    }
}

void addTimes(const QByteArray& output, Samples& painted, Samples& accepting)
{
    for (const QByteArray& line : output.split('\n')) {
        const auto json = nlohmann::json::parse(line.begin(), line.end(), nullptr, false);
        if (json.contains("first_paint_ms"))
            painted.add(json["first_paint_ms"]);
        if (json.contains("accepts_keys_ms"))
            accepting.add(json["accepts_keys_ms"]);
    }
}

void measureIdleCosts(
    ProgramUnderTest& program, const char* share, const char* wakeUps, double shareTarget)
{
    QThread::sleep(settleSeconds);
    const double before = program.processorSeconds();
    const qint64 wakeUpsBefore = program.wakeUps();
    QElapsedTimer clock;
    clock.start();
    QThread::sleep(idleSeconds);
    const double seconds = double(clock.elapsed()) / 1000;
    print(share, 100 * (program.processorSeconds() - before) / seconds, "%", shareTarget);
    print(wakeUps, double(program.wakeUps() - wakeUpsBefore) / seconds, "1/s", 1);
}

} // namespace

void measureStart()
{
    ProgramUnderTest program;
    fill(program.conversationFile());
    Samples painted, accepting;
    for (int number = -warmUps; number < starts; ++number) {
        const QByteArray output = program.start();
        program.end();
        if (number >= 0)
            addTimes(output, painted, accepting);
    }
    print(
        "1 first window painted, 1,000 conversations, median", painted.percentile(0.5), "ms", 250);
    print("1 first window painted, 1,000 conversations, slowest", painted.most(), "ms");
    print("2 prompt box accepts keys, median", accepting.percentile(0.5), "ms", 350);
    print("2 prompt box accepts keys, slowest", accepting.most(), "ms");
}

void measureIdle()
{
    ProgramUnderTest program;
    fill(program.conversationFile());
    program.setSetting("model/current", "/there/is/no/such/model.gguf"); // so none is loaded
    program.start();
    program.focus();
    measureIdleCosts(program, "15 processor time, idle, window visible",
        "15 wake-ups, idle, window visible", 0.1);
    print("14 memory without a model (PSS)", program.sharedMebibytes(), "MiB", 90);
    if (program.hide())
        measureIdleCosts(program, "15 processor time, idle, window hidden",
            "15 wake-ups, idle, window hidden", 0);
}

} // namespace bench
