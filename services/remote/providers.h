#pragma once

#include "runtime/registry/model_registry.h"
#include "services/hub/token_keeper.h"
#include "services/models/model_id_text.h"
#include "services/remote/offered_model.h"
#include "services/remote/provider.h"
#include "services/remote/remote_call.h"
#include "services/remote/remote_thread.h"

#include <QHash>
#include <QList>
#include <QObject>

#include <functional>
#include <map>
#include <memory>

namespace services {

class ProviderTrial;
class Settings;

/// The remote servers that the user has added, and what is known of their models. Addresses are
/// kept in the settings; keys by the desktop's keyring, or until the program ends, and in no file.
/// Contacts nobody by itself. Lives in the window's thread, and must outlive the engines that it
/// makes.
class Providers : public QObject {
    Q_OBJECT

public:
    /// `settings` must outlive it. `patience` is how long the keyring is waited for.
    explicit Providers(Settings& settings, std::unique_ptr<SecretStore> store = desktopSecrets(),
        std::chrono::milliseconds patience = std::chrono::seconds(20),
        const RemoteTimes& times = {}, QObject* parent = nullptr);
    ~Providers() override;

    const QList<Provider>& all() const { return m_all; } ///< in the order in which they were added
    Provider find(const QString& address) const; ///< one with the usual number, if it is not known

    /// Adds what the user has typed; returns its address. Does nothing if it is there. Throws
    /// Error{BadFile} with a message if it isn't an address.
    QString add(const QString& typed);
    void remove(const QString& address); ///< and forgets its key
    void setAtOnce(const QString& address, int atOnce); ///< for models that are loaded from then on

    KeptSecret& key(const QString& address);
    /// Throws Error{BadFile} with a message if the text can't be a key.
    void setKey(const QString& address, const QByteArray& text);
    QString keyMessage(const QString& address); ///< where the key is kept, and why there

    using Found = std::function<void(const Outcome<QList<OfferedModel>>&)>;
    /// Asks which models it offers. No answer arrives once `receiver` is destroyed.
    void look(const QString& address, QObject* receiver, const Found& found);

    /// Tries what a model is able to; see ProviderTrial, which deletes itself at its end. What it
    /// finds is known() from then on.
    void tryOut(const QString& address, const QString& model, QObject* receiver,
        std::function<void(ProviderTrial&)> begun);
    OfferedModel known(const QString& address, const QString& model) const;

    /// What makes the engines of models at remote servers, for ModelPool::setRemoteFactory.
    runtime::EngineFactory engines();

signals:
    void changed(); ///< all()
    void keyChanged(const QString& address); ///< the key, or where it is stored
    void contacted(const QString& host); ///< before each request

private:
    struct Kept {
        bool hasKey = false; ///< in the keyring
        QHash<QString, OfferedModel> known; ///< by name
    };

    void read();
    void write();
    Provider* own(const QString& address);

    Settings& m_settings;
    const std::unique_ptr<SecretStore> m_store;
    const std::chrono::milliseconds m_patience;
    const RemoteTimes m_times;
    std::shared_ptr<RemoteThread> m_thread; // of the engines
    Network m_network; // for what the pages ask
    QList<Provider> m_all;
    QHash<QString, Kept> m_kept; // by address
    std::map<QString, std::unique_ptr<KeptSecret>> m_keys; // by address
};

} // namespace services
