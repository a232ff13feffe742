#pragma once

#include <QStringList>

namespace services {

/// The languages that the program is translated to, by their names in the settings: "de", "zh_CN".
/// English, the language of the sources, is not among them.
QStringList translatedLanguages();

} // namespace services
