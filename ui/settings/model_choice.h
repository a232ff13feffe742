#pragma once

#include "services/settings/setting.h"
#include "ui/services.h"

#include <QComboBox>

namespace services {
struct ModelDescription;
}

namespace ui {

/// Chooses one of the installed models.
class ModelChoice : public QComboBox {
    Q_OBJECT

public:
    enum class Offered { Answering, Embedding };

    /// `emptyText` says what an empty setting means. All references must outlive it.
    ModelChoice(const Services& services, const services::Setting<QString>& setting,
        const QString& emptyText, Offered offered, QWidget* parent = nullptr);

private:
    bool isOffered(const services::ModelDescription& model) const;
    void showModels();

    Services m_services;
    const services::Setting<QString>& m_setting;
    const QString m_emptyText;
    const Offered m_offered;
};

} // namespace ui
