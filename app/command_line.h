#pragma once

#include "engine/cache/cache_type.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace app {

/// What the program was started with.
struct CommandLine {
    QStringList files; ///< absolute paths, to be opened
    QString action; ///< "new-chat", "captions", or empty
    bool separate = false; ///< start once more beside a program that runs already
    bool safeMode = false; ///< the built-in model and settings as delivered; nothing is changed

    // For this run in place of the settings.
    std::optional<QString> model; ///< a GGUF file or a Hugging Face folder
    std::optional<QString> device;
    std::optional<int> deviceMemory; ///< MiB of each card; 0: all that are free
    std::optional<int> threads;
    std::optional<engine::CacheType> cacheType;
};

/// Prints what --help and --version ask for, which takes no display, and says whether it did.
bool answerInTerminal(int& argc, char** argv);

/// Ends the program with a sentence and exit code 2 for what it does not understand. Paths are
/// taken from the current folder.
CommandLine parseCommandLine(const QStringList& arguments);

} // namespace app
