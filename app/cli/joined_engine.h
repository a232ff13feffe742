#pragma once

#include <QCommandLineParser>

#include "runtime/answer_engine.h"
#include "runtime/answer_settings.h"
#include <memory>

namespace app {

/// Adds --apart, which keeps a command from using a program that runs.
void addApartOption(QCommandLineParser& parser);

/// The engine of the program that this user runs, if that has the model of these options in memory, so
/// that it is there once; not loaded yet. Null: the model is to be loaded here, because --apart says so,
/// because no program runs, or for a reason that is printed.
std::unique_ptr<runtime::AnswerEngine> joinedEngine(const QCommandLineParser& parser,
    const runtime::AnswerSettings& settings, std::shared_ptr<runtime::EngineHost> host);

} // namespace app
