#include "services/generation/schema_check.h"

#include "engine/filters/schema/json_schema.h"
#include "engine/filters/schema/schema_json.h"
#include "engine/filters/token_trie.h"
#include "kernels/error.h"
#include "services/json_document.h"

#include <QCoreApplication>

#include <exception>

namespace services {

namespace {

// One token for each byte: what can be enforced does not depend on the vocabulary.
std::shared_ptr<const engine::TokenTrie> trieOfBytes()
{
    std::vector<std::string> tokens;
    for (int byte = 0; byte < 256; ++byte)
        tokens.emplace_back(1, char(byte));
    return std::make_shared<engine::TokenTrie>(std::move(tokens));
}

} // namespace

QString schemaProblem(const QString& schema)
{
    if (schema.trimmed().isEmpty())
        return {};
    if (schema.size() > longestSchema)
        return QCoreApplication::translate(
            "services::schemaProblem", "A schema may have a million characters at most.");
    try {
        engine::jsonSchemaConstraint(trieOfBytes(), schema.toStdString());
        return {};
    } catch (const std::exception& error) {
        return QString::fromUtf8(error.what());
    }
}

QJsonDocument parseSchema(const QString& schema, QJsonParseError* error)
{
    return parseJsonDocument(schema.toUtf8(), error, engine::SchemaJsonText::limits());
}

} // namespace services
