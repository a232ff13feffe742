#pragma once

#include "services/remote/offered_model.h"
#include "services/remote/remote_call.h"
#include "services/remote/remote_times.h"

#include <QObject>

namespace services {

/// Tries what a model at an end point is able to, by a few small questions of our own: an answer as a
/// stream, a picture, an answer in a form, tools, probabilities, vectors. Nothing of the user is sent.
/// Begins from the event loop; exactly one finished() is sent, as the last signal.
class EndPointTrial : public QObject {
    Q_OBJECT

public:
    enum class Outcome { Works, DoesNot, NotSure };

    /// What came of one question.
    struct Line {
        Outcome outcome = Outcome::Works;
        QString sentence; ///< for users
        const char* ability = ""; ///< for programs: "stream", "picture", …
    };

    /// The network must outlive it.
    EndPointTrial(Network& network, const QString& address, const QByteArray& key,
        const QString& model, const RemoteTimes& times, QObject* parent = nullptr);

signals:
    void tried(const services::EndPointTrial::Line& line, int done, int total);
    /// What was found of the model; without a name if it cannot be asked at all.
    void finished(const services::OfferedModel& found);

private:
    void findModel();
    void askNext();
    void take(const QByteArray& answer);
    void note(Outcome outcome, const QString& sentence, const char* ability);
    void onFailed(const RemoteFailure& failure);

    Network& m_network;
    const QString m_address;
    const QByteArray m_key;
    const RemoteTimes m_times;
    OfferedModel m_model;
    int m_done = 0; // steps
};

} // namespace services
