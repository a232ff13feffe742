#include "services/hub/token_keeper.h"

#include "services/settings/settings.h"
#include "services/text.h"

#include <QTimer>
#include <qt6keychain/keychain.h>

namespace services {

namespace {

const QString service = QStringLiteral("io.github.vignette.Vignette");

class DesktopSecrets : public SecretStore {
public:
    void read(const QString& name, QObject* receiver, const Done& done) override
    {
        auto* job = new QKeychain::ReadPasswordJob(service);
        begin(job, name, receiver, [job, done] {
            if (job->error() == QKeychain::EntryNotFound)
                return done({QByteArray(), {}});
            answer(*job, job->binaryData(), done);
        });
    }

    void write(
        const QString& name, const QByteArray& secret, QObject* receiver, const Done& done) override
    {
        if (secret.isEmpty())
            return remove(name, receiver, done);
        auto* job = new QKeychain::WritePasswordJob(service);
        job->setBinaryData(secret);
        begin(job, name, receiver, [job, secret, done] { answer(*job, secret, done); });
    }

private:
    static void remove(const QString& name, QObject* receiver, const Done& done)
    {
        auto* job = new QKeychain::DeletePasswordJob(service);
        begin(job, name, receiver, [job, done] {
            if (job->error() == QKeychain::EntryNotFound)
                return done({QByteArray(), {}});
            answer(*job, {}, done);
        });
    }

    // The job deletes itself when it has finished.
    template <typename Finished>
    static void begin(
        QKeychain::Job* job, const QString& name, QObject* receiver, const Finished& finished)
    {
        job->setKey(name);
        QObject::connect(job, &QKeychain::Job::finished, receiver, finished);
        job->start();
    }

    static void answer(const QKeychain::Job& job, const QByteArray& secret, const Done& done)
    {
        if (job.error() == QKeychain::NoError)
            return done({secret, {}});
        done({{}, job.errorString()});
    }
};

} // namespace

std::unique_ptr<SecretStore> desktopSecrets()
{
    return std::make_unique<DesktopSecrets>();
}

KeptSecret::KeptSecret(SecretStore& store, const QString& name, bool isKept,
    std::chrono::milliseconds patience, QObject* parent)
    : QObject(parent)
    , m_store(store)
    , m_name(name)
    , m_patience(patience)
    , m_isKept(isKept)
    , m_isRead(!isKept)
{
}

void KeptSecret::ask(QObject* receiver, const Done& done)
{
    const auto tell = [this, done] { done(m_secret); };
    if (m_isRead)
        return tell();
    connect(this, &KeptSecret::wasRead, receiver, tell, Qt::SingleShotConnection);
    read();
}

void KeptSecret::read()
{
    if (m_isReading)
        return;
    m_isReading = true;
    QTimer::singleShot(m_patience, this, [this] {
        if (!m_isRead)
            takeRead({{}, tr("no response")});
    });
    m_store.read(m_name, this, [this](const Outcome<QByteArray>& outcome) { takeRead(outcome); });
}

// It may come after the patience has ended: better late than never.
void KeptSecret::takeRead(const Outcome<QByteArray>& outcome)
{
    if (m_writes > 0)
        return; // somebody has set another one meanwhile
    m_isRead = true;
    m_secret = outcome.value.value_or(QByteArray());
    m_problem = outcome.error;
    emit wasRead();
    emit changed();
}

void KeptSecret::set(const QByteArray& secret)
{
    const bool mayBeKept = m_isKept || m_writes > 0;
    m_secret = secret;
    m_isRead = true;
    m_problem.clear();
    const int write = ++m_writes;
    if (!secret.isEmpty() || mayBeKept)
        m_store.write(m_name, secret, this,
            [this, write](const Outcome<QByteArray>& outcome) { takeWritten(write, outcome); });
    emit wasRead();
    emit changed();
}

void KeptSecret::takeWritten(int write, const Outcome<QByteArray>& outcome)
{
    if (write != m_writes)
        return;
    m_problem = outcome.error;
    if (outcome.value) {
        m_isKept = !outcome.value->isEmpty();
        emit keptChanged(m_isKept);
    }
    emit changed();
}

KeptSecret::Place KeptSecret::place() const
{
    if (m_isKept && (!m_isRead || !m_secret.isEmpty()) && m_problem.isEmpty())
        return Place::Keyring;
    return m_secret.isEmpty() ? Place::Nowhere : Place::ThisRun;
}

TokenKeeper::TokenKeeper(Settings& settings, std::unique_ptr<SecretStore> store,
    std::chrono::milliseconds patience, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_store(std::move(store))
    , m_secret(
          *m_store, QStringLiteral("hub-token"), settings.get(settings::hubTokenIsKept), patience)
{
    connect(&m_secret, &KeptSecret::keptChanged, this,
        [this](bool isKept) { m_settings.set(settings::hubTokenIsKept, isKept); });
    connect(&m_secret, &KeptSecret::changed, this, &TokenKeeper::changed);
}

TokenKeeper::~TokenKeeper() = default;

void TokenKeeper::ask(QObject* receiver, const Done& done)
{
    const auto tell = [this, done](const QByteArray& token) {
        const auto access = [&] { return makeHubAccess(m_settings, token); };
        done(callForOutcome<HubAccess>(access));
    };
    if (qEnvironmentVariableIsSet("HF_TOKEN"))
        return tell({});
    m_secret.ask(receiver, tell);
}

void TokenKeeper::set(const QByteArray& text)
{
    const std::optional<QByteArray> token = tokenFrom(text);
    if (!token || token->isEmpty())
        reject(tr(
            "This token isn't valid: it is empty or contains spaces or unsupported characters."));
    m_secret.set(*token);
}

void TokenKeeper::forget()
{
    m_secret.set({});
}

TokenKeeper::Place TokenKeeper::place() const
{
    if (qEnvironmentVariableIsSet("HF_TOKEN"))
        return Place::Environment;
    switch (m_secret.place()) {
    case KeptSecret::Place::Keyring:
        return Place::Keyring;
    case KeptSecret::Place::ThisRun:
        return Place::ThisRun;
    case KeptSecret::Place::Nowhere:
        break;
    }
    return Place::Nowhere;
}

QString TokenKeeper::message() const
{
    switch (place()) {
    case Place::Environment:
        return tr("The HF_TOKEN environment variable is used.");
    case Place::Keyring:
        return tr("The access token is stored in your keyring.");
    case Place::ThisRun:
        if (problem().isEmpty())
            return tr("The access token is kept in memory until you quit.");
        return tr("The access token is kept in memory until you quit: your keyring couldn't store "
                  "it (%1).")
            .arg(problem());
    case Place::Nowhere:
        break;
    }
    if (problem().isEmpty())
        return tr("No access token saved.");
    return tr("Couldn't read the access token from your keyring (%1). Enter it again, or unlock "
              "the keyring and restart Vignette.")
        .arg(problem());
}

} // namespace services
