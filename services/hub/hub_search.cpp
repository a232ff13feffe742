#include "services/hub/hub_search.h"

#include "engine/encoders/read_encoder_config.h"
#include "engine/models/families/families.h"
#include "services/hub/model_inquiry.h"
#include "services/hub/model_offer.h"
#include "services/hub/token_keeper.h"
#include "services/network/network.h"
#include "vision/towers/towers.h"

#include <algorithm>
#include <cmath>

namespace services {

namespace {

// Bits per parameter of a quantization, by the beginning of its label. The first that matches counts.
// The figures for K-quants are those that llama.cpp's quantize reports for Llama 3.1 8B.
struct LabelBits {
    const char* beginning;
    double bits;
};

constexpr LabelBits labelBits[] = {{"F32", 32}, {"FP32", 32}, {"F16", 16}, {"FP16", 16},
    {"BF16", 16}, {"Q8", 8.5}, {"Q6", 6.56}, {"Q5_K_M", 5.7}, {"Q5", 5.57}, {"Q4_K_M", 4.89},
    {"Q4", 4.67}, {"IQ4_XS", 4.46}, {"IQ4", 4.68}, {"MXFP4", 4.6}, {"Q3_K_L", 4.3}, {"Q3_K_M", 4},
    {"Q3", 3.64}, {"IQ3", 3.5}, {"Q2", 3.16}, {"IQ2", 2.6}, {"TQ2", 2.4}, {"TQ1", 2}, {"IQ1", 2},
    {"Q1", 1.5}};

// What a model needs in addition to its weights: a share for context and vision, and buffers.
constexpr double shareBesides = 0.2;
constexpr qint64 bytesBesides = 300'000'000;

double bitsOf(QString label)
{
    if (label.startsWith(QLatin1String("UD-")))
        label = label.mid(3);
    for (const LabelBits& row : labelBits)
        if (label.startsWith(QLatin1String(row.beginning)))
            return row.bits;
    return 0;
}

qint64 neededFor(qint64 bytes)
{
    return qint64(double(bytes) * (1 + shareBesides)) + bytesBesides;
}

bool isVisionPart(const QString& path)
{
    return path.section(u'/', -1).contains(QLatin1String("mmproj"), Qt::CaseInsensitive);
}

// One variant for each label, with the size that is expected of it, small ones first.
QList<GgufVariant> estimatedVariants(const FoundRepository& found)
{
    QList<HubFile> files;
    for (const QString& path : found.files)
        if (!isVisionPart(path))
            files << HubFile{path, 1, {}};
    QList<GgufVariant> variants;
    for (GgufVariant variant : findVariants(files)) {
        const bool isKnown = std::ranges::any_of(
            variants, [&](const GgufVariant& other) { return other.label == variant.label; });
        if (variant.label.isEmpty() || isKnown)
            continue;
        variant.files = {variant.files.first()};
        variant.files.first().bytes
            = std::llround(double(found.parameters) * bitsOf(variant.label) / 8);
        variants << variant;
    }
    std::ranges::stable_sort(variants, std::less(), &GgufVariant::bytes);
    return variants;
}

} // namespace

namespace {

// The model that is a folder exists in one form only.
FoundModel describeFolder(const FoundRepository& found, qint64 freeMemory)
{
    FoundModel model;
    model.repository = found;
    model.canSee = vision::towerFamilyOfModelType(found.architecture.toStdString(), {});
    model.label = found.weightType;
    if (!found.weightType.isEmpty())
        model.labels << found.weightType;
    model.bytes = found.weightBytes;
    if (model.bytes == 0)
        return model;
    model.neededMemory = neededFor(model.bytes);
    if (freeMemory > 0)
        model.fit
            = model.neededMemory <= freeMemory ? FoundModel::Fit::Fits : FoundModel::Fit::TooLarge;
    return model;
}

} // namespace

bool isSupportedFolder(const FoundRepository& found)
{
    const std::string family = found.architecture.toStdString();
    return found.isFolder
        && (family.empty() || engine::isKnownFamily(family) || engine::isEncoderFamily(family)
            || vision::towerFamilyOfModelType(family, {}));
}

FoundModel describeFound(const FoundRepository& found, qint64 freeMemory)
{
    if (found.files.isEmpty() && found.isFolder)
        return describeFolder(found, freeMemory);
    FoundModel model;
    model.repository = found;
    model.canSee = std::ranges::any_of(found.files, isVisionPart);
    QList<GgufVariant> variants = estimatedVariants(found);
    for (const GgufVariant& variant : std::as_const(variants))
        model.labels << variant.label;
    variants.removeIf([](const GgufVariant& variant) { return variant.bytes() == 0; });
    if (variants.isEmpty())
        return model;
    const auto choice = chooseVariant({variants, found.parameters,
        [](const GgufVariant& variant) { return neededFor(variant.bytes()); }, freeMemory, {}});
    const GgufVariant& suited = choice ? *choice : variants.first();
    model.label = suited.label;
    model.bytes = suited.bytes();
    model.neededMemory = neededFor(model.bytes);
    if (freeMemory > 0)
        model.fit = choice ? FoundModel::Fit::Fits : FoundModel::Fit::TooLarge;
    return model;
}

HubSearch::HubSearch(TokenKeeper& tokens, ContactedHosts& hosts, Options options,
    const NetworkTimes& times, QObject* parent)
    : QObject(parent)
    , m_tokens(tokens)
    , m_hosts(hosts)
    , m_options(std::move(options))
    , m_times(times)
{
}

HubSearch::~HubSearch() = default;

void HubSearch::search(const QString& words)
{
    stop();
    ask(words);
}

void HubSearch::more()
{
    if (hasMore() && !m_isSearching)
        ask({});
}

void HubSearch::stop()
{
    m_question.reset();
    m_nextPages.clear();
    m_told.clear();
    m_isSearching = false;
}

bool HubSearch::hasMore() const
{
    return std::ranges::any_of(m_nextPages, [](const QByteArray& page) { return !page.isEmpty(); });
}

void HubSearch::ask(const QString& words)
{
    m_isSearching = true;
    m_rows.clear();
    m_error.clear();
    m_question = std::make_unique<QObject>();
    m_tokens.ask(m_question.get(), [this, words](const Outcome<HubAccess>& access) {
        if (access.value)
            askPages(*access.value, words);
        else
            fail(access.error);
    });
}

// A hub can be asked for one format at a time only.
void HubSearch::askPages(const HubAccess& access, const QString& words)
{
    m_host = access.address.host();
    m_awaited = 0;
    emit asking(m_host);
    auto* client = new HubClient(access, m_times, m_question.get());
    connect(client, &HubClient::contacted, &m_hosts, &ContactedHosts::add);
    for (const ModelFormat format : {ModelFormat::Gguf, ModelFormat::Safetensors}) {
        const QByteArray page = m_nextPages.value(format);
        const auto done
            = [this, format](const Outcome<FoundRepositories>& found) { takePage(format, found); };
        if (words.isEmpty() && page.isEmpty())
            continue;
        ++m_awaited;
        if (page.isEmpty())
            client->askFound(words, format, m_question.get(), done);
        else
            client->askMore(page, m_question.get(), done);
    }
}

// A repository with files of both formats belongs to the page of GGUF files, which says more of it.
void HubSearch::takePage(ModelFormat format, const Outcome<FoundRepositories>& page)
{
    if (page.value)
        m_nextPages[format] = page.value->nextPage;
    else
        m_error = page.error;
    for (const FoundRepository& row : page.value.value_or(FoundRepositories()).rows) {
        const bool isOfPage
            = format == ModelFormat::Gguf || (row.files.isEmpty() && isSupportedFolder(row));
        if (isOfPage && !m_told.contains(row.repository)) {
            m_told << row.repository;
            m_rows << row;
        }
    }
    if (--m_awaited > 0)
        return;
    if (m_error.isEmpty() || !m_rows.isEmpty())
        describe();
    else
        fail(m_error);
}

void HubSearch::fail(const QString& message)
{
    m_isSearching = false;
    emit failed(message);
}

// GPUs are asked for their memory in the background, because that may wake them.
void HubSearch::describe()
{
    std::ranges::stable_sort(m_rows, std::greater(), &FoundRepository::downloads);
    const auto describe = [rows = m_rows, options = m_options()] {
        const qint64 free = deviceRoom(options, freeMemory()).free;
        QList<FoundModel> models;
        for (const FoundRepository& row : rows)
            models << describeFound(row, free);
        return models;
    };
    runInBackground<QList<FoundModel>>(
        m_question.get(), describe, [this](const Outcome<QList<FoundModel>>& models) {
            if (!models.value)
                return fail(models.error);
            m_isSearching = false;
            const QString error = m_error; // whoever is told may search for something else
            emit found(*models.value);
            if (!error.isEmpty())
                emit failed(error);
        });
}

} // namespace services
