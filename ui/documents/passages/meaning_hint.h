#pragma once

#include "services/models/model_id_text.h"
#include "ui/widgets/undo_bar.h"

class QPushButton;

namespace services {
class DocumentLibrary;
class InstalledModels;
class Settings;
} // namespace services

namespace ui {

/// Says that passages are compared by their words alone, and leads to a model that compares what
/// they mean: to one that is on this computer, or else to the catalog. Hidden while there is such a
/// model.
class MeaningHint : public Banner {
    Q_OBJECT

public:
    /// All references must outlive it.
    MeaningHint(services::DocumentLibrary& documents, services::InstalledModels& installed,
        services::Settings& settings, QWidget* parent = nullptr);

signals:
    void modelRequested(); ///< the user wants to fetch one

private:
    void follow();
    void act();
    services::ModelId installed() const;

    services::DocumentLibrary& m_documents;
    services::InstalledModels& m_installed;
    services::Settings& m_settings;
    QPushButton* m_button;
};

} // namespace ui
