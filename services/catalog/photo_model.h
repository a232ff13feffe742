#pragma once

#include "services/catalog/model_catalog.h"
#include "services/hub/model_offer.h"
#include "services/models/model_id_text.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>

namespace services {

class ContactedHosts;
class InstalledModels;
class ModelDownloads;
class Planner;
class Settings;
class TokenKeeper;
struct HubAccess;
struct ModelDownload;

/// A small model that sees photographs, for users of the built-in one: what it is called, how large it
/// is and where it is from is known from the catalog, and nobody is asked before get(). Lives in
/// the window's thread.
class PhotoModel : public QObject {
    Q_OBJECT

public:
    enum class Stage {
        Unknown, ///< the catalog has not been read, or recommends none
        Offered,
        Asking, ///< the hub is asked which files there are
        Downloading, ///< download() says how far
        Paused,
        Failed, ///< problem() says why
    };

    /// All references must outlive it. `usersCatalog` is as for readCatalog().
    PhotoModel(TokenKeeper& tokens, Settings& settings, ContactedHosts& hosts,
        ModelDownloads& downloads, InstalledModels& installed, Planner& planner,
        const QString& usersCatalog, QObject* parent = nullptr);
    ~PhotoModel() override;

    void prepare(); ///< reads the catalog in the background, once

    Stage stage() const;
    const QString& name() const { return m_row.name; } ///< "SmolVLM 500M"
    qint64 bytes() const; ///< of the download; about, unless isExact()
    bool isExact() const { return m_offer.has_value(); }
    const QString& host() const { return m_host; } ///< that get() asks
    const ModelDownload* download() const; ///< null: it is not among the downloads
    QString problem() const;

    /// Downloads the model, or resumes a download that was paused, has failed, or was begun in an earlier
    /// run. If it is much larger than the catalog says, it is offered again with its real size first.
    void get();
    void pause();
    void cancel(); ///< removes what has come of it

signals:
    void changed();
    void ready(const services::ModelId& model); ///< it has been fetched and can be used
    void canceled();

private:
    void tellIfReady();
    void findHost();
    template <typename Answer>
    std::function<void(const Answer&)> ifStillAsked(std::function<void(const Answer&)> take);
    void ask(const HubAccess& access);
    void takeOffer(const ModelOffer& offer);
    void fail(const QString& problem);

    TokenKeeper& m_tokens;
    Settings& m_settings;
    ContactedHosts& m_hosts;
    ModelDownloads& m_downloads;
    InstalledModels& m_installed;
    Planner& m_planner;
    const QString m_usersCatalog;
    CatalogRow m_row; // without a name: unknown
    QString m_host;
    std::optional<ModelOffer> m_offer; // what the hub says
    QString m_problem; // why it could not be asked
    std::unique_ptr<QObject> m_question; // owns all that asks; null: nothing is asked
    std::optional<ModelId> m_fetched; // until it is among the installed ones
    bool m_isPrepared = false;
};

} // namespace services
