#pragma once

#include "ui/output/message_html.h"

class QPagedPaintDevice;

namespace ui {

/// Sets the paper and the margins that are usual where the user lives.
void setUsualPaper(QPagedPaintDevice& device);

/// Draws a conversation on sheets of paper, black on white whatever the colors of the window are, with
/// page numbers. Texts that readers may pass over are named only. The device is a printer or a PDF
/// that nothing has been drawn on. Throws Error{BadFile} if it can't be drawn on. Any thread may call
/// it, in a program with a screen.
void drawOnPaper(
    const OutputContents& contents, QPagedPaintDevice& device, const OutputWork& work = {});

/// The same for a printer, which prints nothing if the work is stopped or fails: what it was given
/// until then, it would print. So all is drawn twice, and only the first time can be stopped.
void printOn(QPagedPaintDevice& device, const OutputContents& contents, const OutputWork& work = {});

/// The same as the bytes of a PDF.
QByteArray toPdf(const OutputContents& contents, const OutputWork& work = {});

} // namespace ui
