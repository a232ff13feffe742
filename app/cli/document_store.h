#pragma once

#include "runtime/answer_engine.h"
#include "services/documents/answers/statement_support.h"
#include "services/documents/index/document_search.h"
#include "services/documents/index/own_documents.h"
#include "services/documents/index/passage_encoder.h"
#include "services/documents/index/passage_reranker.h"
#include "services/documents/index/read_scans.h"

#include <QCommandLineParser>

#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace app {

/// Adds --store, which is the same for every command about documents.
void addStoreOption(QCommandLineParser& parser);

/// Opens the store that --store names, or the window's own, with the list of what this user added to
/// it. A store that is not there is made, or else Error{BadFile} is thrown.
services::OwnedStore openStore(const QCommandLineParser& parser, services::MissingStore missing);

/// The store that --store names, or the window's own.
QString storeLocation(const QCommandLineParser& parser);

/// Opens it to be read. Throws Error{BadFile} if it is not there.
std::unique_ptr<services::DocumentIndex> openExistingStore(const QCommandLineParser& parser);

/// Adds --embedding, which is the same for every command that makes vectors.
void addEmbeddingOption(QCommandLineParser& parser);

/// The path of the model that --embedding names. Throws Error{BadFile} if there is none.
QString embeddingModel(const QCommandLineParser& parser);

/// Loads the model that --embedding names: a folder, a GGUF file, or OWNER/NAME of one that was
/// fetched. Null without the option.
std::unique_ptr<services::PassageEncoder> loadEncoder(const QCommandLineParser& parser);

/// Throws Error{BadRequest} if the store has no vectors of this model.
void requireVectors(services::DocumentIndex& store, services::PassageEncoder& encoder);

/// Adds --reranker, which is the same for every command that finds passages.
void addRerankerOption(QCommandLineParser& parser);

/// Loads the model that --reranker names, as --embedding names one. Null without the option.
std::unique_ptr<services::PassageReranker> loadReranker(const QCommandLineParser& parser);

/// Adds --threshold, which is the same for every command that may find no answer.
void addThresholdOption(QCommandLineParser& parser);

/// The score that the best passage must reach: that of --threshold, or else of the window's settings.
/// Throws UsageError.
double answerThreshold(const QCommandLineParser& parser);

/// Adds --checker, an answer checker, which is the same for every command that compares statements
/// with passages.
void addCheckerOption(QCommandLineParser& parser);

/// Loads the model that --checker names, as --embedding names one, with the threads of --threads.
/// Null without the option.
std::unique_ptr<services::StatementChecker> loadChecker(const QCommandLineParser& parser);

/// Adds --ocr-model, which is the same for every command that reads documents.
void addScanModelOption(QCommandLineParser& parser);

/// Loads the model that --ocr-model names. Null without the option. Throws UsageError if it can't see.
std::unique_ptr<services::ScanReader> loadScanReader(const QCommandLineParser& parser);

/// Adds --judge, which is the same for every command that finds passages with a model at hand.
void addJudgeOption(QCommandLineParser& parser);

/// True if the model of --model is to read the hits. Throws UsageError.
bool isJudged(const QCommandLineParser& parser);

/// Searches, lets the model read what was found, and returns the best `count`.
std::vector<services::DocumentHit> findJudged(services::DocumentSearch& search,
    const QString& question, int count, runtime::AnswerEngine& engine);

/// A hit as every command prints it in JSON; `rank` from 1.
nlohmann::ordered_json asJson(const services::DocumentHit& hit, size_t rank);

/// The location of a hit: "/home/a/plan.pdf, page 3, Care › Filter".
std::string formatLocation(const services::DocumentHit& hit);

/// A hit for people: its number, location, score and text.
std::string formatHit(const services::DocumentHit& hit, size_t rank);

} // namespace app
