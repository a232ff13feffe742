#include "services/plain_tool_tip.h"

#include <QTextDocument>

namespace services {

QString plainToolTip(const QString& text)
{
    return Qt::mightBeRichText(text) ? plainToolTipInLines(text) : text;
}

// As markup, which is what Qt breaks into lines.
QString plainToolTipInLines(const QString& text)
{
    return Qt::convertFromPlainText(text);
}

} // namespace services
