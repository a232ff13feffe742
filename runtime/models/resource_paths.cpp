#include "runtime/models/resource_paths.h"

#include "kernels/error.h"

#include <cstdlib>

namespace runtime {

namespace fs = std::filesystem;

namespace {

// Read before there are threads, for the program changes its environment later.
const std::string namedFolder = [] {
    const char* name = std::getenv("VIGNETTE_RESOURCES");
    return std::string(name ? name : "");
}();

} // namespace

fs::path resourceFolder()
{
    return resourceFolder(namedFolder);
}

fs::path resourceFolder(const std::string& named)
{
    if (!named.empty())
        return named;
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

} // namespace runtime
