#pragma once

#include <QStringList>

namespace app {

// The steps that `vignette-cli inspect` can show, one file each. Each function returns the exit
// code.
int inspectTokens(const QStringList& arguments);
int inspectLogits(const QStringList& arguments);
int inspectEmbed(const QStringList& arguments);
int inspectScore(const QStringList& arguments);
int inspectEmbedImage(const QStringList& arguments);
int inspectImage(const QStringList& arguments);
int inspectTemplate(const QStringList& arguments);
int inspectSample(const QStringList& arguments);
int inspectFilter(const QStringList& arguments);
int inspectSupport(const QStringList& arguments);
int inspectGrounding(const QStringList& arguments);
int inspectLegibility(const QStringList& arguments);
int inspectWorld(const QStringList& arguments);

} // namespace app
