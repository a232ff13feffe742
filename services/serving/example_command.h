#pragma once

#include <QString>

namespace services {

enum class ExampleKey { None, Needed };

/// A command for a terminal that asks a server for a chat completion: `curl …`, one line, quoted for
/// the shell. A key that is needed stands in it as the word YOUR-KEY.
QString exampleCommand(const QString& address, const QString& model, ExampleKey key);

} // namespace services
