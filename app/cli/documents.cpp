#include "app/cli/documents.h"

#include "app/cli/command.h"

#include <cstdio>

namespace app {

namespace {

constexpr Command actions[] = {
    {"text", "prints what is read of a document", printDocument},
    {"list", "lists the documents of a store", listDocuments},
    {"remove", "takes documents out of a store", removeDocuments},
};

} // namespace

int runDocuments(const QStringList& arguments)
{
    if (!arguments.isEmpty() && QStringList{"help", "--help", "-h"}.contains(arguments.first())) {
        std::puts("Usage: vignette-cli documents ACTION [OPTIONS] …; ACTION --help tells more.\n");
        for (const Command& action : actions)
            std::printf("  %-8s %s\n", action.name, action.summary);
        return 0;
    }
    return findCommand(actions, arguments, "vignette-cli documents").run(arguments.mid(1));
}

} // namespace app
