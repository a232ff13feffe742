#include "app/cli/inspect.h"

#include "app/cli/command.h"

#include <cstdio>

namespace app {

namespace {

constexpr Command steps[] = {
    {"tokens", "ids of a text", inspectTokens},
    {"logits", "logits of ids, with pictures or without", inspectLogits},
    {"embed", "vectors of texts, by an encoder", inspectEmbed},
    {"embed-image", "rows of a picture", inspectEmbedImage},
    {"image", "a picture as it was decoded", inspectImage},
    {"template", "messages as the model reads them", inspectTemplate},
    {"sample", "how a sampler changes a distribution, step by step", inspectSample},
    {"filter", "which texts a schema, pattern or grammar takes", inspectFilter},
    {"world", "whether pictures are of the kind that the model knows", inspectWorld},
};

} // namespace

int runInspect(const QStringList& arguments)
{
    if (!arguments.isEmpty() && QStringList{"help", "--help", "-h"}.contains(arguments.first())) {
        std::puts("Usage: vignette-cli inspect STEP [OPTIONS] …; STEP --help tells more.\n");
        for (const Command& step : steps)
            std::printf("  %-12s %s\n", step.name, step.summary);
        return 0;
    }
    return findCommand(steps, arguments, "vignette-cli inspect").run(arguments.mid(1));
}

} // namespace app
