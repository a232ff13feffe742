#pragma once

#include <QString>

namespace services {

class ModelPool;
class Settings;

/// The program's version, such as "0.1.0".
QString applicationVersion();

/// What a report of a problem should say about the program and the machine, as text for people:
/// version, Qt, CPU, memory, models, settings and the last lines of the log. It contains nothing
/// that the user or a model has written: of a setting that is the user's own text, only the length.
/// The home folder is written as ~.
QString diagnosticsText(const Settings& settings, const ModelPool& models);

} // namespace services
