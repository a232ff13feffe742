#pragma once

#include "services/models/model_id.h"
#include "ui/services.h"
#include "ui/widgets/undo_bar.h"

class QPushButton;

namespace ui {

/// Says that passages are compared by their words alone, and leads to a model that compares what
/// they mean: to one that is on this computer, or else to the catalog. Hidden while there is such a
/// model.
class MeaningHint : public SentenceBox {
    Q_OBJECT

public:
    /// What `services` names must outlive it.
    explicit MeaningHint(const Services& services, QWidget* parent = nullptr);

signals:
    void modelRequested(); ///< the user wants to fetch one

private:
    void follow();
    void act();
    services::ModelId installed() const;

    const Services m_services;
    QPushButton* m_button;
};

} // namespace ui
