#include "services/models/model_id.h"

namespace services {

ModelId modelIdOf(const std::filesystem::path& path)
{
    return QString::fromStdString(path.string());
}

std::filesystem::path pathOf(const ModelId& model)
{
    return model.toStdString();
}

} // namespace services
