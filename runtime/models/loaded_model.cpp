#include "runtime/models/loaded_model.h"

#include "engine/config/read_config.h"
#include "engine/models/autosplit.h"
#include "engine/models/families/families.h"
#include "engine/models/lora_adapter.h"
#include "engine/models/model.h"
#include "engine/models/model_identity.h"
#include "kernels/devices/backends.h"
#include "runtime/models/memory_estimate.h"
#include "runtime/models/model_facts.h"
#include "runtime/models/model_files.h"
#include "runtime/prompt/prompt_text.h"
#include "runtime/tool_calls/tool_call_format.h"
#include "vision/towers/towers.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace runtime {

namespace {

constexpr std::string_view turnEnds[] = {"<|im_end|>", "<|eot_id|>", "<|eom_id|>", "<end_of_turn>",
    "<end_of_utterance>", "<|endoftext|>", "<|end_of_text|>", "<turn|>", "<|END_OF_TURN_TOKEN|>",
    "<|return|>", "<|call|>", "<EOT>", "[EOT]", "[EOS]"};

// The end of a turn, except for models whose answers have several parts, which it ends.
constexpr std::string_view partEnd = "<|end|>";

bool answersInParts(const engine::Tokenizer& tokenizer)
{
    return tokenizer.find("<|return|>") >= 0 && tokenizer.find("<|call|>") >= 0;
}

} // namespace

std::vector<engine::TokenId> findEndTokens(
    const engine::ModelConfig& config, const engine::Tokenizer& tokenizer)
{
    std::set<engine::TokenId> ends;
    for (const int64_t token : config.endTokens)
        ends.insert(engine::TokenId(token));
    if (tokenizer.eos() >= 0)
        ends.insert(tokenizer.eos());
    const auto addSpelled = [&](std::string_view spelling) {
        const engine::TokenId token = tokenizer.find(spelling);
        if (token >= 0 && tokenizer.isSpecial(token))
            ends.insert(token);
    };
    for (const std::string_view spelling : turnEnds)
        addSpelled(spelling);
    if (!answersInParts(tokenizer))
        addSpelled(partEnd);
    if (const auto* family = engine::findFamily(engine::familyTable, config.family))
        for (const std::string_view spelling : family->turnEnds)
            addSpelled(spelling);
    return {ends.begin(), ends.end()};
}

namespace {

constexpr int64_t mostWorking = 512 << 20; // bytes that a GPU's operations may need
constexpr double draftShare = 0.15; // of the loading: a draft model is a small one

// A model whose template can't be read completes texts and can't chat; `problem` says why.
std::shared_ptr<const engine::ChatTemplate> parseTemplate(
    const ModelFiles& files, std::string& problem)
{
    try {
        return std::make_shared<engine::ChatTemplate>(files.chatTemplate);
    } catch (const base::Error& error) {
        problem = error.what();
        return std::make_shared<engine::ChatTemplate>(
            engine::ChatTemplate::unreadable(files.name + " can't chat: " + problem));
    }
}

// transformers adds nothing to what the template of a text model has written; its processors of
// images and llama.cpp do. A borrowed template was not written for the model's tokenizer.
bool addsBoundaries(const ModelFiles& files)
{
    return files.config.layout == engine::FileLayout::Gguf || files.towerConfig
        || !files.chatTemplate.borrowedFrom.empty();
}

std::vector<engine::AdapterUse> openAdapters(const LoadOptions& options)
{
    std::vector<engine::AdapterUse> adapters;
    for (const AdapterChoice& choice : options.adapters)
        adapters.push_back({engine::LoraAdapter::load(choice.folder), choice.scale});
    return adapters;
}

// The progress of a part of the work: from `begin` on, `share` of the whole.
engine::Model::Progress progressOfPart(
    const engine::Model::Progress& progress, double begin, double share)
{
    if (!progress)
        return {};
    return [progress, begin, share](double done) { return progress(begin + share * done); };
}

} // namespace

std::unique_ptr<LoadedModel> LoadedModel::load(
    const LoadOptions& options, const engine::Model::Progress& progress)
{
    auto loaded = std::unique_ptr<LoadedModel>(new LoadedModel);
    loaded->m_path = options.path.empty() ? starterModel() : options.path;
    loaded->m_guessesFromText = options.guessesFromText;
    for (const std::string& name : deviceNames(options.device))
        loaded->openDevice(options, name);

    ModelFiles files = openModelFiles(loaded->m_path, options.projectorPath);
    loaded->m_name = files.name;
    loaded->m_endTokens = findEndTokens(files.config, *files.tokenizer);
    auto format = std::make_shared<PromptFormat>();
    format->tokenizer = files.tokenizer;
    format->chatTemplate = parseTemplate(files, loaded->m_templateProblem);
    format->addsBoundaries = addsBoundaries(files);
    format->repeatsBeginning
        = files.towerConfig && vision::towerFamily(files.towerConfig->family)->repeatsBeginning;
    loaded->m_templateBorrowedFrom = files.chatTemplate.borrowedFrom;
    loaded->place(options, files,
        options.draftPath.empty() ? progress : progressOfPart(progress, 0, 1 - draftShare));
    loaded->m_model->setAdapters(openAdapters(options));
    if (files.towerConfig)
        loaded->openTower(files, *format);
    format->reasoning = findReasoningChoices(*format);
    if (tellsOfTools(*format))
        format->toolCalls = &chooseToolCallFormat(files.chatTemplate);
    loaded->m_format = std::move(format);
    loaded->m_config = std::move(files.config);
    if (!options.draftPath.empty())
        loaded->openDraft(options, progressOfPart(progress, 1 - draftShare, draftShare));
    return loaded;
}

kernels::Backend& LoadedModel::openDevice(const LoadOptions& options, const std::string& name)
{
    // What the built-in model is sure of was measured with exact numbers, and it is fast enough.
    const auto products = options.path.empty() ? kernels::Products::Exact : options.products;
    m_backends.push_back(kernels::openBackend(name, options.threads, products));
    m_backends.back()->limitMemory(options.deviceMemory);
    return *m_backends.back();
}

void LoadedModel::place(
    const LoadOptions& options, const ModelFiles& files, const engine::Model::Progress& progress)
{
    const engine::ModelConfig& config = files.config;
    m_cache = std::make_unique<engine::PagedCache>(
        engine::makeCacheShape(config), options.cacheType, cacheTokensOf(options, config));
    kernels::Backend& device = *m_backends.front();
    try {
        if (m_backends.size() > 1 || mayAddHostForExperts(options, config))
            return split(options, files, progress);
        engine::validate(config, files.weights->path().filename().string());
        auto plan = engine::DevicePlan::onOneDevice(device, config.layers);
        plan.layouts = options.layouts;
        m_model = engine::Model::load(files.weights, config, plan, progress);
        m_cache->allocate(m_model->cacheDevices());
    } catch (const base::Error& error) {
        if (error.kind() != base::ErrorKind::OutOfMemory || !device.isAccelerator()
            || deviceNames(options.device).size() > 1)
            throw;
        throw base::Error(error.kind(),
            std::string(error.what()) + " Use the device " + device.name()
                + ",cpu to run the rest on the CPU.");
    }
}

// Each GPU keeps room for what operations need between their kernels, the first device also for the
// tower and for images while they are read.
void LoadedModel::split(
    const LoadOptions& options, const ModelFiles& files, const engine::Model::Progress& progress)
{
    std::vector<engine::DeviceBudget> budgets;
    for (const auto& device : m_backends) {
        const kernels::DeviceMemory memory = device->memory();
        const int64_t most = memory.limit > 0 ? memory.limit : memory.total;
        budgets.push_back({device.get(), 0, std::min(mostWorking, most / 8)});
    }
    if (files.towerConfig)
        budgets.front().reserve += pictureBytes(*files.towerConfig)
            + readModelFacts(m_path, options.projectorPath).towerBytes;
    if (mayAddHostForExperts(options, files.config))
        budgets.push_back({.device = &openDevice(options, "cpu"), .onlyExperts = true});
    m_model = engine::loadAutosplit(
        files.weights, files.config, budgets, *m_cache, {}, progress, options.experts);
    if (budgets.back().onlyExperts && m_model->layersWithHostExperts() == 0)
        m_backends.pop_back(); // everything fits on the GPUs
}

// Its cache has as many pages as the model's, for one page table serves both.
void LoadedModel::openDraft(const LoadOptions& options, const engine::Model::Progress& progress)
{
    LoadOptions draft;
    draft.path = options.draftPath;
    draft.device = options.device;
    draft.deviceMemory = options.deviceMemory;
    draft.experts = options.experts;
    draft.threads = options.threads;
    draft.products = options.products;
    draft.layouts = options.layouts;
    draft.cacheType = m_cache->type();
    draft.contextTokens = m_cache->numPages() * engine::pageSize;
    m_draft = load(draft, progress);
}

void LoadedModel::openTower(const ModelFiles& files, PromptFormat& format)
{
    m_tower = vision::VisionTower::load(files.towerWeights, *files.towerConfig, backend());
    if (m_tower->rowWidth() != files.config.hidden) {
        m_tower.reset();
        if (files.towerIsGuess)
            return;
        throw base::Error(base::ErrorKind::BadFile,
            files.towerWeights->path().string()
                + " is the vision encoder of a different model than " + files.name
                + ": their embedding widths differ");
    }
    m_world = files.world;
    m_tower->setWorld(m_world);
    format.vision = files.towerConfig;
    format.hasPictureTexts = !m_world;
    format.imageTokenText = files.towerConfig->imageToken;
    format.imageToken = files.config.imageToken >= 0 ? files.config.imageToken
                                                     : files.tokenizer->find(format.imageTokenText);
}

std::string LoadedModel::deviceDescription() const
{
    std::string text;
    for (const auto& device : m_backends)
        text += (text.empty() ? "" : " + ") + device->description();
    if (const int64_t onHost = m_model->layersWithHostExperts())
        text += " (experts of " + std::to_string(onHost) + " of " + std::to_string(m_config.layers)
            + " layers)";
    return text;
}

void LoadedModel::synchronize()
{
    for (const auto& device : m_backends)
        device->synchronize();
}

int64_t LoadedModel::contextTokens() const
{
    return std::min(m_config.contextLength, m_cache->numPages() * engine::pageSize);
}

engine::ImageEmbeddingPtr LoadedModel::embed(const vision::Image& image)
{
    if (!m_tower) {
        throw base::Error(base::ErrorKind::Unsupported,
            m_name
                + " is a text-only model and can't process pictures. A GGUF vision model needs its "
                  "mmproj file in the same folder");
    }
    return m_tower->embed(image);
}

} // namespace runtime
