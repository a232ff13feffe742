#pragma once

namespace services {

/// QCoreApplication::exit() with this code ends the program as ever and then starts it again, without
/// the files that it was given.
inline constexpr int restartExitCode = 75;

} // namespace services
