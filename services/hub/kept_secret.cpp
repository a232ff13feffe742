#include "services/hub/kept_secret.h"

#include <QTimer>

namespace services {

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
            takeRead({{}, tr("it does not answer")});
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

} // namespace services
