#pragma once

#include "services/catalog/model_catalog.h"
#include "services/models/model_id_text.h"
#include "ui/catalog/catalog_card.h"

#include <QList>
#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace services {
struct FoundModel;
class HubSearch;
class ModelDownloads;
class Settings;
} // namespace services

namespace ui {

class Announcer;
class DownloadList;
class PageHeading;
class ScrollColumn;
class SearchField;
class TextLabel;

/// Models that can be fetched: the running downloads, and the catalog below them, which can be
/// searched. Any OWNER/NAME or link that is typed there works like a row of the catalog. The hub is
/// searched for what was typed by Enter or a button. No other machine is asked before that, or before
/// the user opens one of the models.
class GetModels : public QWidget {
    Q_OBJECT

public:
    /// `file` is the user's own file that adds to the catalog; empty: none. It owns `hub`. All
    /// references must outlive it.
    GetModels(services::ModelDownloads& downloads, services::Settings& settings,
        const QString& file, services::HubSearch* hub, OfferFactory makeOffer,
        QWidget* parent = nullptr);

    /// Opens a repository, which asks the hub about it.
    void showRepository(const QString& repository);

    /// Opens the model of the catalog that suits this computer for photographs, as soon as the
    /// catalog has been read.
    void showSeeing();

    /// Opens the one by which passages of documents are compared by meaning.
    void showEmbedding();

    SearchField* search() const { return m_search; }
    DownloadList* downloads() const { return m_downloads; }
    QList<CatalogCard*> cards() const; ///< those that are shown
    QList<CatalogCard*> found() const { return m_found; } ///< at the hub
    QPushButton* searchHubButton() const { return m_searchHub; }
    QPushButton* moreButton() const { return m_more; }
    QString hubState() const; ///< what is said of the search of the hub

signals:
    void modelChosen(const services::ModelId& model); ///< it shall answer from now on

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// Chooses one of the rows; null: none.
    using RowChoice = const services::CatalogRow* (*)(const QList<services::CatalogRow>& rows);

    void layOut();
    void readCatalog();
    void takeCatalog(const services::Catalog& catalog);
    CatalogCard* addCard(const services::CatalogRow& row, const QString& variant = {});
    void watch(CatalogCard* card);
    void find(const QString& words);
    void showTyped(const QString& words);
    void showRow(RowChoice choice);
    void confirm();
    void openFirst();
    void searchHub();
    void forgetFound();
    void takeFound(const QList<services::FoundModel>& models);
    void showHubState(const QString& message, bool isError = false);
    CatalogCard* makeFound(const services::FoundModel& model);
    QString hubName() const;
    void closeOthers(CatalogCard* opened);
    void showDownload(int id);

    services::Settings& m_settings;
    const QString m_file; // the user's own; empty: none
    const OfferFactory m_makeOffer;
    ScrollColumn* m_scroll;
    PageHeading* m_heading;
    SearchField* m_search;
    DownloadList* m_downloads;
    TextLabel* m_problems; // of the user's file
    TextLabel* m_nothing; // no row has these words
    QVBoxLayout* m_list;
    services::HubSearch* m_hub;
    QPushButton* m_searchHub; // for what is typed
    TextLabel* m_hubState;
    QVBoxLayout* m_foundList;
    QPushButton* m_more;
    Announcer* m_announcer;
    QList<CatalogCard*> m_found;
    QList<CatalogCard*> m_cards; // of the catalog, in its order
    CatalogCard* m_typed = nullptr; // of what is written in the search field, if that is a place
    bool m_isRead = false;
    RowChoice m_wanted = nullptr; // the row to open when the catalog has been read
};

/// The row for photographs that suits a computer: of those with at most two billion parameters that take
/// no more than half of the free memory, given in bytes, the largest that speaks the user's language, or
/// else the largest; if there are none, the smallest that sees. Null: none sees.
const services::CatalogRow* rowForPhotographs(
    const QList<services::CatalogRow>& rows, qint64 freeMemory);

/// The row of an embedding model: the first that speaks the user's language, or else the one that speaks
/// most languages. Null: there is none.
const services::CatalogRow* rowForDocuments(const QList<services::CatalogRow>& rows);

} // namespace ui
