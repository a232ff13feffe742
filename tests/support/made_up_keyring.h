#pragma once

#include "services/hub/token_keeper.h"

#include <QMetaObject>

#include <map>

namespace tests {

/// A keyring in memory. It must outlive its stores.
struct MadeUpKeyring {
    enum class Mood { Answers, Refuses, IsSilent };

    Mood mood = Mood::Answers;
    std::map<QString, QByteArray> secrets;
    int questions = 0;
    std::function<void()> late; ///< answers what a silent one has not answered

    std::unique_ptr<services::SecretStore> store();
};

class MadeUpKeyringStore : public services::SecretStore {
public:
    explicit MadeUpKeyringStore(MadeUpKeyring& keyring)
        : m_keyring(keyring)
    {
    }

    void read(const QString& name, QObject* receiver, const Done& done) override
    {
        answer(receiver, done, [this, name] { return m_keyring.secrets[name]; });
    }

    void write(
        const QString& name, const QByteArray& secret, QObject* receiver, const Done& done) override
    {
        answer(receiver, done, [this, name, secret] { return m_keyring.secrets[name] = secret; });
    }

private:
    template <typename Work>
    void answer(QObject* receiver, const Done& done, const Work& work)
    {
        ++m_keyring.questions;
        const auto tell = [done, work] { done({work(), {}}); };
        if (m_keyring.mood == MadeUpKeyring::Mood::IsSilent)
            m_keyring.late = tell;
        else if (m_keyring.mood == MadeUpKeyring::Mood::Refuses)
            QMetaObject::invokeMethod(
                receiver,
                [done] {
                    done({{}, "no service"});
                },
                Qt::QueuedConnection);
        else
            QMetaObject::invokeMethod(receiver, tell, Qt::QueuedConnection);
    }

    MadeUpKeyring& m_keyring;
};

inline std::unique_ptr<services::SecretStore> MadeUpKeyring::store()
{
    return std::make_unique<MadeUpKeyringStore>(*this);
}

} // namespace tests
