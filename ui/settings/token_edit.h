#pragma once

#include "ui/widgets/secret_edit.h"

namespace services {
class TokenKeeper;
}

namespace ui {

/// The user's token for the hub of models: takes one and says where it is kept.
class TokenEdit : public SecretEdit {
    Q_OBJECT

public:
    /// The keeper must outlive it.
    explicit TokenEdit(services::TokenKeeper& tokens, QWidget* parent = nullptr);

protected:
    void keepSecret(const QByteArray& secret) override;
    void forgetSecret() override;
    bool canForget() const override;
    QString sentence() const override;

private:
    services::TokenKeeper& m_tokens;
};

} // namespace ui
