#pragma once

#include "services/settings/setting.h"
#include "ui/services.h"

#include <QComboBox>

namespace ui {

/// Chooses one of the installed models.
class ModelChoice : public QComboBox {
    Q_OBJECT

public:
    /// `emptyText` says what an empty setting means. All references must outlive it.
    ModelChoice(const Services& services, const services::Setting<QString>& setting,
        const QString& emptyText, QWidget* parent = nullptr);

private:
    void showModels();

    Services m_services;
    const services::Setting<QString>& m_setting;
    QString m_emptyText;
};

} // namespace ui
