#include "services/documents/answers/table_schema.h"

#include <nlohmann/json.hpp>

namespace services {

namespace {

using Json = nlohmann::ordered_json;

Json valueSchema(TableColumn::Kind kind)
{
    switch (kind) {
    case TableColumn::Kind::Number:
        return {{"type", {"number", "null"}}};
    case TableColumn::Kind::Date:
        return {{"type", {"string", "null"}}, {"format", "date"}};
    case TableColumn::Kind::YesNo:
        return {{"type", {"boolean", "null"}}};
    case TableColumn::Kind::Text:
        break;
    }
    return {{"type", {"string", "null"}}};
}

} // namespace

std::string schemaOf(const QList<TableColumn>& columns)
{
    Json properties = Json::object(), names = Json::array();
    for (const TableColumn& column : columns) {
        const std::string name = column.name.toStdString();
        properties[name] = valueSchema(column.kind);
        names.push_back(name);
    }
    return Json{{"type", "object"}, {"properties", std::move(properties)},
        {"required", std::move(names)}, {"additionalProperties", false}}
        .dump();
}

} // namespace services
