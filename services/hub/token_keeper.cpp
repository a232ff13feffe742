#include "services/hub/token_keeper.h"

#include "services/refuse.h"
#include "services/settings/kept_by_pages.h"
#include "services/settings/settings.h"

namespace services {

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
        const auto access = [&] { return hubAccessOf(m_settings, token); };
        done(outcomeOf<HubAccess>(access));
    };
    if (qEnvironmentVariableIsSet("HF_TOKEN"))
        return tell({});
    m_secret.ask(receiver, tell);
}

void TokenKeeper::set(const QByteArray& text)
{
    const std::optional<QByteArray> token = tokenFrom(text);
    if (!token || token->isEmpty())
        refuse(tr("This is no token: it is empty, or holds spaces or other strange characters."));
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

QString TokenKeeper::sentence() const
{
    switch (place()) {
    case Place::Environment:
        return tr("HF_TOKEN is used, as long as it is set.");
    case Place::Keyring:
        return tr("A token is kept in the keyring of this desktop.");
    case Place::ThisRun:
        if (problem().isEmpty())
            return tr("The token is kept until the program ends.");
        return tr("The token is kept until the program ends, because no keyring of this desktop "
                  "takes it (%1).")
            .arg(problem());
    case Place::Nowhere:
        break;
    }
    if (problem().isEmpty())
        return tr("No token is kept.");
    return tr(
        "The keyring of this desktop was asked for the token in vain (%1). Enter it again, or "
        "unlock the keyring and start the program again.")
        .arg(problem());
}

} // namespace services
