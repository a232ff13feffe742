#pragma once

#include "services/remote/offered_model.h"
#include "services/remote/remote_call.h"

#include <QObject>

namespace services {

/// Asks a remote server which models it offers and, if one is meant, what that is able to. Begins
/// at once; exactly one of found() and failed() is sent, from the event loop. Belongs to the thread
/// of its network.
class ProviderInquiry : public QObject {
    Q_OBJECT

public:
    /// `model` empty: only the list is wanted. The network must outlive it.
    ProviderInquiry(Network& network, const QString& address, const QByteArray& key,
        const QString& model, const RemoteTimes& times, QObject* parent = nullptr);

signals:
    /// `model` is the one that was meant; without a name if none was. A server without a list
    /// offers what is requested of it.
    void found(const QList<services::OfferedModel>& all, const services::OfferedModel& model);
    void failed(const services::RemoteFailure& failure);

private:
    void ask(const QUrl& url, const std::optional<QByteArray>& body,
        void (ProviderInquiry::*then)(const QByteArray&));
    void takeList(const QByteArray& json);
    void takeDetails(const QByteArray& json);
    void askDetails();
    void takeFailure(const RemoteFailure& failure);
    void failStrangely(const QString& details);

    Network& m_network;
    const QString m_address;
    const QByteArray m_key;
    const QString m_wanted;
    const RemoteTimes m_times;
    QList<OfferedModel> m_all;
    OfferedModel m_model;
    bool m_hasList = false;
};

/// Tries what a model at a remote server is able to, by a few small questions of our own: an answer
/// as a stream, an image, an answer in a form, tools, probabilities, vectors. Nothing of the user
/// is sent. Begins from the event loop; exactly one finished() is sent, as the last signal.
class ProviderTrial : public QObject {
    Q_OBJECT

public:
    enum class Outcome { Works, DoesNot, NotSure };

    /// What came of one question.
    struct Line {
        Outcome outcome = Outcome::Works;
        QString message; ///< for users
        const char* ability = ""; ///< for programs: "stream", "picture", …
    };

    /// The network must outlive it.
    ProviderTrial(Network& network, const QString& address, const QByteArray& key,
        const QString& model, const RemoteTimes& times, QObject* parent = nullptr);

signals:
    void tried(const services::ProviderTrial::Line& line, int done, int total);
    /// What was found of the model; without a name if it cannot be asked at all.
    void finished(const services::OfferedModel& found);

private:
    void findModel();
    void askNext();
    void take(const QByteArray& answer);
    void note(Outcome outcome, const QString& message, const char* ability);
    void onFailed(const RemoteFailure& failure);

    Network& m_network;
    const QString m_address;
    const QByteArray m_key;
    const RemoteTimes m_times;
    OfferedModel m_model;
    int m_done = 0; // steps
};

} // namespace services
