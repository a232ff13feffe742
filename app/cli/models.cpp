#include "app/cli/models.h"

#include "app/cli/command.h"

#include <cstdio>

namespace app {

namespace {

constexpr Command actions[] = {
    {"inspect", "checks a model file or folder and says what it holds", inspectModel},
    {"convert", "writes a Hugging Face folder as GGUF", convertModel},
    {"get", "fetches a model from a hub, with its vision part", getModel},
    {"list", "says which models are here", listModels},
    {"remove", "removes a model that was fetched", removeModel},
    {"test", "says what a model on another machine is able to", testModel},
    {"devices", "says what there is to compute with, and its memory", listDevices},
};

} // namespace

int runModels(const QStringList& arguments)
{
    if (!arguments.isEmpty() && QStringList{"help", "--help", "-h"}.contains(arguments.first())) {
        std::puts("Usage: vignette-cli models ACTION [OPTIONS] …; ACTION --help tells more.\n");
        for (const Command& action : actions)
            std::printf("  %-8s %s\n", action.name, action.summary);
        return 0;
    }
    return findCommand(actions, arguments, "vignette-cli models").run(arguments.mid(1));
}

} // namespace app
