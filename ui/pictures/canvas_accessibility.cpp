#include "ui/pictures/picture_canvas.h"
#include "ui/widgets/accessibility.h"

namespace ui {

namespace {

class CanvasText : public ReadableText {
public:
    explicit CanvasText(PictureCanvas* canvas)
        : ReadableText(
            canvas, QAccessible::Graphic, [canvas] { return canvas->selection().text().text(); })
        , m_canvas(canvas)
    {
    }

    // An image without text has no empty one.
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TextInterface && words().text().isEmpty()
            ? nullptr
            : ReadableText::interface_cast(type);
    }

    int cursorPosition() const override
    {
        return words().isEmpty() ? ReadableText::cursorPosition()
                                 : int(words().textOffset(words().cursor()));
    }

    int selectionCount() const override { return words().isEmpty() ? 0 : 1; }
    void selection(int, int* begin, int* end) const override
    {
        const bool isEmpty = words().isEmpty();
        *begin = isEmpty ? 0 : int(words().textOffset(words().first()));
        *end = isEmpty ? 0 : *begin + int(words().selectedText().size());
    }

    QRect characterRect(int offset) const override
    {
        const qsizetype word = words().wordAtOffset(offset);
        const QRectF place = words().marks(word, word).value(0);
        const QPointF from = m_canvas->toWidget(place.topLeft());
        const QPointF to = m_canvas->toWidget(place.bottomRight());
        return QRect(m_canvas->mapToGlobal(from.toPoint()), m_canvas->mapToGlobal(to.toPoint()));
    }

    int offsetAtPoint(const QPoint& place) const override
    {
        const qsizetype word = words().wordAt(m_canvas->toPicture(m_canvas->mapFromGlobal(place)));
        return word == WordSelection::none ? -1 : int(words().textOffset(word));
    }

private:
    const WordSelection& words() const { return m_canvas->selection(); }

    PictureCanvas* m_canvas;
};

QAccessibleInterface* makeAccessible(const QString&, QObject* object)
{
    auto* canvas = qobject_cast<PictureCanvas*>(object);
    return canvas ? new CanvasText(canvas) : nullptr;
}

} // namespace

void installCanvasAccessibility()
{
    QAccessible::installFactory(makeAccessible);
}

} // namespace ui
