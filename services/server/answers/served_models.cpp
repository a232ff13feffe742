#include "services/server/answers/served_models.h"

#include "services/server/protocol/api_error.h"

#include <algorithm>

namespace services::server {

ServedModel ServedModels::require(const std::string& id) const
{
    const std::vector<ServedModel> all = models();
    const auto found = std::ranges::find(all, id, &ServedModel::id);
    if (found == all.end())
        throw ApiError(404, "invalid_request_error", "The model '" + id + "' does not exist.",
            "model", "model_not_found");
    return *found;
}

} // namespace services::server
