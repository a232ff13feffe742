#include "ui/pictures/picture_canvas.h"

#include "services/background.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QHash>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

namespace {

constexpr double maxZoom = 16;
constexpr double wheelStep = 1.2; // for a notch
constexpr int smallestLevel = 512; // pixels: smaller ones are drawn from it
constexpr int reach = 8; // of the widget's pixels: how near to an edge is at it
constexpr int panStep = 64;
constexpr double placeRoom = 3; // times as wide as the place is what is shown around it
constexpr double placeHeight = 48; // pixels of the widget, at most
constexpr double maxPlaceZoom = 4;
constexpr double lowTile = 2.5; // times the height of its number
constexpr double pixelsShown = 4; // from this zoom on, pixels are squares

QList<QImage> makeMipmaps(const QImage& image)
{
    QList<QImage> levels{image};
    while (std::max(levels.last().width(), levels.last().height()) > smallestLevel) {
        const QSize half = (levels.last().size() / 2).expandedTo({1, 1});
        levels << levels.last().scaled(half, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    }
    return levels;
}

} // namespace

PictureCanvas::PictureCanvas(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void PictureCanvas::setPicture(const QImage& image, const QImage& preview, const QString& name)
{
    m_image = image;
    m_preview = preview;
    m_levels = {image};
    m_tiles.clear();
    m_place = {};
    m_isMarking = false;
    m_region = Region(image.size().expandedTo({1, 1}));
    m_isSelecting = false;
    setText({});
    setAccessibleName(name);
    makeLevels();
    fit();
    updateDescription();
}

void PictureCanvas::makeLevels()
{
    const quint64 generation = ++m_generation;
    if (std::max(m_image.width(), m_image.height()) <= smallestLevel)
        return;
    services::runInBackground<QList<QImage>>(
        this, [image = m_image] { return makeMipmaps(image); },
        [this, generation](const services::Outcome<QList<QImage>>& levels) {
            if (generation != m_generation || !levels.value)
                return;
            m_levels = *levels.value;
            update();
        });
}

void PictureCanvas::setText(const services::PictureText& text)
{
    m_words.setText(text, m_image.size());
    announceSelection();
}

void PictureCanvas::selectAll()
{
    m_words.selectAll();
    announceSelection();
}

void PictureCanvas::selectFirst()
{
    m_words.move(WordSelection::Step::First, WordSelection::Reach::One);
    announceSelection();
}

void PictureCanvas::selectNothing()
{
    m_words.clear();
    announceSelection();
}

void PictureCanvas::announceSelection()
{
    update();
    emit selectionChanged();
    if (m_words.isEmpty() || !QAccessible::isActive())
        return;
    const auto begin = int(m_words.textOffset(m_words.first()));
    QAccessibleTextSelectionEvent event(this, begin, begin + int(m_words.selectedText().size()));
    QAccessible::updateAccessibility(&event);
}

void PictureCanvas::setTiles(const QList<QRect>& tiles, int current)
{
    m_tiles = tiles;
    m_currentTile = current;
    update();
}

void PictureCanvas::showPlace(const QRectF& place)
{
    m_place = place;
    update();
    if (place.isEmpty())
        return;
    const double scale = std::min(
        {width() / (placeRoom * place.width()), placeHeight / place.height(), maxPlaceZoom});
    setScale(std::max(scale, fittingScale()), QRectF(rect()).center());
    m_center = place.center();
    keepInSight();
    update();
}

double PictureCanvas::zoom() const
{
    return m_scale * devicePixelRatioF();
}

QPointF PictureCanvas::toWidget(QPointF point) const
{
    return (point - m_center) * m_scale + QRectF(rect()).center();
}

QPointF PictureCanvas::toPicture(QPointF point) const
{
    return (point - QRectF(rect()).center()) / m_scale + m_center;
}

double PictureCanvas::fittingScale() const
{
    if (m_image.isNull())
        return 1;
    const double scale
        = std::min(double(width()) / m_image.width(), double(height()) / m_image.height());
    return std::min(scale, 1 / devicePixelRatioF());
}

void PictureCanvas::fit()
{
    m_isFitted = true;
    m_scale = fittingScale();
    m_center = QRectF(m_image.rect()).center();
    update();
    emit zoomChanged();
    emit viewChanged();
}

PictureCanvas::View PictureCanvas::view() const
{
    const QSize size = m_image.size().expandedTo({1, 1});
    return {{m_center.x() / size.width(), m_center.y() / size.height()},
        m_isFitted ? 1 : m_scale / fittingScale()};
}

void PictureCanvas::setView(const View& view)
{
    m_isFitted = view.zoom == 1;
    m_scale = fittingScale() * view.zoom;
    m_center = {view.center.x() * m_image.width(), view.center.y() * m_image.height()};
    keepInSight();
    update();
    emit zoomChanged();
}

void PictureCanvas::setZoom(double zoom)
{
    setScale(zoom / devicePixelRatioF(), QRectF(rect()).center());
}

// `still`: the point of the widget that shows the same as before.
void PictureCanvas::setScale(double scale, QPointF still)
{
    const QPointF point = toPicture(still);
    const double min = std::min(fittingScale(), 1 / devicePixelRatioF());
    m_isFitted = false;
    m_scale = std::clamp(scale, min, maxZoom / devicePixelRatioF());
    m_center = point - (still - QRectF(rect()).center()) / m_scale;
    keepInSight();
    update();
    emit zoomChanged();
    emit viewChanged();
}

// An image larger than the widget fills it; a smaller one is in its middle.
void PictureCanvas::keepInSight()
{
    const auto kept = [this](double center, double length, double room) {
        const double half = room / m_scale / 2;
        return 2 * half >= length ? length / 2 : std::clamp(center, half, length - half);
    };
    m_center = {kept(m_center.x(), m_image.width(), width()),
        kept(m_center.y(), m_image.height(), height())};
}

bool PictureCanvas::pan(QPoint distance)
{
    const QPointF before = m_center;
    m_center += QPointF(distance) / m_scale;
    keepInSight();
    update();
    if (m_center == before)
        return false;
    emit viewChanged();
    return true;
}

void PictureCanvas::setMarking(bool isMarking)
{
    m_isMarking = isMarking;
    m_held = {};
    if (isMarking)
        selectNothing();
    updateCursor(mapFromGlobal(QCursor::pos()));
    updateDescription();
    update();
}

void PictureCanvas::updateDescription()
{
    const QRect part = region();
    setAccessibleDescription(m_isMarking
            ? tr("Selected area: %1 by %2 pixels, %3 from the left, %4 from the top")
                  .arg(part.width())
                  .arg(part.height())
                  .arg(part.x())
                  .arg(part.y())
            : tr("%1 by %2 pixels").arg(m_image.width()).arg(m_image.height()));
}

const QImage& PictureCanvas::levelFor(double scale) const
{
    const double zoom = scale * devicePixelRatioF();
    const double wanted = m_image.width() * zoom;
    if (m_levels.size() == 1 && !m_preview.isNull() && m_preview.width() * 2 >= wanted)
        return m_preview;
    qsizetype level = 0;
    while (level + 1 < m_levels.size() && m_levels[level + 1].width() >= wanted)
        ++level;
    return m_levels[level];
}

void PictureCanvas::paintEvent(QPaintEvent*)
{
    if (m_image.isNull())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, zoom() < pixelsShown);
    const QRectF whole(toWidget({0, 0}), QSizeF(m_image.size()) * m_scale);
    const QRectF seen = whole.intersected(rect());
    if (seen.isEmpty())
        return;
    const QImage& level = levelFor(m_scale);
    const double perPixel = double(level.width()) / whole.width();
    const double perPixelDown = double(level.height()) / whole.height();
    const QRectF source((seen.left() - whole.left()) * perPixel,
        (seen.top() - whole.top()) * perPixelDown, seen.width() * perPixel,
        seen.height() * perPixelDown);
    painter.drawImage(seen, level, source);
    painter.setRenderHint(QPainter::Antialiasing);
    paintTiles(painter);
    paintPlace(painter);
    paintSelection(painter);
    if (m_isMarking)
        paintRegion(painter);
    if (m_showsFocus) {
        painter.setPen(QPen(colors(palette()).accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
    }
}

// Dark and light lines side by side are seen on every image. The number of a low rectangle, as around a
// word, is above it, so that it hides nothing of what is in it.
void PictureCanvas::paintTiles(QPainter& painter) const
{
    const Colors& color = colors(palette());
    QFont font = painter.font();
    font.setBold(true);
    painter.setFont(font);
    for (qsizetype i = 0; i < m_tiles.size(); ++i) {
        const QRectF tile(toWidget(m_tiles[i].topLeft()), QSizeF(m_tiles[i].size()) * m_scale);
        painter.setBrush(Qt::NoBrush);
        const bool isCurrent = i == m_currentTile;
        painter.setPen(QPen(color.accentText, isCurrent ? 6 : 3));
        painter.drawRect(tile);
        painter.setPen(QPen(color.accent, isCurrent ? 4 : 1));
        painter.drawRect(tile);
        const QString number = QString::number(i + 1);
        const QSizeF size(
            QFontMetricsF(font).horizontalAdvance(number) + 12, QFontMetricsF(font).height() + 4);
        const bool isLow = tile.height() < lowTile * size.height();
        QRectF label(tile.topLeft() + QPointF(4, 4), size);
        if (isLow)
            label.moveBottomLeft(tile.topLeft() - QPointF(isCurrent ? 2 : 0, 2));
        if (isLow && label.top() < 0)
            label.moveTopLeft(tile.bottomLeft() + QPointF(0, 2));
        painter.setPen(Qt::NoPen);
        painter.setBrush(color.accent);
        painter.drawRoundedRect(label, 6, 6);
        painter.setPen(color.accentText);
        painter.drawText(label, Qt::AlignCenter, number);
    }
}

void PictureCanvas::paintPlace(QPainter& painter) const
{
    if (m_place.isEmpty())
        return;
    const Colors& color = colors(palette());
    const QRectF box = QRectF(toWidget(m_place.topLeft()), m_place.size() * m_scale)
                           .marginsAdded({4, 4, 4, 4});
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color.accentText, 5));
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(QPen(color.accent, 3));
    painter.drawRoundedRect(box, 4, 4);
}

void PictureCanvas::paintRegion(QPainter& painter) const
{
    const Colors& color = colors(palette());
    const QRectF part(toWidget(region().topLeft()), QSizeF(region().size()) * m_scale);
    QColor veil = color.window;
    veil.setAlpha(150);
    QPainterPath around;
    around.addRect(rect());
    around.addRect(part);
    painter.fillPath(around, veil); // odd and even: what is in the part stays as it is
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color.accentText, 4));
    painter.drawRect(part);
    painter.setPen(QPen(color.accent, 2));
    painter.drawRect(part);
    painter.setBrush(color.accent);
    painter.setPen(QPen(color.accentText, 1));
    for (const QPointF& corner :
        {part.topLeft(), part.topRight(), part.bottomLeft(), part.bottomRight()})
        painter.drawEllipse(corner, 5, 5);
}

// Words that can be selected are underlined as soon as some are.
void PictureCanvas::paintSelection(QPainter& painter) const
{
    if (m_words.isEmpty())
        return;
    const auto onWidget = [this](const QRectF& rect) {
        return QRectF(toWidget(rect.topLeft()), rect.size() * m_scale);
    };
    const Colors& color = colors(palette());
    QColor line = color.accent, mark = color.accent;
    line.setAlpha(110);
    mark.setAlpha(90);
    for (const QRectF& rect : m_words.marks(0, m_words.text().words.size() - 1)) {
        const QRectF words = onWidget(rect);
        painter.fillRect(QRectF(words.left(), words.bottom(), words.width(), 1.5), line);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(mark);
    for (const QRectF& rect : m_words.marks(m_words.first(), m_words.last()))
        painter.drawRoundedRect(onWidget(rect).adjusted(-2, -1, 2, 1), 2, 2);
}

void PictureCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_isFitted)
        fit();
    else
        keepInSight();
}

// The focus ring is shown to users who came by the keyboard; those who clicked know.
void PictureCanvas::focusInEvent(QFocusEvent* event)
{
    const Qt::FocusReason reason = event->reason();
    m_showsFocus = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
    QWidget::focusInEvent(event);
}

void PictureCanvas::focusOutEvent(QFocusEvent* event)
{
    m_showsFocus = false;
    QWidget::focusOutEvent(event);
}

void PictureCanvas::wheelEvent(QWheelEvent* event)
{
    const double notches = event->angleDelta().y() / 120.0;
    if (notches != 0)
        setScale(m_scale * std::pow(wheelStep, notches), event->position());
    event->accept();
}

void PictureCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const qsizetype word
        = m_isMarking ? WordSelection::none : m_words.wordAt(toPicture(event->position()));
    if (word != WordSelection::none)
        return beginSelection(word, event->modifiers());
    if (!m_words.isEmpty())
        selectNothing();
    m_isDragging = true;
    m_pressed = m_isMarking ? toPicture(event->position()) : event->position();
    if (m_isMarking)
        m_held = m_region.partsAt(m_pressed.toPoint(), int(std::ceil(reach / m_scale)));
    updateCursor(event->position());
}

void PictureCanvas::beginSelection(qsizetype word, Qt::KeyboardModifiers modifiers)
{
    m_isSelecting = true;
    m_words.select(word,
        modifiers & Qt::ShiftModifier ? WordSelection::Reach::Extended : WordSelection::Reach::One);
    announceSelection();
}

void PictureCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (m_isSelecting) {
        m_words.select(
            m_words.nearestTo(toPicture(event->position())), WordSelection::Reach::Extended);
        return announceSelection();
    }
    if (!m_isDragging) {
        updateCursor(event->position());
        return;
    }
    if (!m_isMarking) {
        pan((m_pressed - event->position()).toPoint());
        m_pressed = event->position();
        return;
    }
    const QPointF position = toPicture(event->position());
    const auto pixel = [](QPointF point) {
        return QPoint(int(std::floor(point.x())), int(std::floor(point.y())));
    };
    if (m_held == Region::Outside) {
        m_region.setCorners(pixel(m_pressed), pixel(position));
    } else {
        m_region.dragBy(m_held, pixel(position) - pixel(m_pressed));
        m_pressed = position;
    }
    updateDescription();
    update();
    emit regionChanged();
}

void PictureCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    m_isDragging = false;
    m_held = {};
    if (std::exchange(m_isSelecting, false))
        announceSelection();
    updateCursor(event->position());
}

void PictureCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QPointF point = toPicture(event->position());
    if (!m_isMarking && m_words.wordAt(point) != WordSelection::none)
        return mousePressEvent(event);
    if (m_isMarking && region().contains(point.toPoint()))
        emit regionAccepted();
    else if (!m_isMarking && m_isFitted)
        setScale(1 / devicePixelRatioF(), event->position());
    else if (!m_isMarking)
        fit();
}

void PictureCanvas::keyPressEvent(QKeyEvent* event)
{
    const QPoint steps = arrowDirection(event->key());
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (moveSelection(*event))
        return;
    if (m_isMarking && isEnter) {
        emit regionAccepted();
    } else if (m_isMarking && !steps.isNull()) {
        moveRegion(steps, event->modifiers() & Qt::ShiftModifier);
    } else if (!steps.isNull()) {
        if (!pan(steps * panStep) && steps.x() != 0)
            emit walked(layoutDirection() == Qt::RightToLeft ? -steps.x() : steps.x());
    } else if (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal) {
        zoomBy(wheelStep);
    } else if (event->key() == Qt::Key_Minus) {
        zoomBy(1 / wheelStep);
    } else if (event->key() == Qt::Key_0) {
        fit();
    } else if (event->key() == Qt::Key_1) {
        setZoom(1);
    } else {
        QWidget::keyPressEvent(event);
    }
}

// False if words are not what the key is for.
bool PictureCanvas::moveSelection(const QKeyEvent& event)
{
    using Step = WordSelection::Step;
    const bool isWhole = event.modifiers() & Qt::ControlModifier;
    static const QHash<int, Step> steps{{Qt::Key_Left, Step::Left}, {Qt::Key_Right, Step::Right},
        {Qt::Key_Up, Step::Up}, {Qt::Key_Down, Step::Down}, {Qt::Key_Home, Step::LineStart},
        {Qt::Key_End, Step::LineEnd}};
    const auto step = steps.constFind(event.key());
    if (m_words.isEmpty() || step == steps.constEnd())
        return false;
    const bool isEdge = *step == Step::LineStart || *step == Step::LineEnd;
    const Step edge = *step == Step::LineStart ? Step::First : Step::Last;
    m_words.move(isEdge && isWhole ? edge : *step,
        event.modifiers() & Qt::ShiftModifier ? WordSelection::Reach::Extended
                                              : WordSelection::Reach::One);
    bringIntoSight(m_words.marks(m_words.cursor(), m_words.cursor()).value(0));
    announceSelection();
    return true;
}

// Moves the image as far as is needed for a part of it to be seen.
void PictureCanvas::bringIntoSight(QRectF part)
{
    const QRectF seen(toPicture({0, 0}), toPicture({double(width()), double(height())}));
    const auto missing = [](double from, double to, double min, double max) {
        return from < min ? from - min : to > max ? to - max : 0;
    };
    m_center += {missing(part.left(), part.right(), seen.left(), seen.right()),
        missing(part.top(), part.bottom(), seen.top(), seen.bottom())};
    keepInSight();
}

// Moves by a distance that is easily seen on the screen, and at least a pixel.
void PictureCanvas::moveRegion(QPoint steps, bool grows)
{
    const QPoint distance = steps * std::max(1, int(std::lround(reach / m_scale)));
    if (grows)
        m_region.growBy(distance);
    else
        m_region.moveBy(distance);
    updateDescription();
    update();
    emit regionChanged();
}

void PictureCanvas::updateCursor(QPointF point)
{
    if (!m_isMarking && !m_isDragging && m_words.wordAt(toPicture(point)) != WordSelection::none)
        return setCursor(Qt::IBeamCursor);
    if (!m_isMarking) {
        setCursor(m_isDragging ? Qt::ClosedHandCursor
                : m_isFitted   ? Qt::ArrowCursor
                               : Qt::OpenHandCursor);
        return;
    }
    const Region::Parts parts
        = m_region.partsAt(toPicture(point).toPoint(), int(std::ceil(reach / m_scale)));
    const bool isSide = parts & (Region::LeftEdge | Region::RightEdge);
    const bool isEnd = parts & (Region::TopEdge | Region::BottomEdge);
    const bool falls = bool(parts & Region::LeftEdge) == bool(parts & Region::TopEdge);
    if (parts == Region::Outside)
        setCursor(Qt::CrossCursor);
    else if (parts & Region::Inside)
        setCursor(Qt::SizeAllCursor);
    else if (isSide && isEnd)
        setCursor(falls ? Qt::SizeFDiagCursor : Qt::SizeBDiagCursor);
    else
        setCursor(isSide ? Qt::SizeHorCursor : Qt::SizeVerCursor);
}

} // namespace ui
