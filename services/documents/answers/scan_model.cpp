#include "services/documents/answers/scan_model.h"

#include "base/error.h"
#include "services/documents/answers/answer_batch.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "services/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

namespace services {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::ModelScanReader)
};

constexpr int64_t mostScanTokens = 4096; // a page of small print
constexpr int64_t contextShare = 2; // of a small context; the image takes the rest

// What a model was trained to be asked by; empty: the image alone.
struct ScanPrompt {
    std::string_view family; // see vision::VisionConfig
    std::string_view text;
};

constexpr ScanPrompt prompts[] = {
    {"lighton_ocr", ""},
    {"glm_ocr", "Text Recognition:"},
    {"paddleocr_vl", "OCR:"},
};

constexpr std::string_view usualPrompt
    = "Write down all text on this page in reading order, as Markdown. Write nothing else.";

std::string_view promptFor(const runtime::ModelSummary& model)
{
    const std::string family = model.vision ? model.vision->family : std::string();
    const auto* found = std::ranges::find(prompts, family, &ScanPrompt::family);
    return found == std::end(prompts) ? usualPrompt : found->text;
}

runtime::AnswerRequest requestFor(const runtime::ModelSummary& model, const Picture& page)
{
    runtime::AnswerRequest request;
    std::vector<runtime::Part> parts{page.pixels};
    if (const std::string_view prompt = promptFor(model); !prompt.empty())
        parts.emplace_back(std::string(prompt));
    request.messages.push_back({runtime::Role::User, std::move(parts)});
    request.settings.maxTokens = model.contextTokens > 0
        ? std::min(mostScanTokens, model.contextTokens / contextShare)
        : mostScanTokens;
    request.settings.temperature = 0;
    request.settings.thinks = false;
    return request;
}

// Any answer waits for the model. What it is, is known only then.
void loadBy(runtime::AnswerEngine& engine, const std::stop_token& stop)
{
    runtime::AnswerRequest request;
    request.messages.push_back({runtime::Role::User, {std::string("OCR")}});
    request.settings.maxTokens = 1;
    answerTexts(engine, {request}, {}, stop);
}

} // namespace

ModelScanReader::ModelScanReader(
    std::shared_ptr<runtime::AnswerEngine> engine, QString name, std::stop_token stop)
    : m_engine(std::move(engine))
    , m_name(std::move(name))
    , m_stop(std::move(stop))
{
}

std::string ModelScanReader::read(const Picture& page)
{
    if (m_engine->describe().stage != runtime::ModelState::Stage::Ready)
        loadBy(*m_engine, m_stop);
    const runtime::ModelSummary model = m_engine->describe().summary;
    if (!model.canSee)
        reject(Text::tr("“%1” can't see images. Choose a vision model.").arg(m_name));
    return answerTexts(*m_engine, {requestFor(model, page)}, {}, m_stop).front();
}

QString scanReaderName(const QString& path)
{
    return path.section(u'/', -1, -1, QString::SectionSkipEmpty);
}

ScanModel::ScanModel(
    DocumentLibrary& library, ModelPool& models, Settings& settings, QObject* parent)
    : QObject(parent)
    , m_library(library)
    , m_models(models)
    , m_settings(settings)
{
    connect(&settings, &Settings::changed, this, [this](const QString& key) {
        if (key == QLatin1String(settings::scanModel.key))
            update();
    });
    if (!settings.get(settings::scanModel).isEmpty())
        update();
}

void ScanModel::update()
{
    const QString path = m_settings.get(settings::scanModel);
    const ModelId model = parseModelId(path);
    if (path.isEmpty() || model.isRemote()) // pages stay on this computer
        return m_library.setScanReader({}, nullptr);
    const QString name = scanReaderName(path);
    m_library.setScanReader(name, [engine = m_models.engine(model), name](std::stop_token stop) {
        return std::make_unique<ModelScanReader>(engine, name, std::move(stop));
    });
}

} // namespace services
