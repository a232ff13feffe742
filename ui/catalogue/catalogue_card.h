#pragma once

#include "services/catalogue/model_catalogue.h"
#include "services/models/model_id.h"
#include "ui/services.h"

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace ui {

class OfferView;
class TextLabel;

/// A model that could be fetched: what it is good for and, once it is opened, what a hub says of it.
class CatalogueCard : public QWidget {
    Q_OBJECT

public:
    /// `variant` is as in ModelWish. What `services` names must outlive the card.
    CatalogueCard(const Services& services, const services::CatalogueRow& row,
        const QString& variant = {}, QWidget* parent = nullptr);

    const services::CatalogueRow& row() const { return m_row; }

    /// Asks the hub, or forgets what it said.
    void setOpen(bool isOpen);
    bool isOpen() const { return m_offer; }
    OfferView* offer() const { return m_offer; } ///< null while it is not open
    QPushButton* openButton() const { return m_open; }

signals:
    void opened();
    void answered(); ///< by the hub, in the part that is open
    void getting(int download); ///< the id of what is being fetched now
    void modelChosen(const services::ModelId& model);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void setNames();
    void showFacts();

    const Services m_services;
    const services::CatalogueRow m_row;
    const QString m_variant;
    TextLabel* m_facts;
    QPushButton* m_open;
    QVBoxLayout* m_rows;
    OfferView* m_offer = nullptr;
};

} // namespace ui
