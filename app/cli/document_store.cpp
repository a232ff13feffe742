#include "app/cli/document_store.h"

#include "app/cli/command.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "base/error.h"
#include "runtime/models/model_facts.h"
#include "services/catalog/model_catalog.h"
#include "services/documents/answers/model_judge.h"
#include "services/documents/answers/scan_model.h"
#include "services/documents/index/document_index.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "services/system/paths.h"

#include <QFileInfo>

#include <algorithm>

namespace app {

QString storeLocation(const QCommandLineParser& parser)
{
    if (parser.isSet("store"))
        return parser.value("store");
    const services::Settings settings(services::paths::settingsFile());
    const QString chosen = settings.get(services::settings::documentStore);
    return chosen.isEmpty() ? services::paths::documentIndexFile() : chosen;
}

void addStoreOption(QCommandLineParser& parser)
{
    parser.addOption({"store",
        "Index location: a file, or the postgresql:// URL of a shared database. Default: the index "
        "of the window.",
        "STORE"});
}

services::OwnedStore openStore(const QCommandLineParser& parser, services::MissingStore missing)
{
    return services::openOwnedStore(storeLocation(parser),
        {services::paths::ownDocumentsFile(), services::paths::documentIndexFile()}, missing);
}

std::unique_ptr<services::DocumentIndex> openExistingStore(const QCommandLineParser& parser)
{
    return services::openDocumentIndex(storeLocation(parser), services::MissingStore::Fail);
}

void addEmbeddingOption(QCommandLineParser& parser)
{
    parser.addOption({"embedding",
        "Also search by meaning with this embedding model: a sentence-transformers folder, a GGUF "
        "file, or the OWNER/NAME or catalog name of a downloaded model. Default: keyword search "
        "only.",
        "MODEL"});
}

// The path of the model that an option names. `kind` and `advice` are for the message if there is none.
static QString findEncoder(const QCommandLineParser& parser, const char* option,
    const std::string& kind, const std::string& advice)
{
    const QString model = parser.value(option);
    const QString found = services::encoderModelAt(
        model, services::paths::modelFolder(), services::paths::catalogFile());
    if (found.isEmpty())
        throw base::Error(base::ErrorKind::BadFile,
            "No such " + kind + ": " + model.toStdString() + ". " + advice);
    return found;
}

QString embeddingModel(const QCommandLineParser& parser)
{
    return findEncoder(parser, "embedding", "embedding model",
        "Download one with vignette-cli models get, for example "
        "second-state/All-MiniLM-L6-v2-Embedding-GGUF.");
}

std::unique_ptr<services::PassageEncoder> loadEncoder(const QCommandLineParser& parser)
{
    if (!parser.isSet("embedding"))
        return nullptr;
    return std::make_unique<services::PassageEncoder>(embeddingModel(parser));
}

void requireVectors(services::DocumentIndex& store, services::PassageEncoder& encoder)
{
    if (!services::isSameModel(store.embedding(), encoder.mark()))
        throw base::Error(base::ErrorKind::BadRequest,
            "The index has no vectors for this embedding model. Create them with vignette-cli "
            "index --embedding MODEL.");
}

void addRerankerOption(QCommandLineParser& parser)
{
    parser.addOption({"reranker",
        "Let this reranker read the best 20 or 30 passages and put them in order: a folder, a GGUF "
        "file, or the OWNER/NAME or catalog name of a downloaded model.",
        "MODEL"});
}

std::unique_ptr<services::PassageReranker> loadReranker(const QCommandLineParser& parser)
{
    if (!parser.isSet("reranker"))
        return nullptr;
    return std::make_unique<services::PassageReranker>(findEncoder(parser, "reranker", "reranker",
        "Download one with vignette-cli models get, for example "
        "gpustack/bge-reranker-v2-m3-GGUF."));
}

void addThresholdOption(QCommandLineParser& parser)
{
    parser.addOption({"threshold",
        "The score, 0 to 1, that the best passage must reach to answer the question. Default: that "
        "of the window's settings, which is 0.5 unless it was changed.",
        "SCORE"});
}

double answerThreshold(const QCommandLineParser& parser)
{
    if (parser.isSet("threshold"))
        return numberOption(parser, "threshold", 0, 1);
    const services::Settings settings(services::paths::settingsFile());
    return settings.get(services::settings::answerThreshold) / 100.0;
}

void addCheckerOption(QCommandLineParser& parser)
{
    parser.addOption({"checker",
        "Also check what statements mean, with this answer checker: the folder of a model with the "
        "labels entailment, neutral and contradiction, or the OWNER/NAME of a downloaded one. "
        "Default: only facts are compared.",
        "MODEL"});
}

std::unique_ptr<services::StatementChecker> loadChecker(const QCommandLineParser& parser)
{
    if (!parser.isSet("checker"))
        return nullptr;
    const QString model = findEncoder(parser, "checker", "answer checker",
        "It must be a folder with config.json and safetensors, or a GGUF file.");
    const auto threads = int(integerOption(parser, "threads", 0, services::settings::threads.most));
    return std::make_unique<services::EntailmentChecker>(model.toStdString(), threads);
}

void addScanModelOption(QCommandLineParser& parser)
{
    parser.addOption({"ocr-model",
        "Read scanned pages with this vision model, best one made for OCR, instead of Tesseract.",
        "MODEL"});
}

std::unique_ptr<services::ScanReader> loadScanReader(const QCommandLineParser& parser)
{
    const QString model = parser.value("ocr-model");
    if (model.isEmpty())
        return nullptr;
    auto engine = loadLocalEngine(parser, Drafts::None, printError, model);
    if (!engine->describe().summary.canSee)
        throw UsageError("--ocr-model needs a vision model, and this one can't see images");
    return std::make_unique<services::ModelScanReader>(
        std::move(engine), services::scanReaderName(model));
}

void addJudgeOption(QCommandLineParser& parser)
{
    parser.addOption(withDefault("judge",
        "Re-rank the best passages with the model, which takes a while: always, never or auto "
        "(models with at least a billion parameters).",
        "WHEN", "auto"));
}

bool isJudged(const QCommandLineParser& parser)
{
    const QString when = parser.value("judge");
    if (when != "always" && when != "never" && when != "auto")
        throw UsageError("--judge needs always, never or auto, not \"" + when.toStdString() + "\"");
    if (when == "always" && !parser.isSet("model"))
        throw UsageError("--judge always needs --model");
    if (when == "never" || !parser.isSet("model"))
        return false;
    return when == "always"
        || runtime::readModelFacts(parser.value("model").toStdString()).parameters
        >= services::ModelJudge::minParameters;
}

std::vector<services::DocumentHit> findJudged(services::DocumentSearch& search,
    const QString& question, int count, runtime::AnswerEngine& engine)
{
    services::ModelJudge judge(engine);
    auto hits = search.find(question, std::max(count, services::judgedHits));
    services::judgeHits(hits, question, judge);
    hits.resize(std::min(hits.size(), size_t(count)));
    return hits;
}

namespace {

using Json = nlohmann::ordered_json;
using services::DocumentHit;

} // namespace

Json asJson(const DocumentHit& hit, size_t rank)
{
    const services::Passage& passage = hit.passage;
    Json rectangles = Json::array();
    for (const auto& [x, y, width, height] : passage.rectangles)
        rectangles.push_back({x, y, width, height});
    return {{"rank", rank}, {"file", hit.file.toStdString()},
        {"page", passage.page > 0 ? Json(passage.page) : Json()}, {"heading", passage.heading},
        {"text", passage.text}, {"bytes", {passage.bytes.from, passage.bytes.to}},
        {"rectangles", std::move(rectangles)}, {"score", hit.score}};
}

std::string formatLocation(const DocumentHit& hit)
{
    const services::Passage& passage = hit.passage;
    std::string location = hit.file.toStdString();
    if (passage.page > 0)
        location += ", page " + std::to_string(passage.page);
    if (!passage.heading.empty())
        location += ", " + passage.heading;
    return location;
}

std::string formatHit(const DocumentHit& hit, size_t rank)
{
    const std::string score = QString::number(hit.score, 'f', 2).toStdString();
    return std::to_string(rank) + ". " + formatLocation(hit) + " (" + score + ")\n\n"
        + hit.passage.text + "\n\n";
}

} // namespace app
