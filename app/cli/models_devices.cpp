#include "app/cli/command.h"
#include "app/cli/models.h"
#include "app/cli/output.h"
#include "kernels/devices/backends.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace app {

namespace {

std::string memoryOf(const kernels::DeviceOffer& offer)
{
    if (offer.totalBytes == 0)
        return {};
    char text[64];
    std::snprintf(text, sizeof text, ", %.1f of %.1f GB free", double(offer.freeBytes) / 1e9,
        double(offer.totalBytes) / 1e9);
    return text;
}

} // namespace

int listDevices(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Says what there is to compute with, as --device takes it.");
    parser.addOption({"json", "Print JSON, one object a line."});
    parse(parser, "vignette-cli models devices", arguments);
    if (!parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli models devices takes options only");
    for (const kernels::DeviceOffer& offer : kernels::listDevices()) {
        if (parser.isSet("json"))
            printJson({{"device", offer.name}, {"description", offer.description},
                {"problem", offer.problem}, {"total_bytes", offer.totalBytes},
                {"free_bytes", offer.freeBytes}});
        else
            printText(offer.name + ": " + offer.description
                + (offer.problem.empty() ? memoryOf(offer) : " – " + offer.problem) + "\n");
    }
    return 0;
}

} // namespace app
