#include "services/conversations/transfer/transfer.h"

namespace services {

Transfer::~Transfer() = default;

} // namespace services
