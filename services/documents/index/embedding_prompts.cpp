#include "services/documents/index/embedding_prompts.h"

#include "engine/files/json_text.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <nlohmann/json.hpp>

namespace services {

namespace {

constexpr size_t longest = 500; // bytes

struct KnownPrompts {
    const char*
        name; // a regular expression for the name of the file or of one of two folders above
    EmbeddingPrompts prompts;
};

const KnownPrompts known[] = {
    {R"((^|[-_ ])e5-(small|base|large)(?!.*instruct))", {"query: ", "passage: "}},
    {R"((^|[-_ ])bge-(small|base|large)-en)",
        {"Represent this sentence for searching relevant passages: ", ""}},
};

std::string promptIn(const nlohmann::json& prompts, std::initializer_list<const char*> names)
{
    for (const char* name : names) {
        const auto found = prompts.find(name);
        if (found != prompts.end() && found->is_string()
            && found->get_ref<const std::string&>().size() <= longest)
            return *found;
    }
    return {};
}

EmbeddingPrompts promptsOfFolder(const QString& folder)
{
    const QString path = folder + QStringLiteral("/config_sentence_transformers.json");
    if (!QFileInfo::exists(path))
        return {};
    const nlohmann::json json = engine::readJsonFile(path.toStdU16String());
    const auto prompts = json.is_object() ? json.find("prompts") : json.end();
    if (!json.is_object() || prompts == json.end() || !prompts->is_object())
        return {};
    return {promptIn(*prompts, {"query"}), promptIn(*prompts, {"passage", "document"})};
}

} // namespace

EmbeddingPrompts embeddingPromptsOf(const QString& model)
{
    const QString path = QFileInfo(model).absoluteFilePath();
    const EmbeddingPrompts told = promptsOfFolder(path);
    if (told != EmbeddingPrompts())
        return told;
    for (const KnownPrompts& each : known) {
        const QRegularExpression name(
            QLatin1String(each.name), QRegularExpression::CaseInsensitiveOption);
        for (int above = -1; above >= -3; --above)
            if (name.match(path.section(u'/', above, above)).hasMatch())
                return each.prompts;
    }
    return {};
}

} // namespace services
