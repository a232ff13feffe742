#pragma once

namespace services {

/// From now on, neither this process nor the programs that it starts leave a core dump, in which keys
/// of servers and hubs, and what people wrote, could be read. VIGNETTE_CORE_DUMPS=1 in the environment,
/// and builds for debugging, keep the limit as it is; so may a program that was started, because the
/// hard limit is not lowered. The process stays dumpable otherwise: debuggers, desktop portals and
/// sandboxes need its files in /proc. Must be called before threads exist.
void preventCoreDumps();

} // namespace services
