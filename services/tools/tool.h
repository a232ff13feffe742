#pragma once

#include "services/background.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QObject>
#include <QString>

#include <functional>
#include <memory>

namespace services {

/// What is known of a tool before it is called.
struct ToolDescription {
    QString id; ///< by which it is remembered: "calculator", "weather/forecast"
    QString name; ///< by which models call it; letters, digits, _ and -
    QString title; ///< to be shown to users
    QString description; ///< for the model
    QByteArray parameters; ///< a JSON schema of the arguments
    QString server = {}; ///< the name of the MCP server that it is from; empty: the program's own
};

/// What came of a call. It is data for the model and says nothing to the program.
struct ToolOutcome {
    QString text; ///< what the tool returned, or a message that says why it could not
    bool hasFailed = false;
    QList<QByteArray> images = {}; ///< files that it returned as well; they may be anything
};

/// A call that is under way. Destroying it cancels it; nothing is reported afterwards.
class ToolRun {
public:
    virtual ~ToolRun() = default;
};

/// Something that a model may call. Lives in the window's thread and never blocks it.
class Tool {
public:
    using Done = std::function<void(const ToolOutcome&)>;

    virtual ~Tool() = default;

    virtual ToolDescription description() const = 0;

    /// Begins a call; `arguments` may be anything. `done` is called once, in the window's thread and
    /// after this function has returned, unless the run is destroyed before.
    virtual std::unique_ptr<ToolRun> call(const QJsonObject& arguments, Done done) = 0;
};

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
