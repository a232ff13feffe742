#pragma once

#include "services/background.h"
#include "services/hub/hub_access.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <chrono>
#include <functional>
#include <memory>

namespace services {

class Settings;

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

/// One secret of the user: in the keyring of the desktop or, where that does not answer, until the
/// program ends. The keyring is asked only if the secret was put there, and not before it is
/// needed, because it may ask the user for a password. Lives in the window's thread.
class KeptSecret : public QObject {
    Q_OBJECT

public:
    enum class Place { Nowhere, Keyring, ThisRun };

    /// `isKept` is what keptChanged() reported last, in an earlier run. `patience` is how long the
    /// keyring is waited for. The store must outlive it.
    KeptSecret(SecretStore& store, const QString& name, bool isKept,
        std::chrono::milliseconds patience, QObject* parent = nullptr);

    using Done = std::function<void(const QByteArray& secret)>;

    /// Tells the secret as soon as it is known, at once or from the event loop; not once `receiver` is
    /// destroyed. An empty one: there is none, or problem() says why.
    void ask(QObject* receiver, const Done& done);

    /// Uses this secret from now on, in this run and, if the keyring accepts it, in the next ones.
    /// An empty one is removed.
    void set(const QByteArray& secret);

    Place place() const;
    const QString& problem() const { return m_problem; } ///< why the keyring has none; or empty

signals:
    void changed(); ///< the secret, or where it is stored
    void keptChanged(bool isKept); ///< whether there is one in the keyring
    void wasRead(QPrivateSignal = {});

private:
    void read();
    void takeRead(const Outcome<QByteArray>& outcome);
    void takeWritten(int write, const Outcome<QByteArray>& outcome);

    SecretStore& m_store;
    const QString m_name;
    const std::chrono::milliseconds m_patience;
    QByteArray m_secret;
    QString m_problem; // why the keyring does not keep it, in its words
    int m_writes = 0; // late answers are recognized
    bool m_isKept;
    bool m_isReading = false;
    bool m_isRead; // or need not be
};

/// Keeps the user's token for a hub of models: in the keyring of the desktop or, where that does
/// not answer, until the program ends. HF_TOKEN of the environment takes precedence and is not
/// kept. The keyring is asked only if a token was put there, and not before it is needed, because
/// it may ask the user for a password. Lives in the window's thread.
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

    /// Uses this token from now on, in this run and, if the keyring accepts it, in the next ones.
    /// Throws Error{BadFile} if it is not a token.
    void set(const QByteArray& token);
    void forget();

    Place place() const;
    const QString& problem() const
    {
        return m_secret.problem();
    } ///< why the keyring has none; or empty
    QString message() const; ///< where the token is kept, and why there

signals:
    void changed(); ///< the token, or where it is stored

private:
    Settings& m_settings;
    const std::unique_ptr<SecretStore> m_store;
    KeptSecret m_secret;
};

} // namespace services
