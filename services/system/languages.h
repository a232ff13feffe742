#pragma once

#include <QStringList>

namespace services {

/// The languages the program has been translated to, by the names of the settings: "de", "zh_CN".
/// English, in which it is written, is not among them.
QStringList translatedLanguages();

} // namespace services
