#include "services/models/resource_paths.h"

#include "kernels/error.h"

#include <QByteArray>
#include <QtGlobal>

namespace services {

namespace fs = std::filesystem;

fs::path resourceFolder()
{
    // Qt's way, for the program changes its environment while other threads may be in here.
    if (const QByteArray named = qgetenv("VIGNETTE_RESOURCES"); !named.isEmpty())
        return named.toStdString();
    std::error_code failed;
    const fs::path program = fs::read_symlink("/proc/self/exe", failed);
    for (const fs::path& folder : {program.parent_path().parent_path() / "share" / "vignette",
             fs::path(VIGNETTE_SOURCE_RESOURCES)}) {
        if (fs::is_directory(folder, failed))
            return folder;
    }
    throw kernels::Error(kernels::ErrorKind::BadFile,
        "Vignette's own files (pictures, the built-in model) are missing: expected them in "
            + (program.parent_path().parent_path() / "share" / "vignette").string());
}

fs::path starterModel()
{
    return resourceFolder() / "starter" / "vignette-starter.gguf";
}

} // namespace services
