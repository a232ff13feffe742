#pragma once

#include "engine/cache/paged_cache.h"
#include "engine/models/expert_placement.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace app {

/// The command line of the desktop program.
struct CommandLine {
    QStringList files; ///< absolute paths of files to open
    QString action; ///< "new-chat", "captions", "capture-AREA" (see CaptureArea) or empty
    bool separate = false; ///< starts a further instance even if one is running
    bool safeMode = false; ///< uses the built-in model and default settings, and changes nothing
    QStringList options; ///< as given, except for the action: what a start after this one is given

    // These replace the settings for this run.
    std::optional<QString> model; ///< the path of a GGUF file or a Hugging Face folder
    std::optional<QString> device;
    std::optional<int> deviceMemory; ///< MiB of each GPU; 0: all free memory
    std::optional<engine::ExpertPlacement> experts;
    std::optional<int> threads;
    std::optional<engine::CacheType> cacheType;
};

/// Prints what --help and --version ask for, which needs no display. Returns true if one of them
/// was given.
bool answerInTerminal(int& argc, char** argv);

/// Ends the program with a message and exit code 2 if it does not understand the arguments.
/// Relative paths start at the current folder.
CommandLine parseCommandLine(const QStringList& arguments);

} // namespace app
