#pragma once

#include "services/hub/hub_client.h"
#include "services/hub/model_offer.h"
#include "services/models/load_settings.h"
#include "services/models/model_texts.h"

#include <QHash>
#include <QWidget>

#include <memory>

class QLayout;
class QMenu;
class QProgressBar;
class QPushButton;

namespace services {
class ContactedHosts;
class InstalledModels;
class ModelDownloads;
class ModelPool;
class Planner;
class TokenKeeper;
} // namespace services

namespace ui {

class Announcer;
class TextLabel;

/// How fast a model will be on this computer, as far as the computer has been measured, and a button
/// that measures it.
class SpeedLine : public QWidget {
    Q_OBJECT

public:
    /// The planner must outlive it.
    explicit SpeedLine(services::Planner& planner, QWidget* parent = nullptr);

    void setModel(const services::ModelFacts& model, const services::LoadOptions& options);

    QPushButton* measureButton() const { return m_measure; } ///< measures, or stops that
    QString text() const;

private:
    void showSpeed();
    void measureOrStop();

    services::Planner& m_planner;
    services::ModelFacts m_model;
    services::LoadOptions m_options;
    QString m_failure; // of the last measuring
    bool m_wasMeasuring = false;
    TextLabel* m_text;
    QProgressBar* m_progress;
    QPushButton* m_measure;
    Announcer* m_announcer;
};

/// What a hub says of a model at this moment: its files, its license, and what it needs here, with
/// a button that fetches it and a menu of its other packings. The hub is asked when the view is
/// made; errors are shown in its place.
class OfferView : public QWidget {
    Q_OBJECT

public:
    /// All services must outlive the view. `tokens` has the token to ask the hub with, and `hosts`
    /// records that the hub was contacted.
    OfferView(const services::ModelRequest& request, services::TokenKeeper& tokens,
        services::ContactedHosts& hosts, services::ModelDownloads& downloads,
        services::InstalledModels& installed, services::ModelPool& models,
        services::Planner& planner, QWidget* parent = nullptr);
    ~OfferView() override;

    QPushButton* getButton() const
    {
        return m_get;
    } ///< fetches the model, or uses it if it is here
    QPushButton* againButton() const { return m_again; }
    bool hasOffer() const { return m_hasOffer; }
    QMenu* openPackings(); ///< null: there is one packing only; the menu deletes itself

signals:
    void answered(); ///< an offer or a problem is shown
    /// Whether the model fits into the memory of this computer; `memory` says how much it needs.
    void weighed(bool fits, const QString& memory);
    void getting(int download); ///< the id of what is being fetched now
    void modelChosen(const services::ModelId& model);

private:
    void layOut();
    QLayout* makeFacts();
    void showFact(QWidget* value, bool isKnown);
    void ask(const QString& variant);
    void ask(const services::HubAccess& access);
    void showOffer(const services::ModelOffer& offer);
    void showProblem(const QString& message);
    void showPacking();
    void showMemory();
    void showMemory(const services::LoadOptions& options, const services::DeviceRoom& room);
    void showPlace();
    void get();
    services::ModelId place() const;

    services::ModelRequest m_request;
    services::TokenKeeper& m_tokens;
    services::ContactedHosts& m_hosts;
    services::ModelDownloads& m_downloads;
    services::InstalledModels& m_installed;
    services::ModelPool& m_models;
    services::Planner& m_planner;
    std::unique_ptr<QObject> m_question; // owns all that asks
    services::HubAccess m_access; // as it was asked
    services::ModelOffer m_offer;
    bool m_hasOffer = false;
    TextLabel* m_state;
    TextLabel* m_problem;
    QPushButton* m_again;
    QWidget* m_shown; // all of the offer
    TextLabel* m_remarks;
    TextLabel* m_facts;
    TextLabel* m_license;
    TextLabel* m_packing;
    TextLabel* m_files;
    TextLabel* m_memory;
    SpeedLine* m_speed;
    QHash<QWidget*, TextLabel*> m_names; // of the facts above
    QPushButton* m_get;
    QPushButton* m_packings;
    TextLabel* m_place; // whether it is here already
    Announcer* m_announcer;
};

} // namespace ui
