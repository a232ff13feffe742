#pragma once

#include <QString>

namespace services {

/// The address of a server as others can write it: where it listens on all addresses of this computer
/// ("http://0.0.0.0:8080"), the first that other computers reach takes the place.
QString reachableAddress(const QString& address);

/// True if a server may be told to listen on this: an address in digits, or "localhost". Names of other
/// computers would have to be looked up.
bool isListenAddress(const QString& text);

} // namespace services
