#include "services/pictures/model_boxes.h"

#include "vision/towers/towers.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace services {

namespace {

constexpr qsizetype maxAnswer = 1 << 20; // characters
constexpr int maxMatches = 5000; // of one notation
constexpr qsizetype maxBody = 20'000; // characters between the marks of a list of boxes
constexpr qsizetype labelReach = 300; // characters between a box and its label

enum class Order { LeftFirst, TopFirst };

// A notation of boxes. `pattern` captures the numbers of one box or of a list of boxes.
struct BoxFormat {
    QRegularExpression pattern;
    Order order;
    QRegularExpression labelBefore; // captures what the characters before it call it
    QRegularExpression labelAfter;
};

// Possessive quantifiers keep the time linear, whatever the answer says.
const std::array<BoxFormat, 4>& formats()
{
    static const QRegularExpression none;
    static const QRegularExpression jsonBefore(QStringLiteral(
        R"re("(?:label|text_content|text|name)"\s*+:\s*+"((?:[^"\\{}]|\\.)*+)"[^{}]*+$)re"));
    static const QRegularExpression jsonAfter(QStringLiteral(
        R"re(^[^{}]*?"(?:label|text_content|text|name)"\s*+:\s*+"((?:[^"\\{}]|\\.)*+)")re"));
    static const QRegularExpression reference(
        QStringLiteral(R"re((?:<ref>|<\|object_ref_start\|>|<\|ref\|>)([^<]*+)<[^<>]*+>\s*+$)re"));
    // The words before the box are the label if the special tokens have been left out.
    static const QRegularExpression pairLabel(QStringLiteral(
        R"re((?:([^<>()\n,;.:]{1,100})\s*+|(?:<\|object_ref_start\|>)([^<]*+)<\|object_ref_end\|>\s*+)$)re"));
    static const std::array<BoxFormat, 4> all{{
        {QRegularExpression(
             QStringLiteral(R"re("(?:bbox_2d|bbox|box)"\s*+:\s*+\[([-\d.,\s]*+)\])re")),
            Order::LeftFirst, jsonBefore, jsonAfter},
        {QRegularExpression(QStringLiteral(R"re("box_2d"\s*+:\s*+\[([-\d.,\s]*+)\])re")),
            Order::TopFirst, jsonBefore, jsonAfter},
        {QRegularExpression(QStringLiteral(
             R"re((?:<box>|<\|box_start\|>|<\|begin_of_box\|>|<\|det\|>)\s*+(\[?[-\d.,\s\[\]]*+))re")),
            Order::LeftFirst, reference, none},
        {QRegularExpression(QStringLiteral(
             R"re((?:<\|box_start\|>)?(\(\s*+[\d.]++\s*+,\s*+[\d.]++\s*+\)\s*+,\s*+\(\s*+[\d.]++\s*+,\s*+[\d.]++\s*+\)))re")),
            Order::LeftFirst, pairLabel, none},
    }};
    return all;
}

// The unit of the numbers; everybody else counts in thousandths of the image.
bool countsPixels(const QString& model)
{
    QString name;
    for (const QChar c : model)
        if (c.isLetterOrNumber())
            name += c.toLower();
    return name.contains(QLatin1String("qwen25vl"));
}

using Numbers = std::array<double, 4>;

// Each four numbers of a list. Numbers of more than seven digits are no coordinates.
QList<Numbers> readNumbers(const QString& body)
{
    static const QRegularExpression number(
        QStringLiteral(R"re(-?(?<![\d.])\d{1,7}(?:\.\d{1,7})?(?![\d.]))re"));
    QList<Numbers> boxes;
    Numbers box{};
    size_t count = 0;
    for (auto found = number.globalMatch(body.left(maxBody));
         found.hasNext() && boxes.size() < maxModelBoxes;) {
        box[count++] = found.next().captured().toDouble();
        if (count < box.size())
            continue;
        boxes << box;
        count = 0;
    }
    return count == 0 ? boxes : QList<Numbers>();
}

// What one unit of the numbers of an answer, of which one is the largest, is in parts of the image.
QSizeF unitOf(double most, bool inPixels, QSize picture, QSize seen)
{
    if (most <= 1)
        return {1, 1};
    const QSize size = inPixels && seen.isValid() ? seen : picture;
    if (inPixels || most > 1000)
        return {1.0 / std::max(1, size.width()), 1.0 / std::max(1, size.height())};
    return {1e-3, 1e-3};
}

std::optional<QRectF> toRect(Numbers box, Order order, QSizeF unit)
{
    if (order == Order::TopFirst) {
        std::swap(box[0], box[1]);
        std::swap(box[2], box[3]);
    }
    const QRectF rect = QRectF(QPointF(box[0] * unit.width(), box[1] * unit.height()),
        QPointF(box[2] * unit.width(), box[3] * unit.height()))
                            .normalized()
                            .intersected(QRectF(0, 0, 1, 1));
    return rect.isEmpty() ? std::nullopt : std::optional(rect);
}

QString labelOf(const BoxFormat& format, const QString& answer, qsizetype from, qsizetype to)
{
    const auto captured = [](const QRegularExpressionMatch& match) {
        return match.captured(2).isEmpty() ? match.captured(1).trimmed()
                                           : match.captured(2).trimmed();
    };
    const qsizetype start = std::max<qsizetype>(0, from - labelReach);
    if (format.labelAfter.pattern().size() > 0)
        if (const auto after = format.labelAfter.match(answer.mid(to, labelReach));
            after.hasMatch())
            return captured(after);
    const auto before = format.labelBefore.match(answer.mid(start, from - start));
    return before.hasMatch() ? captured(before) : QString();
}

QJsonArray corners(const QRectF& rect, QSize picture)
{
    const auto round = [](double value) { return std::round(value * 10) / 10; };
    return {round(rect.left() * picture.width()), round(rect.top() * picture.height()),
        round(rect.right() * picture.width()), round(rect.bottom() * picture.height())};
}

} // namespace

QList<ModelBox> readModelBoxes(
    const QString& answer, const QString& model, QSize picture, QSize seen)
{
    const QString text = answer.left(maxAnswer);
    const bool inPixels = countsPixels(model);
    struct Found {
        const BoxFormat* format;
        Numbers numbers;
        qsizetype from, to;
    };
    QList<Found> all;
    double most = 0;
    for (const BoxFormat& format : formats()) {
        int matches = 0;
        for (auto found = format.pattern.globalMatch(text);
             found.hasNext() && ++matches <= maxMatches && all.size() < maxModelBoxes;) {
            const QRegularExpressionMatch match = found.next();
            for (const Numbers& numbers : readNumbers(match.captured(1))) {
                most = std::max(most, *std::ranges::max_element(numbers));
                all << Found{&format, numbers, match.capturedStart(), match.capturedEnd()};
            }
        }
    }
    const QSizeF unit = unitOf(most, inPixels, picture, seen);
    QList<ModelBox> boxes;
    for (const Found& each : all)
        if (const auto rect = toRect(each.numbers, each.format->order, unit);
            rect && boxes.size() < maxModelBoxes)
            boxes << ModelBox{
                *rect, labelOf(*each.format, text, each.from, each.to), each.from, each.to};
    std::ranges::stable_sort(boxes, {}, &ModelBox::from);
    // The marks of one notation may contain another.
    const auto same = std::ranges::unique(boxes, [](const ModelBox& one, const ModelBox& other) {
        return one.rect == other.rect && other.from < one.to;
    });
    boxes.erase(same.begin(), same.end());
    return boxes;
}

QString groundingPrompt(const vision::VisionConfig& config)
{
    const vision::TowerFamily* family = vision::towerFamily(config.family);
    return family ? QString::fromUtf8(
               family->groundingPrompt.data(), qsizetype(family->groundingPrompt.size()))
                  : QString();
}

QByteArray boxesToJson(const QList<ModelBox>& boxes, QSize picture)
{
    QJsonArray array;
    for (const ModelBox& box : boxes)
        array << QJsonObject{{"label", box.label}, {"bbox_2d", corners(box.rect, picture)}};
    return QJsonDocument(array).toJson();
}

QByteArray boxesToCoco(const QList<ModelBox>& boxes, QSize picture, const QString& name)
{
    QStringList labels;
    QJsonArray annotations, categories;
    for (const ModelBox& box : boxes) {
        if (!labels.contains(box.label))
            labels << box.label;
        const QJsonArray corner = corners(box.rect, picture);
        const double width = corner[2].toDouble() - corner[0].toDouble();
        const double height = corner[3].toDouble() - corner[1].toDouble();
        annotations << QJsonObject{{"id", annotations.size() + 1}, {"image_id", 1},
            {"category_id", labels.indexOf(box.label) + 1},
            {"bbox", QJsonArray{corner[0], corner[1], width, height}}, {"area", width * height},
            {"iscrowd", 0}};
    }
    for (const QString& label : labels)
        categories << QJsonObject{{"id", categories.size() + 1},
            {"name", label.isEmpty() ? QStringLiteral("object") : label}};
    const QJsonObject image{
        {"id", 1}, {"file_name", name}, {"width", picture.width()}, {"height", picture.height()}};
    return QJsonDocument(QJsonObject{{"images", QJsonArray{image}}, {"annotations", annotations},
                             {"categories", categories}})
        .toJson();
}

} // namespace services
