#include "services/hub/token_keeper.h"

#include "services/refuse.h"
#include "services/settings/kept_by_pages.h"
#include "services/settings/settings.h"

#include <QTimer>

namespace services {

namespace {

const QString name = QStringLiteral("hub-token");

} // namespace

TokenKeeper::TokenKeeper(Settings& settings, std::unique_ptr<SecretStore> store,
    std::chrono::milliseconds patience, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_store(std::move(store))
    , m_patience(patience)
    , m_isRead(!settings.get(settings::hubTokenIsKept))
{
}

TokenKeeper::~TokenKeeper() = default;

void TokenKeeper::ask(QObject* receiver, const Done& done)
{
    const auto tell = [this, done] {
        const auto access = [this] { return hubAccessOf(m_settings, m_token); };
        done(outcomeOf<HubAccess>(access));
    };
    if (m_isRead || qEnvironmentVariableIsSet("HF_TOKEN"))
        return tell();
    connect(this, &TokenKeeper::wasRead, receiver, tell, Qt::SingleShotConnection);
    read();
}

void TokenKeeper::read()
{
    if (m_isReading)
        return;
    m_isReading = true;
    QTimer::singleShot(m_patience, this, [this] {
        if (!m_isRead)
            takeRead({{}, tr("it does not answer")});
    });
    m_store->read(name, this, [this](const Outcome<QByteArray>& outcome) { takeRead(outcome); });
}

// It may come after the patience has ended: better late than never.
void TokenKeeper::takeRead(const Outcome<QByteArray>& outcome)
{
    if (m_writes > 0)
        return; // somebody has set another one meanwhile
    m_isRead = true;
    m_token = outcome.value.value_or(QByteArray());
    m_problem = outcome.error;
    emit wasRead();
    emit changed();
}

void TokenKeeper::set(const QByteArray& text)
{
    const std::optional<QByteArray> token = tokenFrom(text);
    if (!token || token->isEmpty())
        refuse(tr("This is no token: it is empty, or holds spaces or other strange characters."));
    write(*token);
}

void TokenKeeper::forget()
{
    write({});
}

void TokenKeeper::write(const QByteArray& token)
{
    const bool mayBeKept = m_settings.get(settings::hubTokenIsKept) || m_writes > 0;
    m_token = token;
    m_isRead = true;
    m_problem.clear();
    const int write = ++m_writes;
    if (!token.isEmpty() || mayBeKept)
        m_store->write(name, token, this,
            [this, write](const Outcome<QByteArray>& outcome) { takeWritten(write, outcome); });
    emit wasRead();
    emit changed();
}

void TokenKeeper::takeWritten(int write, const Outcome<QByteArray>& outcome)
{
    if (write != m_writes)
        return;
    m_problem = outcome.error;
    if (outcome.value)
        m_settings.set(settings::hubTokenIsKept, !outcome.value->isEmpty());
    emit changed();
}

TokenKeeper::Place TokenKeeper::place() const
{
    if (qEnvironmentVariableIsSet("HF_TOKEN"))
        return Place::Environment;
    const bool isKept = m_settings.get(settings::hubTokenIsKept);
    if (isKept && (!m_isRead || !m_token.isEmpty()) && m_problem.isEmpty())
        return Place::Keyring;
    return m_token.isEmpty() ? Place::Nowhere : Place::ThisRun;
}

QString TokenKeeper::sentence() const
{
    switch (place()) {
    case Place::Environment:
        return tr("HF_TOKEN is used, as long as it is set.");
    case Place::Keyring:
        return tr("A token is kept in the keyring of this desktop.");
    case Place::ThisRun:
        if (m_problem.isEmpty())
            return tr("The token is kept until the program ends.");
        return tr("The token is kept until the program ends, because no keyring of this desktop "
                  "takes it (%1).")
            .arg(m_problem);
    case Place::Nowhere:
        break;
    }
    if (m_problem.isEmpty())
        return tr("No token is kept.");
    return tr(
        "The keyring of this desktop was asked for the token in vain (%1). Enter it again, or "
        "unlock the keyring and start the program again.")
        .arg(m_problem);
}

} // namespace services
