#include "services/hub/model_inquiry.h"

#include "base/error.h"
#include "engine/files/gguf_file.h"
#include "engine/models/families/families.h"
#include "services/hub/model_offer.h"
#include "services/models/load_settings.h"
#include "services/models/model_texts.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSet>
#include <QTemporaryDir>

#include <algorithm>

namespace services {

QString completeName(QString name)
{
    for (const QString& ending : {mapEnding, partEnding})
        if (name.endsWith(ending))
            name.chop(ending.size());
    const bool isGguf = name.endsWith(QLatin1String(".gguf")) && !name.contains(u'/');
    return isGguf || isOfModelFolder(name) ? name : QString();
}

namespace {

// The files of the variants that are called so, and their vision parts.
QSet<QString> selectNames(const QSet<QString>& all, const QString& request)
{
    QList<HubFile> files;
    for (const QString& name : all)
        files << HubFile{name, 1, {}};
    QSet<QString> names;
    for (const GgufVariant& variant : findVariants(files)) {
        if (!variant.isCalled(request) || variant.name.startsWith(visionName({})))
            continue;
        for (const HubFile& file : variant.files)
            names << file.path;
        names << visionName(variant.files.first().path);
    }
    return names;
}

// The files of a folder and of the folders in it.
QStringList entriesOf(const QDir& place)
{
    constexpr auto files = QDir::Files | QDir::NoSymLinks;
    QStringList entries = place.entryList(files, QDir::Name);
    constexpr auto folders = QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks;
    for (const QString& folder : place.entryList(folders, QDir::Name))
        for (const QString& entry : QDir(place.filePath(folder)).entryList(files, QDir::Name))
            entries << folder + u'/' + entry;
    return entries;
}

} // namespace

QStringList fetchedFiles(const QString& folder, const ModelRequest& request)
{
    const QDir place(folder + u'/' + request.repository.text());
    if (place.canonicalPath()
        != QFileInfo(folder).canonicalFilePath() + u'/' + request.repository.text())
        return {};
    const QStringList entries = entriesOf(place);
    QSet<QString> names;
    for (const QString& entry : entries)
        if (!completeName(entry).isEmpty())
            names << completeName(entry);
    const auto endsWith = [](const char* ending) {
        return [ending](const QString& name) { return name.endsWith(QLatin1String(ending)); };
    };
    if (std::ranges::none_of(names, endsWith(".safetensors")))
        names.removeIf(std::not_fn(endsWith(".gguf")));
    if (!request.variant.isEmpty())
        names = selectNames(names, request.variant);
    QStringList paths;
    for (const QString& entry : entries)
        if (names.contains(completeName(entry)))
            paths << place.filePath(entry);
    return paths;
}

namespace {

std::span<const std::byte> toBytes(const QByteArray& bytes)
{
    return std::as_bytes(std::span(bytes.constData(), size_t(bytes.size())));
}

void write(const FileHead& head, const QString& path)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(head.head) != head.head.size()
        || !file.resize(head.bytes))
        throw base::Error(base::ErrorKind::BadFile,
            QCoreApplication::translate("services::HeadFolder",
                "Couldn't read the description of %1 in the folder for temporary files: %2.")
                .arg(head.name, file.errorString())
                .toStdString());
}

} // namespace

QString architectureIn(const QByteArray& head, const QString& name)
try {
    return QString::fromStdString(engine::firstArchitecture(toBytes(head), name.toStdString()));
} catch (const base::Error&) {
    return {};
}

bool isWholeHead(const QByteArray& head, const QString& name)
try {
    engine::ByteReader reader(toBytes(head), name.toStdString());
    engine::readGgufHead(reader);
    return true;
} catch (const engine::IncompleteFile&) {
    return false;
}

ModelFacts describeHeads(const QList<FileHead>& heads, const QString& folder)
{
    const QTemporaryDir temporary;
    const QDir place(temporary.filePath(folder));
    for (const FileHead& head : heads)
        write(head, place.filePath(head.name));
    const QString path = folder.isEmpty() ? place.filePath(heads.first().name) : place.path();
    ModelFacts model = describeModel(parseModelId(path));
    model.id = {};
    model.sentence = QString::fromStdString(model.sentence)
                         .remove(temporary.path() + u'/')
                         .toStdString(); // nobody knows that folder
    return model;
}

namespace {

constexpr qint64 firstBytes = 1 << 20; // of a file, which nearly always tell what it is
constexpr qint64 maxBytes = 64 << 20; // of a head, with the largest vocabularies
constexpr int maxStems = 16;
constexpr int maxParts = 100; // files of a model
constexpr int maxLeftOut = 8; // variants that do not run here

bool isWorthFetching(const ModelFacts& model)
{
    return model.isUsable() || model.isEncoder;
}

// If the user wants nothing in particular, an exact vision part is preferred, but not one that is
// twice as large.
int rankOfProjector(const GgufVariant& variant)
{
    static const QStringList order{"F16", "FP16", "BF16", "Q8_0", "F32", "FP32"};
    const qsizetype place = order.indexOf(variant.label);
    return int(place < 0 ? order.size() : place);
}

} // namespace

// The files of a model while their heads come, one after the other.
struct ModelInquiry::HeadList {
    QList<OfferedFile> files;
    Described done;
    QString folder; // as in describeHeads()
    QList<FileHead> heads = {};
    qint64 asked = 0; // how many bytes of the next head
};

ModelInquiry::ModelInquiry(HubClient& client, const ModelRequest& request,
    const ComputerForModel& computer, QObject* parent)
    : QObject(parent)
    , m_client(client)
    , m_request(request)
    , m_computer(computer)
{
    m_client.askCard(m_request.repository, this, [this](const Outcome<ModelCard>& card) {
        if (!card.value)
            return fail(card.error);
        m_card = *card.value;
        m_client.askFiles(m_request.repository, m_card.commit, this,
            [this](const Outcome<QList<HubFile>>& files) {
                if (!files.value)
                    return fail(files.error);
                takeFiles(*files.value);
            });
    });
}

void ModelInquiry::takeFiles(const QList<HubFile>& files)
{
    m_variants = findVariants(files);
    if (!m_variants.isEmpty())
        return askWhatTheyAre();
    if (const auto folder = findModelFolder(files))
        return takeFolder(*folder);
    fail(tr("“%1” contains no supported model: it has no GGUF files, and no config.json with a "
            "tokenizer and safetensors files. Look for a repository of the same model whose name "
            "ends in GGUF.")
             .arg(m_request.repository.text()));
}

namespace {

const QString folderVersion = QStringLiteral("safetensors");

// A folder is the only model of its repository. Whoever names one of its files, its format or the
// type of its weights means all of it.
bool isFolderVersion(const QString& wanted, const QString& weightType)
{
    return wanted.isEmpty() || isOfModelFolder(wanted)
        || wanted.compare(folderVersion, Qt::CaseInsensitive) == 0
        || wanted.compare(weightType, Qt::CaseInsensitive) == 0;
}

} // namespace

void ModelInquiry::takeFolder(const ModelFolder& folder)
{
    if (!folder.index)
        return offerFolder(folder);
    m_client.askHead(m_request.repository, m_card.commit, *folder.index, {}, folder.index->bytes,
        this, [this, folder](const Outcome<QByteArray>& index) {
            if (!index.value)
                return fail(index.error);
            m_heads.insert(folder.index->path, *index.value);
            runInBackground<QStringList>(
                this,
                [index = *index.value, subject = m_request.repository.text()] {
                    return readShardNames(index, subject);
                },
                [this, folder](const Outcome<QStringList>& needed) {
                    if (!needed.value)
                        return fail(needed.error);
                    takeIndex(folder, *needed.value);
                });
        });
}

void ModelInquiry::takeIndex(const ModelFolder& folder, const QStringList& needed)
{
    ModelFolder selected = folder;
    selected.weights.removeIf([&](const HubFile& file) { return !needed.contains(file.path); });
    if (selected.weights.size() != needed.size())
        return fail(tr("“%1” is incomplete: it lacks files with weights that it lists.")
                        .arg(m_request.repository.text()));
    selected.others.prepend(*folder.index);
    offerFolder(selected);
}

void ModelInquiry::offerFolder(const ModelFolder& folder)
{
    QList<OfferedFile> files;
    for (const HubFile& file : folder.weights + folder.others)
        files << OfferedFile{file, file.path, false};
    const auto done = [this, files](const ModelFacts& model) {
        if (!isWorthFetching(model))
            return fail(problemMessage(model));
        const QString type = QString::fromStdString(model.config.weightType);
        if (!isFolderVersion(m_request.variant, type))
            return fail(tr("“%1” has no version “%2”. Available: %3.")
                            .arg(m_request.repository.text(), m_request.variant, folderVersion));
        makeOffer(files, model, {});
    };
    describe(files, done, m_request.repository.name);
}

// Files whose names differ by the label only are of one kind.
void ModelInquiry::askWhatTheyAre()
{
    QHash<QString, HubFile> smallest;
    for (const GgufVariant& variant : std::as_const(m_variants))
        if (!smallest.contains(variant.stem) && smallest.size() < maxStems)
            smallest.insert(variant.stem, variant.files.first());
    m_awaited = smallest.size();
    for (auto file = smallest.cbegin(); file != smallest.cend(); ++file)
        m_client.askHead(m_request.repository, m_card.commit, file.value(), {}, firstBytes, this,
            [this, stem = file.key(), path = file->path](const Outcome<QByteArray>& head) {
                m_heads.insert(path, head.value.value_or(QByteArray()));
                takeArchitecture(stem, head);
            });
}

void ModelInquiry::takeArchitecture(const QString& stem, const Outcome<QByteArray>& head)
{
    if (!head.value)
        return fail(head.error);
    m_architectures.insert(stem, architectureIn(*head.value, stem));
    if (--m_awaited == 0 && !m_hasTold)
        chooseModel();
}

bool ModelInquiry::isKnownStem(const QString& stem) const
{
    return engine::isKnownFamily(m_architectures.value(stem).toStdString());
}

// One model of several is the one that is called like the repository.
void ModelInquiry::chooseModel()
{
    QString best;
    QStringList others;
    qsizetype most = -1;
    for (const GgufVariant& variant : std::as_const(m_variants)) {
        const bool isWanted = m_request.variant.isEmpty() || variant.isCalled(m_request.variant);
        const qsizetype same = sameLetters(variant.stem, m_request.repository.name);
        if (m_architectures.value(variant.stem) == QLatin1String("clip"))
            m_projectors << variant;
        else if (!isKnownStem(variant.stem))
            others << m_architectures.value(variant.stem);
        else if (isWanted && same > most) {
            most = same;
            best = variant.stem;
        }
    }
    others.removeDuplicates();
    others.removeAll(QString());
    const bool isAnyKnown = std::any_of(m_variants.cbegin(), m_variants.cend(),
        [&](const GgufVariant& variant) { return isKnownStem(variant.stem); });
    if (!isAnyKnown && others.isEmpty())
        return fail(tr("“%1” contains no language model.").arg(m_request.repository.text()));
    if (!isAnyKnown)
        return fail(tr("The models in “%1” have an architecture (“%2”) that isn't supported by "
                       "this version. Supported: %3.")
                        .arg(m_request.repository.text(), others.join(QStringLiteral("”, “")),
                            QString::fromStdString(engine::knownFamilies())));
    if (most < 0)
        return fail(tr("“%1” has no version “%2”. Available: %3.")
                        .arg(m_request.repository.text(), m_request.variant, labels()));
    m_variants.removeIf([&](const GgufVariant& variant) { return variant.stem != best; });
    if (m_request.variant.isEmpty())
        return describeMiddle();
    const auto wanted = std::find_if(m_variants.cbegin(), m_variants.cend(),
        [&](const GgufVariant& variant) { return variant.isCalled(m_request.variant); });
    offer(*wanted, {});
}

QString ModelInquiry::labels() const
{
    QStringList labels;
    for (const GgufVariant& variant : m_variants)
        if (isKnownStem(variant.stem))
            labels << (variant.label.isEmpty() ? variant.name : variant.label);
    labels.removeDuplicates();
    return labels.join(QStringLiteral(", "));
}

// Nobody said which. The head of any tells what all of them need in addition to their weights;
// those of middle size are packed in the most usual ways.
void ModelInquiry::describeMiddle()
{
    const GgufVariant middle = m_variants[m_variants.size() / 2];
    describe(filesFor(middle), [this, middle](const ModelFacts& model) {
        if (!isWorthFetching(model))
            return leaveOut(middle, problemMessage(model));
        choose(model);
    });
}

void ModelInquiry::choose(const ModelFacts& middle)
{
    const qint64 rest = estimateMemory(middle, m_computer.options).total() - middle.weightBytes;
    const auto memoryOf = [&](const GgufVariant& variant) { return variant.bytes() + rest; };
    const auto choice = chooseVariant(
        {m_variants, middle.parameters, memoryOf, m_computer.freeMemory, speedsBeside(middle)});
    if (choice)
        return offer(*choice, tr("Recommended: %1").arg(choice->name));
    fail(tr("“%1” doesn't fit into memory: the smallest version, %2, needs %3 (%4 free). Close "
            "other programs, choose a smaller model, or download it anyway with %5:%2")
             .arg(m_request.repository.name, m_variants.first().label,
                 sizeText(memoryOf(m_variants.first())), sizeText(m_computer.freeMemory),
                 m_request.repository.text()));
}

// Each token of an answer reads all of the weights.
std::function<double(const GgufVariant&)> ModelInquiry::speedsBeside(const ModelFacts& middle) const
{
    const auto forecast = m_computer.forecastOf ? m_computer.forecastOf(middle) : std::nullopt;
    if (!forecast)
        return {};
    return [bytesASecond = forecast->decodeTokensPerSecond * double(middle.weightBytes)](
               const GgufVariant& variant) { return bytesASecond / double(variant.bytes()); };
}

void ModelInquiry::offer(const GgufVariant& variant, const QString& reason)
{
    const QList<OfferedFile> files = filesFor(variant);
    describe(files, [this, files, variant, reason](const ModelFacts& model) {
        if (!isWorthFetching(model))
            return leaveOut(variant, problemMessage(model));
        makeOffer(files, model, reason);
    });
}

// A variant may be packed in a way that is not known here, and another may not.
void ModelInquiry::leaveOut(const GgufVariant& rejected, const QString& problem)
{
    for (const HubFile& file : rejected.files)
        m_heads.remove(file.path);
    m_variants.removeIf([&](const GgufVariant& variant) { return variant.name == rejected.name; });
    if (!m_request.variant.isEmpty() || m_variants.isEmpty() || ++m_leftOut > maxLeftOut)
        return fail(problem);
    describeMiddle();
}

void ModelInquiry::makeOffer(
    const QList<OfferedFile>& files, const ModelFacts& model, const QString& reason)
{
    ModelOffer offer{m_request.repository, m_card.commit, m_card.license, files, model,
        estimateMemory(model, m_computer.options).total(), {}, {}};
    const qint64 rest = offer.neededMemory - model.weightBytes;
    for (const GgufVariant& variant : std::as_const(m_variants))
        offer.packings << OfferedPacking{variant.label.isEmpty() ? variant.name : variant.label,
            variant.bytes(), variant.bytes() + rest};
    if (!reason.isEmpty())
        offer.remarks << reason;
    else if (m_computer.freeMemory > 0 && offer.neededMemory > m_computer.freeMemory)
        offer.remarks << tr(
            "This model needs more memory than is free. It will be slow or may not load.");
    if (projector() && !model.canSee()) {
        offer.files.removeLast();
        offer.remarks << tr("The vision encoder isn't supported and won't be downloaded.");
    }
    if (offer.license.isEmpty())
        offer.license = QString::fromStdString(model.license);
    offer.model.projector.clear();
    m_hasTold = true;
    emit found(offer);
}

const GgufVariant* ModelInquiry::projector() const
{
    const auto better = [&](const GgufVariant& a, const GgufVariant& b) {
        const QString name = m_variants.first().stem;
        const auto likeness = [&](const GgufVariant& variant) {
            return std::max(
                sameLetters(variant.stem, name), sameLetters(variant.stem, visionName(name)));
        };
        if (likeness(a) != likeness(b))
            return likeness(a) > likeness(b);
        return rankOfProjector(a) < rankOfProjector(b);
    };
    const auto best = std::min_element(m_projectors.cbegin(), m_projectors.cend(), better);
    return best == m_projectors.cend() ? nullptr : &*best;
}

// A vision part is found by itself next to the model that it is called after.
QList<OfferedFile> ModelInquiry::filesFor(const GgufVariant& variant) const
{
    QList<OfferedFile> files;
    for (const HubFile& file : variant.files)
        files << OfferedFile{file, file.path.section(u'/', -1), false};
    if (const GgufVariant* vision = projector())
        files << OfferedFile{vision->files.first(), visionName(files.first().name), true};
    return files;
}

void ModelInquiry::describe(
    const QList<OfferedFile>& files, const Described& done, const QString& folder)
{
    if (files.size() > maxParts)
        return fail(tr("“%1” has too many parts.").arg(files.first().name));
    auto list = std::make_shared<HeadList>(HeadList{files, done, folder});
    askNextHead(list);
}

void ModelInquiry::askNextHead(const std::shared_ptr<HeadList>& list)
{
    if (list->heads.size() < list->files.size())
        return lookAtHead(list);
    runInBackground<ModelFacts>(
        this, [heads = list->heads, folder = list->folder] { return describeHeads(heads, folder); },
        [this, list](const Outcome<ModelFacts>& outcome) {
            if (!outcome.value)
                return fail(outcome.error);
            list->done(*outcome.value);
        });
}

// What has come of a head is kept: others of the same model may need it, or more of it.
void ModelInquiry::lookAtHead(const std::shared_ptr<HeadList>& list)
{
    const OfferedFile& offered = list->files[list->heads.size()];
    const QByteArray head = m_heads.value(offered.file.path);
    const qint64 first = list->folder.isEmpty() ? firstBytes : firstBytesOf(offered.name);
    if (head.isEmpty() && list->asked == 0 && first > 0)
        return askHead(list, first);
    const bool isOfFolder = !list->folder.isEmpty();
    runInBackground<bool>(
        this,
        [head, isOfFolder, name = offered.name, bytes = offered.file.bytes] {
            return isOfFolder ? isWholeHead(head, name, bytes) : isWholeHead(head, name);
        },
        [this, list](const Outcome<bool>& isWhole) { takeHead(list, isWhole); });
}

void ModelInquiry::askHead(const std::shared_ptr<HeadList>& list, qint64 count)
{
    const HubFile& file = list->files[list->heads.size()].file;
    list->asked = count;
    m_client.askHead(m_request.repository, m_card.commit, file, m_heads.value(file.path), count,
        this, [this, list, path = file.path](const Outcome<QByteArray>& head) {
            if (!head.value)
                return fail(head.error);
            m_heads.insert(path, *head.value);
            lookAtHead(list);
        });
}

void ModelInquiry::takeHead(const std::shared_ptr<HeadList>& list, const Outcome<bool>& isWhole)
{
    const OfferedFile& offered = list->files[list->heads.size()];
    const QByteArray head = m_heads.value(offered.file.path);
    if (!isWhole.value && !offered.isVision) {
        ModelFacts rejected;
        rejected.problem = ModelFacts::Problem::Other;
        rejected.sentence = isWhole.error.toStdString();
        return list->done(rejected);
    }
    const bool isAll
        = std::max<qint64>(list->asked, head.size()) >= std::min(offered.file.bytes, maxBytes);
    if (!isWhole.value.value_or(true) && !isAll)
        return askHead(list, std::max<qint64>(list->asked, head.size()) * 8);
    // A name for which nobody vouches: if it does not fit, the model is described without it.
    const QString name = offered.isVision ? QStringLiteral("mmproj.gguf") : offered.name;
    list->heads << FileHead{name, offered.file.bytes, head};
    list->asked = 0;
    askNextHead(list);
}

void ModelInquiry::fail(const QString& message)
{
    if (std::exchange(m_hasTold, true))
        return;
    emit failed(message);
}

} // namespace services
