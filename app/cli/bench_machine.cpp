#include "app/cli/bench_machine.h"

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "engine/files/json_text.h"
#include "services/planner/planner.h"
#include "services/system/paths.h"

#include "runtime/planner/measure_device.h"
#include <nlohmann/json.hpp>

namespace app {

int benchMachine(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Measures what this computer reaches, at most 20 seconds for each of its devices, and "
        "keeps "
        "it: from then on it is said of a model how fast it will be before it is fetched. Prints "
        "one JSON line per device.");
    parser.addOption(withDefault("threads", "Threads; 0: one for each physical core.", "N", "0"));
    parse(parser, "vignette-cli bench machine", arguments);
    if (!parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli bench machine takes options only");
    const int threads = int(integerOption(parser, "threads", 0, 1024));

    runtime::MachineSpeed speed;
    {
        ProgressBar bar("Measuring this computer");
        speed = runtime::measureMachine(threads, [&](double share) {
            bar.show(share);
            return true;
        });
    }
    services::writeMachineSpeed(services::paths::machineSpeedFile(), speed);
    const auto json = engine::parseJson<nlohmann::ordered_json>(runtime::toJson(speed));
    for (const nlohmann::ordered_json& device : json["devices"])
        printJson(device);
    return 0;
}

} // namespace app
