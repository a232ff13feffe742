#include "ui/endpoints/key_edit.h"

#include "services/remote/end_points.h"

namespace ui {

KeyEdit::KeyEdit(services::EndPoints& endPoints, const QString& address, QWidget* parent)
    : SecretEdit({tr("Key for %1").arg(services::hostOf(address)),
                     tr("Keep the key for %1").arg(services::hostOf(address)),
                     tr("Forget the key for %1").arg(services::hostOf(address))},
        parent)
    , m_endPoints(endPoints)
    , m_address(address)
{
    connect(&endPoints, &services::EndPoints::keyChanged, this, [this](const QString& changed) {
        if (changed == m_address)
            showState();
    });
    showState();
}

void KeyEdit::keepSecret(const QByteArray& secret)
{
    m_endPoints.setKey(m_address, secret);
}

void KeyEdit::forgetSecret()
{
    m_endPoints.setKey(m_address, {});
}

bool KeyEdit::canForget() const
{
    return m_endPoints.key(m_address).place() != services::KeptSecret::Place::Nowhere;
}

QString KeyEdit::sentence() const
{
    return m_endPoints.keySentence(m_address);
}

} // namespace ui
