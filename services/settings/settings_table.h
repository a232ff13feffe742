#pragma once

#include "services/settings/settings.h"

#include <QString>
#include <QStringList>

/// Everything that can be set, in the order of the settings page. A new setting is a line here and
/// a line on its page.
namespace services::settings {

// Model and device
inline const Setting<QString> currentModel{
    "model/current", {}}; ///< a path; empty: the built-in one
inline const Setting<QStringList> addedModels{"model/added", {}}; ///< paths, where they are
inline const Setting<QStringList> modelFolders{"model/folders", {}}; ///< looked through for models
inline const Setting<QString> device{"model/device", "cpu"};
inline const Setting<int> deviceMemory{
    "model/deviceMemory", 0, 0, 1'048'576}; ///< MiB of each GPU; 0: all that are free
inline const Setting<QString> experts{
    "model/experts", "auto", {"auto", "gpu", "cpu"}}; ///< see engine::ExpertPlacement
inline const Setting<int> threads{"model/threads", 0, 0, 1024}; ///< 0: one per physical core
inline const Setting<QString> cacheType{
    "model/cacheType", "fp16", {"fp32", "fp16", "q8", "q6", "q4", "q8/q4"}}; ///< keys/values
inline const Setting<int> contextTokens{
    "model/contextTokens", 0, 0, 4'194'304}; ///< 0: as the model suggests
inline const Setting<QString> draftModel{"model/draft", {}}; ///< a path; empty: none
inline const Setting<bool> exactProducts{"model/exact", false}; ///< see kernels::Products
inline const Setting<bool> keepsLayouts{"model/keepsLayouts", false}; ///< see LoadOptions::layouts
inline const Setting<int> unloadAfterMinutes{
    "model/unloadAfterMinutes", 0, 0, 1440}; ///< idle; 0: never
inline const Setting<int> keptContextGigabytes{
    "model/keptContextGigabytes", 4, 0, 1024}; ///< of conversations, on the disk; 0: none
inline const Setting<QString> hubAddress{
    "model/hub", "https://huggingface.co"}; ///< where models are fetched from

// Answers
inline const Setting<QString> systemPrompt{"answers/systemPrompt", {}};
inline const Setting<QString> sampler{"answers/sampler", {}}; ///< JSON of AnswerSettings
inline const Setting<bool> makeTitles{"answers/makeTitles", true};
inline const Setting<QString> pictureDetail{"answers/pictureDetail", "auto",
    {"auto", "fast", "balanced", "fine", "tiles"}}; ///< of new pictures, see pictureDetails()
inline const Setting<bool> readPictures{"answers/readPictures", true}; ///< the text in them
inline const Setting<bool> readFormsAgain{"answers/readFormsAgain", false}; ///< see factsToReadAgain()
inline const Setting<bool> checkPictureAnswers{
    "answers/checkPictures", true}; ///< answers are compared with the text in their images
inline const Setting<QString> readingSpeed{
    "answers/readingSpeed", "normal", {"slow", "normal", "fast", "faster"}}; ///< of reading aloud

// Documents
inline const Setting<QString> embeddingModel{
    "documents/embedding", {}}; ///< a folder or a GGUF file; empty: words alone
inline const Setting<QString> rerankerModel{
    "documents/reranker", {}}; ///< a folder or a GGUF file; empty: none
inline const Setting<QString> answerChecker{
    "documents/checker", {}}; ///< the folder of an entailment model; empty: only facts are compared
inline const Setting<bool> passagesJudged{
    "documents/judged", true}; ///< by a model that is large enough; see ModelJudge
inline const Setting<int> answerThreshold{"documents/threshold", 50, 0,
    99}; ///< percent that the best passage must fit; see DocumentSearch::defaultThreshold
inline const Setting<QString> scanModel{"documents/scanModel",
    {}}; ///< of a vision model that reads scanned pages; empty: Tesseract does
inline const Setting<bool> figuresDescribed{
    "documents/figuresDescribed", false}; ///< by the current model, while it is loaded
inline const Setting<bool> documentsWatched{
    "documents/watched", true}; ///< what changes in folders is read by itself
inline const Setting<QString> documentStore{
    "documents/store", {}}; ///< a file or a postgresql:// URL; empty: the program's own file

// Server
inline const Setting<bool> serverIsOn{"server/on", false};
inline const Setting<QString> serverHost{"server/host", "127.0.0.1"}; ///< an address or a name
inline const Setting<int> serverPort{"server/port", 8080, 0, 65535}; ///< 0: a free one
inline const Setting<bool> serverOffersDocuments{"server/documents", false};

// Writing
inline const Setting<bool> sendByControlEnter{"writing/sendByControlEnter", false};
inline const Setting<int> longPasteCharacters{"writing/longPasteCharacters", 4000, 500, 100'000};

// Appearance
inline const Setting<QString> scheme{"appearance/scheme", "system", {"system", "light", "dark"}};
inline const Setting<QString> accent{
    "appearance/accent", {}}; ///< a name of theme's; empty: its own
inline const Setting<bool> highContrast{"appearance/highContrast", false};
inline const Setting<int> fontSize{"appearance/fontSize", 0, 0, 36}; ///< points; 0: the desktop's
inline const Setting<int> codeFontSize{
    "appearance/codeFontSize", 0, 0, 36}; ///< points; 0: as the text
inline const Setting<QString> density{
    "appearance/density", "comfortable", {"comfortable", "compact"}};
inline const Setting<bool> reducedMotion{"appearance/reducedMotion", false};
inline const Setting<QString> language{"appearance/language", {}}; ///< "de"; empty: the desktop's

// System
inline const Setting<bool> restoreSession{"system/restoreSession", true};
inline const Setting<bool> notify{"system/notify", true};
inline const Setting<bool> useTray{"system/tray", false};
inline const Setting<bool> screenShortcut{"system/screenShortcut", false}; ///< see GlobalShortcut
inline const Setting<QString> logLevel{"system/logLevel", "info", {"warning", "info", "debug"}};

} // namespace services::settings
