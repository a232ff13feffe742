#pragma once

#include "runtime/planner/forecast.h"
#include "services/hub/hub_access.h"
#include "services/hub/hub_client.h"
#include "services/hub/model_folder.h"
#include "services/hub/model_offer.h"
#include "services/models/load_settings.h"
#include "services/models/model_texts.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace services {

/// The ending of a file's path while it is fetched: where its bytes are, and which of them
/// have come.
inline const QString partEnding = QStringLiteral(".part");
inline const QString mapEnding = QStringLiteral(".part.map");

/// What the vision part of a model is called here, by the name of the model's first file.
inline QString visionName(const QString& model)
{
    return QStringLiteral("mmproj-") + model;
}

/// What a file of a model is called once it is complete, by its path in the folder of the model while
/// it is fetched; empty: it is no file of a model.
QString completeName(QString name);

/// The files of a model that was fetched, whole or in part, with its vision part. `folder` is that
/// of all models. A request without a variant means all that was fetched of the repository; files
/// that belong to no model are left out, and so is everything behind a symbolic link. Empty: there
/// is nothing of it.
QStringList fetchedFiles(const QString& folder, const ModelRequest& request);

/// The beginning of a file whose rest is somewhere else.
struct FileHead {
    QString name; ///< as the file will be called here; may begin with a folder
    qint64 bytes = 0; ///< the size of the whole file
    QByteArray head; ///< at least everything before the data
};

/// "llama", as the first bytes of a file tell; empty if they do not, or are of no GGUF file that is
/// read here.
QString architectureIn(const QByteArray& head, const QString& name);

/// True if everything before the data is there. Throws Error for what is no GGUF file of a kind
/// that is read here. May take too long for the window's thread.
bool isWholeHead(const QByteArray& head, const QString& name);

/// Describes a model by the heads of its files, the language model first. It puts them into a
/// temporary folder, as files with holes, for as long as that takes: then whatever describes a
/// model on the disk tells the same about one that is not there yet. A vision part that does not
/// fit, or does not run here, is left out. A model in the layout of Hugging Face is called
/// `folder`; empty: it is a GGUF file. Takes too long for the window's thread. Throws Error{BadFile}
/// if there is no temporary folder.
ModelFacts describeHeads(const QList<FileHead>& heads, const QString& folder = {});

/// What a model would find here.
struct ComputerForModel {
    qint64 freeMemory = 0; ///< bytes that are left; 0: not known
    /// What to expect of a model here; nothing if that is not known. May be empty.
    std::function<std::optional<runtime::SpeedForecast>(const ModelFacts&)> forecastOf;
    LoadOptions options
        = {}; ///< with which models are loaded: they decide how much memory one needs
};

/// Finds out what has to be fetched for a model that somebody wants, and whether it runs here,
/// without fetching more than the heads of its files and small ones. What a GGUF file is, its head
/// decides and not its name: one of each kind of name is asked for its first MiB. A repository
/// without GGUF files may have a model in the layout of Hugging Face. Belongs to the client's thread,
/// which it never blocks. Tells once what came of it.
class ModelInquiry : public QObject {
    Q_OBJECT

public:
    /// Begins at once. The client must outlive it.
    ModelInquiry(HubClient& client, const ModelRequest& request, const ComputerForModel& computer,
        QObject* parent = nullptr);

signals:
    void found(const services::ModelOffer& offer);
    void failed(const QString& message);

private:
    void takeFiles(const QList<HubFile>& files);
    void takeFolder(const ModelFolder& folder);
    void takeIndex(const ModelFolder& folder, const QStringList& needed);
    void offerFolder(const ModelFolder& folder);
    void askWhatTheyAre();
    void takeArchitecture(const QString& stem, const Outcome<QByteArray>& head);
    void chooseModel();
    void describeMiddle();
    void choose(const ModelFacts& middle);
    std::function<double(const GgufVariant&)> speedsBeside(const ModelFacts& middle) const;
    void offer(const GgufVariant& variant, const QString& reason);
    void leaveOut(const GgufVariant& rejected, const QString& problem);
    void makeOffer(const QList<OfferedFile>& files, const ModelFacts& model, const QString& reason);

    using Described = std::function<void(const ModelFacts&)>;
    struct HeadList;
    QList<OfferedFile> filesFor(const GgufVariant& variant) const;
    void describe(
        const QList<OfferedFile>& files, const Described& done, const QString& folder = {});
    void askNextHead(const std::shared_ptr<HeadList>& list);
    void lookAtHead(const std::shared_ptr<HeadList>& list);
    void askHead(const std::shared_ptr<HeadList>& list, qint64 count);
    void takeHead(const std::shared_ptr<HeadList>& list, const Outcome<bool>& isWhole);

    const GgufVariant* projector() const;
    QString labels() const;
    bool isKnownStem(const QString& stem) const;
    void fail(const QString& message);

    HubClient& m_client;
    const ModelRequest m_request;
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
