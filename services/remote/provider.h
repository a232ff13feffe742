#pragma once

#include <QString>
#include <QUrl>

namespace services {

/// A remote server whose models answer.
struct Provider {
    static constexpr int defaultAtOnce = 8;
    static constexpr int maxAtOnce = 256;

    QString address; ///< as providerAddress() returns it
    int atOnce = defaultAtOnce; ///< how many requests it is sent at the same time, 1 … mostAtOnce

    bool operator==(const Provider&) const = default;
};

/// An address as somebody has typed it, in the form by which remote servers are known:
/// "http://127.0.0.1:8000/v1". Without a scheme it is https or, for this computer and addresses of
/// a home or an office, http; without a path, /v1. Throws Error{BadFile} with a message if it
/// cannot be one; a key in it is rejected, because addresses are kept in files.
QString providerAddress(const QString& typed);

/// "/chat/completions" below a remote server.
QUrl addressAt(const QString& provider, const QString& path);

/// "/props" on the machine of a remote server, next to its /v1.
QUrl addressBeside(const QString& provider, const QString& path);

/// The machine, as users know it: "127.0.0.1:8000".
QString hostName(const QString& provider);

/// How what is sent there travels.
enum class OnTheWay {
    WithinThisComputer,
    Encrypted,
    Open, ///< whoever is on the way can read it
};
OnTheWay onTheWayTo(const QString& provider);

} // namespace services
