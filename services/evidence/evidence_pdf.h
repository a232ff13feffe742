#pragma once

#include "services/evidence/evidence.h"

#include <QByteArray>
#include <QString>

namespace services {

/// Draws a reply as a PDF: question, answer, the cited passages as they look on their pages, with
/// marks, and how the answer was made. The record is attached to it as "evidence.json". Pages are drawn
/// by the sandboxed reader; a passage whose page can't be drawn is set as text. Blocks, on any thread,
/// but needs a QGuiApplication. Throws Error{Cancelled}.
QByteArray drawEvidence(const Evidence& evidence, const EvidenceWork& work = {});

/// Reads the record that is attached to a PDF, by anyone and perhaps saved again by another program.
/// Any thread. Throws Error{BadFile} with a message if the file can't be read or has no record.
Evidence readEvidence(const QString& path);

} // namespace services
