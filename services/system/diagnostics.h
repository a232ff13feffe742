#pragma once

#include <QString>

namespace services {

class ModelPool;
class Settings;

/// The program's version: "0.1.0".
QString applicationVersion();

/// What a report of a problem needs to say about program and machine, as text for people: version,
/// Qt, processor, memory, models, settings, the last lines of the log. Nothing that was written or
/// answered, and of a setting that holds a text of the user's no more than its length. A home
/// folder is written as ~.
QString diagnosticsText(const Settings& settings, const ModelPool& models);

} // namespace services
