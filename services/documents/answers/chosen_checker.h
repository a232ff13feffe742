#pragma once

#include "base/serial_worker.h"
#include "services/documents/answers/citations.h"

#include <QString>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// Sets the answer checker of the whole program: the folder of a model; empty: none, so that facts are
/// compared alone. It is loaded with the first answer. Any thread may call it.
void chooseAnswerChecker(const QString& model);

/// Returns it. Any thread may call it.
QString answerChecker();

/// Does what citationsIn() does, with the answer checker of the program, on its thread. Blocks. Must not
/// be called on that thread.
std::vector<Citation> checkByChosen(std::string_view answer, std::span<const std::string> passages);

/// Does what findSupportingSentences() does, in the same way.
std::vector<ByteRange> findSentencesByChosen(
    std::span<const std::string> statements, std::string_view passage);

/// The thread for checkCitations(): one answer is checked after the other.
base::SerialWorker& checkerThread();

/// Does what citationsIn() does, with the checker at `model`; empty: none. If that can't be used, a
/// warning is logged once and facts are compared alone. Takes a second or more for each statement;
/// without a checker, any thread may call it.
std::vector<Citation> checkCitations(
    std::string_view answer, std::span<const std::string> passages, const QString& model);

} // namespace services
