#include "app/cli/document_hit.h"

namespace app {

namespace {

using Json = nlohmann::ordered_json;
using services::DocumentHit;

} // namespace

Json asJson(const DocumentHit& hit, size_t rank)
{
    const services::IndexedPassage& passage = hit.found.passage;
    Json rectangles = Json::array();
    for (const auto& [x, y, width, height] : passage.rectangles)
        rectangles.push_back({x, y, width, height});
    return {{"rank", rank}, {"file", hit.found.file.toStdString()},
        {"page", passage.page > 0 ? Json(passage.page) : Json()}, {"heading", passage.heading},
        {"text", passage.text}, {"bytes", {passage.bytes.from, passage.bytes.to}},
        {"rectangles", std::move(rectangles)}, {"score", hit.score}};
}

std::string placeOf(const DocumentHit& hit)
{
    const services::IndexedPassage& passage = hit.found.passage;
    std::string place = hit.found.file.toStdString();
    if (passage.page > 0)
        place += ", page " + std::to_string(passage.page);
    if (!passage.heading.empty())
        place += ", " + passage.heading;
    return place;
}

std::string textOf(const DocumentHit& hit, size_t rank)
{
    const std::string score = QString::number(hit.score, 'f', 2).toStdString();
    return std::to_string(rank) + ". " + placeOf(hit) + " (" + score + ")\n\n"
        + hit.found.passage.text + "\n\n";
}

} // namespace app
