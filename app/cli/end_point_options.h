#pragma once

#include <QCommandLineParser>

#include "runtime/answer_engine.h"
#include <memory>

namespace app {

/// Adds --endpoint and --api-key-file, which let another machine answer.
void addEndPointOptions(QCommandLineParser& parser);

/// A model on another machine.
struct RemoteChoice {
    QString address, model;
    QByteArray key; ///< empty: none
};

/// The one that --model names at the end point that --endpoint names; without --model the only one
/// there. Asks the end point then, and notes that it was contacted. Throws UsageError or Error.
RemoteChoice remoteChoice(const QCommandLineParser& parser);

/// An engine of remoteChoice(), which is not loaded yet.
std::unique_ptr<runtime::AnswerEngine> remoteEngine(
    const QCommandLineParser& parser, std::shared_ptr<runtime::EngineHost> host);

} // namespace app
