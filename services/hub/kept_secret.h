#pragma once

#include "services/hub/secret_store.h"

#include <QObject>

#include <chrono>
#include <functional>

namespace services {

/// One secret of the user: in the keyring of the desktop or, where that does not answer, until the
/// program ends. The keyring is asked only if the secret was put there, and not before it is needed,
/// for it may ask the user for a password. Lives in the window's thread.
class KeptSecret : public QObject {
    Q_OBJECT

public:
    enum class Place { Nowhere, Keyring, ThisRun };

    /// `isKept` is what keptChanged() has told last, in an earlier run. `patience` is how long the
    /// keyring is waited for. The store must outlive it.
    KeptSecret(SecretStore& store, const QString& name, bool isKept,
        std::chrono::milliseconds patience, QObject* parent = nullptr);

    using Done = std::function<void(const QByteArray& secret)>;

    /// Tells the secret as soon as it is known, at once or from the event loop; not once `receiver` is
    /// destroyed. An empty one: there is none, or problem() says why.
    void ask(QObject* receiver, const Done& done);

    /// From now on, in this run and, if the keyring takes it, in the next ones. An empty one is
    /// forgotten.
    void set(const QByteArray& secret);

    Place place() const;
    const QString& problem() const { return m_problem; } ///< why the keyring has none; or empty

signals:
    void changed(); ///< the secret, or its place
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
    int m_writes = 0; // late answers are recognised
    bool m_isKept;
    bool m_isReading = false;
    bool m_isRead; // or need not be
};

} // namespace services
