#pragma once

#include "base/serial_worker.h"
#include "services/hub/token_keeper.h"
#include "services/server/answers/request_gate.h"
#include "services/server/answers/served_documents.h"

#include <QObject>
#include <QString>

#include <memory>

namespace services {

class PoolModels;
class Settings;

/// The address of a server as others can write it: where it listens on all addresses of this computer
/// ("http://0.0.0.0:8080"), the first that other computers reach takes the place.
QString reachableAddress(const QString& address);

/// True if a server may be told to listen on this: an address in digits, or "localhost". Names of other
/// computers would have to be looked up.
bool isListenAddress(const QString& text);

enum class ExampleKey { None, Needed };

/// A command for a terminal that asks a server for a chat completion: `curl …`, one line, quoted
/// for the shell. A key that is needed is in it as the word YOUR-KEY.
QString exampleCommand(const QString& address, const QString& model, ExampleKey key);

namespace server {
class Server;
struct ServerOptions;
} // namespace server

/// The server that the user switches on: it offers the window's models to other programs, as one more
/// client of their engines, and follows the settings of its address. Its key is kept by the desktop's
/// keyring, or until the program ends, and in no file. Lives in the window's thread, which never waits
/// for it.
class ProgramServer : public QObject {
    Q_OBJECT

public:
    enum class Stage { Off, Starting, Running, Ending, Failed };

    /// `models` and `settings` must outlive it. `patience` is how long the keyring is waited for.
    ProgramServer(PoolModels& models, Settings& settings,
        std::unique_ptr<SecretStore> store = desktopSecrets(),
        std::chrono::milliseconds patience = std::chrono::seconds(20), QObject* parent = nullptr);
    ~ProgramServer() override; ///< ends the answers under way

    /// Follows the settings from now on: starts if they say so.
    void start();

    /// How documents are found, if the settings say that they are offered. Called before start();
    /// what it uses must outlive this object.
    void setDocuments(server::FindDocuments find) { m_findDocuments = std::move(find); }

    Stage stage() const { return m_stage; }
    const QString& problem() const { return m_problem; } ///< a message, if it has failed

    /// The address for other programs: "http://192.168.1.20:8080"; empty unless it runs.
    QString address() const;
    int clients() const; ///< that are connected
    server::RequestGate::Use jobs() const; ///< answers that are written, and those that wait

    /// A command for a terminal that asks the current model; empty unless it runs. The key is in it
    /// as a word to be replaced.
    QString exampleCommand() const;

    KeptSecret& key() { return m_key; }
    /// Throws Error{BadFile} with a message if the text can't be a key.
    void setKey(const QByteArray& text);
    QString keyMessage() const; ///< where the key is kept, and why there

signals:
    void changed(); ///< stage(), problem(), address() or exampleCommand()
    void keyChanged(); ///< the key, or where it is stored

private:
    void follow();
    void followLateKey();
    void open(const QByteArray& key);
    QString whyNotWithoutKey() const; // empty: it may run without
    void takeOpened(const std::shared_ptr<server::Server>& opened, const QString& problem);
    void close();
    void setStage(Stage stage, const QString& problem = {});
    server::ServerOptions optionsWith(const QByteArray& key) const;

    PoolModels& m_models;
    Settings& m_settings;
    const std::unique_ptr<SecretStore> m_store;
    KeptSecret m_key;
    server::FindDocuments m_findDocuments; // null: there are none
    Stage m_stage = Stage::Off;
    QString m_problem;
    std::shared_ptr<server::Server> m_server; // null unless it runs
    bool m_isFollowing = false;
    bool m_lacksKey = false; // which is why it has failed
    bool m_isOutdated = false; // what it runs with is not what is set any more
    base::SerialWorker m_worker; // one thread: one server ends before the next begins
};

} // namespace services
