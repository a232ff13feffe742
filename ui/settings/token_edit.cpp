#include "ui/settings/token_edit.h"

#include "services/hub/token_keeper.h"

#include <QLineEdit>

namespace ui {

TokenEdit::TokenEdit(services::TokenKeeper& tokens, QWidget* parent)
    : SecretEdit({tr("Token"), tr("Keep the token"), tr("Forget the token")}, parent)
    , m_tokens(tokens)
{
    text()->setPlaceholderText(QStringLiteral("hf_…"));
    connect(&m_tokens, &services::TokenKeeper::changed, this, &TokenEdit::showState);
    showState();
}

void TokenEdit::keepSecret(const QByteArray& secret)
{
    m_tokens.set(secret);
}

void TokenEdit::forgetSecret()
{
    m_tokens.forget();
}

bool TokenEdit::canForget() const
{
    using Place = services::TokenKeeper::Place;
    return m_tokens.place() == Place::Keyring || m_tokens.place() == Place::ThisRun;
}

QString TokenEdit::sentence() const
{
    return m_tokens.sentence();
}

} // namespace ui
