#include "ui/server/server_key_edit.h"

#include "services/serving/program_server.h"

namespace ui {

ServerKeyEdit::ServerKeyEdit(services::ProgramServer& server, QWidget* parent)
    : SecretEdit({tr("Key of the server"), tr("Keep the key of the server"),
                     tr("Forget the key of the server")},
        parent)
    , m_server(server)
{
    connect(&server, &services::ProgramServer::keyChanged, this, &ServerKeyEdit::showState);
    showState();
}

void ServerKeyEdit::keepSecret(const QByteArray& secret)
{
    m_server.setKey(secret);
}

void ServerKeyEdit::forgetSecret()
{
    m_server.setKey({});
}

bool ServerKeyEdit::canForget() const
{
    return m_server.key().place() != services::KeptSecret::Place::Nowhere;
}

QString ServerKeyEdit::sentence() const
{
    return m_server.keySentence();
}

} // namespace ui
