#pragma once

#include "services/hub/hub_access.h"
#include "services/hub/kept_secret.h"

#include <QObject>

#include <chrono>

namespace services {

class Settings;

/// Keeps the user's token for a hub of models: in the keyring of the desktop or, where that does not
/// answer, until the program ends. HF_TOKEN of the environment goes first and is not kept. The
/// keyring is asked only if a token was put there, and not before it is needed, for it may ask the
/// user for a password. Lives in the window's thread.
class TokenKeeper : public QObject {
    Q_OBJECT

public:
    enum class Place { Nowhere, Environment, Keyring, ThisRun };

    /// `settings` must outlive it. `patience` is how long the keyring is waited for.
    explicit TokenKeeper(Settings& settings, std::unique_ptr<SecretStore> store = desktopSecrets(),
        std::chrono::milliseconds patience = std::chrono::seconds(20), QObject* parent = nullptr);
    ~TokenKeeper() override;

    using Done = std::function<void(const Outcome<HubAccess>&)>;

    /// Tells where the hub is and as who it is asked, as soon as that is known; at once, or from the
    /// event loop. Not once `receiver` is destroyed. An outcome without a value says what is wrong
    /// with the address or with HF_TOKEN.
    void ask(QObject* receiver, const Done& done);

    /// From now on, in this run and, if the keyring takes it, in the next ones. Throws Error{BadFile}
    /// if it is no token.
    void set(const QByteArray& token);
    void forget();

    Place place() const;
    const QString& problem() const
    {
        return m_secret.problem();
    } ///< why the keyring has none; or empty
    QString sentence() const; ///< where the token is kept, and why there

signals:
    void changed(); ///< the token, or its place

private:
    Settings& m_settings;
    const std::unique_ptr<SecretStore> m_store;
    KeptSecret m_secret;
};

} // namespace services
