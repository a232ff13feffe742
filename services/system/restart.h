#pragma once

namespace services {

/// QCoreApplication::exit() with this code ends the program as ever and then starts it again with
/// the options that it was given, but without the files.
inline constexpr int restartExitCode = 75;

} // namespace services
