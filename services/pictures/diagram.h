#pragma once

#include <QImage>
#include <QString>

#include <stop_token>

namespace services {

inline constexpr qsizetype maxDiagramBytes = 64 << 10; ///< of the text, in UTF-8

/// True if code in this language is the text of a diagram: "dot", "graphviz" and "gv" for Graphviz,
/// "mermaid" for Mermaid. Any thread may call it.
bool isDiagram(const QString& language);

/// True if the program that draws it, dot or mmdc, is on this computer. Looks at the folders of PATH
/// each time. Any thread may call it.
bool canDrawDiagram(const QString& language);

/// Draws a diagram on white; the device pixel ratio of the image says how large it is. The program is started without a shell, with fixed arguments, without
/// network and with limits of time and memory; what it writes is decoded as any image from outside.
/// Text by anyone is accepted, unless it names files. Throws base::Error with a message if no image
/// comes of it. Blocks; any thread may call it, in a program with a screen.
QImage drawDiagram(const QString& language, const QString& text, const std::stop_token& stop = {});

} // namespace services
