#pragma once

#include "services/documents/index/document_index.h"

#include <QCommandLineParser>

#include <memory>

namespace app {

/// Adds --store, which is the same for every command about documents.
void addStoreOption(QCommandLineParser& parser);

/// Opens the store that --store names, or the window's own; one that is not there is made.
std::unique_ptr<services::DocumentIndex> openStore(const QCommandLineParser& parser);

/// Does the same, but throws Error{BadFile} if it is not there.
std::unique_ptr<services::DocumentIndex> openExistingStore(const QCommandLineParser& parser);

} // namespace app
