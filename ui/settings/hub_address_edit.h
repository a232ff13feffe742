#pragma once

#include "ui/settings/address_edit.h"

namespace ui {

/// The address of a hub of models.
class HubAddressEdit : public AddressEdit {
    Q_OBJECT

public:
    /// Both references must outlive it.
    HubAddressEdit(services::Settings& settings, const services::Setting<QString>& setting,
        QWidget* parent = nullptr);

protected:
    bool isAddress(const QString& text) const override;
    QString problem() const override;
};

} // namespace ui
