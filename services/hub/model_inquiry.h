#pragma once

#include "services/hub/head_folder.h"
#include "services/hub/hub_client.h"
#include "services/hub/model_offer.h"
#include "services/hub/variant_choice.h"

#include <QHash>
#include <QObject>
#include <QStringList>

#include "runtime/planner/forecast.h"
#include <functional>
#include <optional>

namespace services {

/// What a model would find here.
struct ComputerForModel {
    qint64 freeMemory = 0; ///< bytes that are left; 0: not known
    /// What to expect of a model here; nothing if that is not known. May be empty.
    std::function<std::optional<runtime::SpeedForecast>(const ModelDescription&)> forecastOf;
};

/// Finds out what has to be fetched for a model that somebody wants, and whether it runs here,
/// without fetching more than the heads of its files. What a file is, its head decides and not its
/// name: one of each kind of name is asked for its first MiB. Belongs to the client's thread, which
/// it never blocks. Tells once what came of it.
class ModelInquiry : public QObject {
    Q_OBJECT

public:
    /// Begins at once. The client must outlive it.
    ModelInquiry(HubClient& client, const ModelWish& wish, const ComputerForModel& computer,
        QObject* parent = nullptr);

signals:
    void found(const services::ModelOffer& offer);
    void failed(const QString& sentence);

private:
    void takeFiles(const QList<HubFile>& files);
    void askWhatTheyAre();
    void takeArchitecture(const QString& stem, const Outcome<QByteArray>& head);
    void chooseModel();
    void describeMiddle();
    void choose(const ModelDescription& middle);
    std::function<double(const GgufVariant&)> speedsBeside(const ModelDescription& middle) const;
    void offer(const GgufVariant& variant, const QString& reason);
    void leaveOut(const GgufVariant& refused, const QString& problem);
    void makeOffer(
        const QList<OfferedFile>& files, const ModelDescription& model, const QString& reason);

    using Described = std::function<void(const ModelDescription&)>;
    struct HeadList;
    QList<OfferedFile> filesOf(const GgufVariant& variant) const;
    void describe(const QList<OfferedFile>& files, const Described& done);
    void askNextHead(const std::shared_ptr<HeadList>& list);
    void lookAtHead(const std::shared_ptr<HeadList>& list);
    void askHead(const std::shared_ptr<HeadList>& list, qint64 count);
    void takeHead(const std::shared_ptr<HeadList>& list, const Outcome<bool>& isWhole);

    const GgufVariant* projector() const;
    QString labels() const;
    bool isKnownStem(const QString& stem) const;
    void fail(const QString& sentence);

    HubClient& m_client;
    const ModelWish m_wish;
    const ComputerForModel m_computer;
    ModelCard m_card;
    QList<GgufVariant> m_variants; // all at first, then those of the chosen model
    QList<GgufVariant> m_projectors;
    QHash<QString, QString> m_architectures; // by stem
    QHash<QString, QByteArray> m_heads; // by path: what has come of them
    qsizetype m_awaited = 0; // answers about architectures
    int m_leftOut = 0; // variants that do not run here
    bool m_hasTold = false;
};

} // namespace services
