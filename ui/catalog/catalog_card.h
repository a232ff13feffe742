#pragma once

#include "services/catalog/model_catalog.h"
#include "services/models/model_id_text.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>

class QPushButton;
class QVBoxLayout;

namespace services {
struct CatalogRow;
struct ModelDownload;
struct ModelOffer;
struct ModelRequest;
struct OfferedPacking;
} // namespace services

namespace ui {

class Badge;
class OfferView;
class TextLabel;

/// One line about a model of the catalog: "500 million parameters · sees pictures · …".
QString factsText(const services::CatalogRow& row);

/// The languages of these codes, as those who speak them call them: "English, Deutsch and 11 more
/// languages".
QString languagesText(const QStringList& codes);

/// How exactly a packing such as "Q4_K_M" keeps the numbers of a model, in words; empty if it is not
/// known.
QString packingText(const QString& label);

/// One of the packings as an entry of a menu: "Q4_K_M: 2.1 GB, needs 3 GB of memory; 4 bits …".
QString packingText(const services::OfferedPacking& packing);

/// The files of an offer and their sizes, one per line, and the sum where there are several; those of
/// a model that is a folder in two groups.
QString filesText(const services::ModelOffer& offer);

/// How far a download is: "1.2 GB of 3.1 GB · 12 MB a second · About 3 minutes left"; of one that has
/// failed, why.
QString progressText(const services::ModelDownload& download);

/// Makes the view of what a hub says of a model.
using OfferFactory
    = std::function<OfferView*(const services::ModelRequest& request, QWidget* parent)>;

/// A model that could be fetched: what it is good for and, once it is opened, what a hub says of it.
class CatalogCard : public QWidget {
    Q_OBJECT

public:
    /// `variant` is as in ModelRequest. `makeOffer` is called when the card is opened.
    CatalogCard(const services::CatalogRow& row, const QString& variant, OfferFactory makeOffer,
        QWidget* parent = nullptr);

    const services::CatalogRow& row() const { return m_row; }

    /// Shows a word next to the name that says at a glance whether the model suits this computer.
    void setBadge(const QString& text, const QString& explanation, bool isGood);
    QString badge() const;

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

    const services::CatalogRow m_row;
    const QString m_variant;
    const OfferFactory m_makeOffer;
    TextLabel* m_facts;
    Badge* m_badge;
    QPushButton* m_open;
    QVBoxLayout* m_rows;
    OfferView* m_offer = nullptr;
};

} // namespace ui
