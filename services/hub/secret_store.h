#pragma once

#include "services/background.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <memory>

namespace services {

/// Keeps secrets for the user. Belongs to the window's thread and never blocks it; `done` is called
/// from the event loop, if ever: it may be that the desktop asks the user for a password first, or
/// that nobody answers. It is not called once `receiver` is destroyed.
class SecretStore {
public:
    using Done = std::function<void(const Outcome<QByteArray>&)>;

    virtual ~SecretStore() = default;

    /// An empty secret: none is kept.
    virtual void read(const QString& name, QObject* receiver, const Done& done) = 0;

    /// An empty secret removes the one that is kept. Answered by what is kept then.
    virtual void write(
        const QString& name, const QByteArray& secret, QObject* receiver, const Done& done)
        = 0;
};

/// The keyring of the desktop, by libsecret or KWallet.
std::unique_ptr<SecretStore> desktopSecrets();

} // namespace services
