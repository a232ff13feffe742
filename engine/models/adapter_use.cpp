#include "engine/models/adapter_use.h"

#include "engine/models/lora_adapter.h"

namespace engine {

Fingerprint identityOf(const std::vector<AdapterUse>& adapters)
{
    FingerprintMaker maker;
    bool any = false;
    for (const AdapterUse& use : adapters) {
        if (use.scale == 0)
            continue;
        any = true;
        maker.add(use.adapter->identity());
        maker.add(double(use.scale));
    }
    return any ? maker.value() : Fingerprint();
}

} // namespace engine
