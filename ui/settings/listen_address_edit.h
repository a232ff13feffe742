#pragma once

#include "ui/settings/address_edit.h"

namespace ui {

/// The address on which the program's server listens.
class ListenAddressEdit : public AddressEdit {
    Q_OBJECT

public:
    /// Both references must outlive it.
    ListenAddressEdit(services::Settings& settings, const services::Setting<QString>& setting,
        QWidget* parent = nullptr);

protected:
    bool isAddress(const QString& text) const override;
    QString problem() const override;
};

} // namespace ui
