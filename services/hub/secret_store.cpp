#include "services/hub/secret_store.h"

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

} // namespace services
