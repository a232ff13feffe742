#include "services/hub/hub_search.h"

#include "services/hub/model_inquiry.h"
#include "services/hub/model_offer.h"
#include "services/hub/token_keeper.h"
#include "services/network/network.h"

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

FoundModel describeFound(const FoundRepository& found, qint64 freeMemory)
{
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
    ask(words, {});
}

void HubSearch::more()
{
    if (hasMore() && !m_isSearching)
        ask({}, m_nextPage);
}

void HubSearch::stop()
{
    m_question.reset();
    m_nextPage.clear();
    m_isSearching = false;
}

void HubSearch::ask(const QString& words, const QByteArray& page)
{
    m_isSearching = true;
    m_question = std::make_unique<QObject>();
    m_tokens.ask(m_question.get(), [this, words, page](const Outcome<HubAccess>& access) {
        if (!access.value)
            return take({{}, access.error});
        m_host = access.value->address.host();
        emit asking(m_host);
        auto* client = new HubClient(*access.value, m_times, m_question.get());
        connect(client, &HubClient::contacted, &m_hosts, &ContactedHosts::add);
        const auto done = [this](const Outcome<FoundRepositories>& found) { take(found); };
        if (page.isEmpty())
            client->askFound(words, m_question.get(), done);
        else
            client->askMore(page, m_question.get(), done);
    });
}

// GPUs are asked for their memory in the background, because that may wake them.
void HubSearch::take(const Outcome<FoundRepositories>& page)
{
    if (!page.value) {
        m_isSearching = false;
        emit failed(page.error);
        return;
    }
    const auto describe = [rows = page.value->rows, options = m_options()] {
        const qint64 free = deviceRoom(options, freeMemory()).free;
        QList<FoundModel> models;
        for (const FoundRepository& row : rows)
            models << describeFound(row, free);
        return models;
    };
    runInBackground<QList<FoundModel>>(m_question.get(), describe,
        [this, next = page.value->nextPage](const Outcome<QList<FoundModel>>& models) {
            m_isSearching = false;
            if (!models.value) {
                emit failed(models.error);
                return;
            }
            m_nextPage = next;
            emit found(*models.value);
        });
}

} // namespace services
