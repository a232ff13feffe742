#pragma once

#include <QCommandLineParser>
#include <QString>

namespace app {

/// `ask --document FILE… QUESTION`: answers from all of these documents. Returns the exit code.
int askAboutWhole(const QCommandLineParser& parser, const QString& question);

/// `ask --schema FILE`: a row of a table of each document that --document or the store names.
int askForTable(const QCommandLineParser& parser);

} // namespace app
