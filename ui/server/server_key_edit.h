#pragma once

#include "ui/widgets/secret_edit.h"

namespace services {
class ProgramServer;
}

namespace ui {

/// Takes the key that clients of the program's server must give, and says where it is kept.
class ServerKeyEdit : public SecretEdit {
    Q_OBJECT

public:
    /// The server must outlive it.
    explicit ServerKeyEdit(services::ProgramServer& server, QWidget* parent = nullptr);

protected:
    void keepSecret(const QByteArray& secret) override;
    void forgetSecret() override;
    bool canForget() const override;
    QString sentence() const override;

private:
    services::ProgramServer& m_server;
};

} // namespace ui
