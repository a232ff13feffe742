#pragma once

#include "services/background.h"
#include "services/documents/answers/picture_checks.h"

#include <QHash>
#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace runtime {
class AnswerEngine;
}

namespace services {

/// What a model reads at the place of a fact, when it sees nothing but this place.
struct PlaceCheck {
    QString reply = {}; ///< one line; empty: the model isn't sure
    bool agrees = false; ///< the reply has the fact, in any notation

    bool operator==(const PlaceCheck&) const = default;
};

/// The part of an image around a place (in parts of its width and height) at full resolution; enlarged if
/// its text is small. Any thread may call it.
Picture enlargedPlace(const Picture& picture, const QRectF& place);

/// True if a reply has what the fact says, in any notation. Any thread may call it.
bool agreesWith(const QString& reply, const PictureFact& fact);

/// Asks a model what stands at the place of a fact, which must have one. Blocks; throws what
/// answerBatch() throws.
PlaceCheck checkPlace(runtime::AnswerEngine& engine, const Picture& picture, const PictureFact& fact,
    const std::stop_token& stop = {});

/// Asks so in the background, in turn with all else that the model does. Lives in the window's thread.
class PlaceChecks : public QObject {
public:
    /// Returns the model to ask, loaded or not; null: none that sees.
    using FindEngine = std::function<std::shared_ptr<runtime::AnswerEngine>()>;
    using Done = std::function<void(const Outcome<PlaceCheck>& outcome)>;

    explicit PlaceChecks(FindEngine find, QObject* parent = nullptr);

    bool canCheck() const; ///< there is a model to ask

    /// What the model that is asked now has read at the place of a fact; nothing if that wasn't checked.
    std::optional<PlaceCheck> find(const Picture& picture, const PictureFact& fact);

    /// Calls `done` later, unless `receiver` was destroyed by then; with an error if `stop` was
    /// requested. Checks follow each other on a thread of their own.
    void check(const Picture& picture, const PictureFact& fact, const std::stop_token& stop,
        QObject* receiver, Done done);

private:
    void forgetOtherModels(const std::shared_ptr<runtime::AnswerEngine>& engine);

    const FindEngine m_find;
    std::weak_ptr<runtime::AnswerEngine> m_asked; // which m_known is of
    QHash<QString, PlaceCheck> m_known; // by image, place and text of the fact
};

} // namespace services
