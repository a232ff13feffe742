#pragma once

#include <QString>
#include <QStringList>

namespace services {
struct CatalogueRow;
struct ModelDownload;
struct ModelOffer;
struct OfferedPacking;
} // namespace services

namespace ui {

/// One line about a model of the catalogue: "500 million parameters · sees pictures · …".
QString factsText(const services::CatalogueRow& row);

/// The languages of these codes, as those who speak them call them: "English, Deutsch and 11 more
/// languages".
QString languagesText(const QStringList& codes);

/// How exactly a packing such as "Q4_K_M" keeps the numbers of a model, in words; empty if it is not
/// known.
QString packingText(const QString& label);

/// One of the packings as an entry of a menu: "Q4_K_M: 2.1 GB, needs 3 GB of memory; 4 bits …".
QString packingText(const services::OfferedPacking& packing);

/// The files of an offer and their sizes, one per line, and the sum where there are several.
QString filesText(const services::ModelOffer& offer);

/// How far a download is: "1.2 GB of 3.1 GB · 12 MB a second · About 3 minutes left"; of one that has
/// failed, why.
QString progressText(const services::ModelDownload& download);

} // namespace ui
