#include "ui/captions/caption_forms.h"

#include <QCoreApplication>

namespace ui {

QList<CaptionForm> captionForms()
{
    const auto translated
        = [](const char* text) { return QCoreApplication::translate("ui::CaptionForm", text); };
    return {
        {translated(QT_TRANSLATE_NOOP("ui::CaptionForm", "Text")), {}},
        {translated(QT_TRANSLATE_NOOP("ui::CaptionForm", "Title and description (JSON)")),
            QStringLiteral(R"({"type": "object", "properties": {"title": {"type": "string"}, )"
                           R"("description": {"type": "string"}}, )"
                           R"("required": ["title", "description"], )"
                           R"("additionalProperties": false})")},
        {translated(QT_TRANSLATE_NOOP("ui::CaptionForm", "Keywords (JSON)")),
            QStringLiteral(R"({"type": "object", "properties": {"keywords": {"type": "array", )"
                           R"("items": {"type": "string"}, "maxItems": 12}}, )"
                           R"("required": ["keywords"], "additionalProperties": false})")},
    };
}

} // namespace ui
