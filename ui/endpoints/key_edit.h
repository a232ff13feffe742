#pragma once

#include "ui/widgets/secret_edit.h"

namespace services {
class EndPoints;
}

namespace ui {

/// Takes the key for an end point and says where it is kept.
class KeyEdit : public SecretEdit {
    Q_OBJECT

public:
    /// The end points must outlive it.
    KeyEdit(services::EndPoints& endPoints, const QString& address, QWidget* parent = nullptr);

protected:
    void keepSecret(const QByteArray& secret) override;
    void forgetSecret() override;
    bool canForget() const override;
    QString sentence() const override;

private:
    services::EndPoints& m_endPoints;
    const QString m_address;
};

} // namespace ui
