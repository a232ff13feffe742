#pragma once

#include "services/background.h"
#include "services/tools/tool.h"

#include <QObject>

namespace services {

/// A run whose work is done on a background thread. What `work` throws is why it failed.
class BackgroundRun : public QObject, public ToolRun {
public:
    template <typename Work>
    BackgroundRun(Work work, Tool::Done done)
    {
        runInBackground<QString>(
            this, std::move(work), [done = std::move(done)](const Outcome<QString>& outcome) {
                done({outcome.value.value_or(outcome.error), !outcome.value});
            });
    }
};

} // namespace services
