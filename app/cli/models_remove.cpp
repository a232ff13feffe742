#include "app/cli/command.h"
#include "app/cli/installed.h"
#include "app/cli/models.h"
#include "app/cli/output.h"
#include "services/hub/fetched_files.h"
#include "services/refuse.h"
#include "services/system/paths.h"

#include <QDir>
#include <QFile>

namespace app {

namespace {

using services::refuse;

// The wish for the model that `models list` shows under this name.
services::ModelWish wishFor(const QString& name)
{
    for (const services::ModelDescription& model : installedModels()) {
        if (model.name != name)
            continue;
        const QString place = fetchedPlaceOf(model);
        if (place.isEmpty())
            refuse(QStringLiteral("%1 was not fetched by Vignette, so it is not removed by it: %2")
                       .arg(name, model.isStarter() ? QStringLiteral("it is built in") : model.id));
        return {{place.section(u'/', 0, 0), place.section(u'/', 1, 1)}, place.section(u'/', 2)};
    }
    refuse(QStringLiteral("There is no model %1; vignette-cli models list shows what there is.")
               .arg(name));
}

void remove(const QString& path)
{
    QFile file(path);
    if (!file.remove())
        refuse(QStringLiteral("%1 cannot be removed: %2.").arg(path, file.errorString()));
    printText(path.toStdString() + "\n");
}

} // namespace

int removeModel(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Removes a model that was fetched, with its vision part and "
                                     "with what has come of it, and prints what is gone.");
    parser.addPositionalArgument(
        "NAME", "OWNER/NAME, OWNER/NAME:QUANT, or a name of vignette-cli models list");
    parse(parser, "vignette-cli models remove", arguments);
    if (parser.positionalArguments().size() != 1)
        throw UsageError("vignette-cli models remove takes one NAME");

    const QString name = parser.positionalArguments().first();
    const auto named = services::modelWishOf(name);
    const services::ModelWish wish = named ? *named : wishFor(name);
    const QStringList files = services::fetchedFiles(services::paths::modelFolder(), wish);
    if (files.isEmpty())
        refuse(QStringLiteral("Nothing was fetched of %1.").arg(name));
    for (const QString& file : files)
        remove(file);
    QDir(services::paths::modelFolder()).rmpath(wish.repository.text()); // if nothing is left there
    return 0;
}

} // namespace app
