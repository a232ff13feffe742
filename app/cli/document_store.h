#pragma once

#include "services/documents/index/document_index.h"
#include "services/documents/index/passage_encoder.h"

#include <QCommandLineParser>

#include <memory>

namespace app {

/// Adds --store, which is the same for every command about documents.
void addStoreOption(QCommandLineParser& parser);

/// Opens the store that --store names, or the window's own; one that is not there is made.
std::unique_ptr<services::DocumentIndex> openStore(const QCommandLineParser& parser);

/// Does the same, but throws Error{BadFile} if it is not there.
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

} // namespace app
