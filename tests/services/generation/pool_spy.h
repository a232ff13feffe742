#pragma once

#include "services/generation/model_pool.h"
#include "services/models/resource_paths.h"

#include <QFile>
#include <QHash>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tests {

/// A model pool and what its answers came to.
class PoolSpy : public QObject {
public:
    struct Answer {
        int starts = 0, ends = 0;
        QString text;
        QString failure; ///< empty: it did not fail
        QStringList waits;
        services::AnswerStatistics statistics;
    };

    explicit PoolSpy(const services::LoadOptions& defaults = {})
        : pool(defaults)
        , stateChanges(&pool, &services::ModelPool::stateChanged)
    {
        using services::AnswerId;
        using services::ModelPool;
        connect(&pool, &ModelPool::answerStarted, this,
            [this](AnswerId id) { ++m_answers[id].starts; });
        connect(&pool, &ModelPool::textAdded, this,
            [this](AnswerId id, const QString& text) { m_answers[id].text += text; });
        connect(&pool, &ModelPool::answerWaits, this,
            [this](AnswerId id, const QString& sentence) { m_answers[id].waits << sentence; });
        connect(
            &pool, &ModelPool::answerFailed, this, [this](AnswerId id, const QString& sentence) {
                m_answers[id].failure = sentence;
                ++m_answers[id].ends;
            });
        connect(&pool, &ModelPool::answerFinished, this,
            [this](AnswerId id, const services::AnswerStatistics& statistics) {
                m_answers[id].statistics = statistics;
                ++m_answers[id].ends;
            });
    }

    services::AnswerId ask(const services::ModelId& model, const QString& text)
    {
        return pool.submit(model, {{{"user", text, {}}}, {}});
    }
    services::AnswerId ask(const QString& text) { return ask({}, text); }

    Answer answer(services::AnswerId id) const { return m_answers.value(id); }
    bool hasEnded(services::AnswerId id) const { return m_answers.value(id).ends > 0; }

    services::ModelState::Stage stage(const services::ModelId& model = {}) const
    {
        return pool.state(model).stage;
    }

    services::ModelPool pool;
    QSignalSpy stateChanges;

private:
    QHash<services::AnswerId, Answer> m_answers;
};

/// The built-in model under another name, without its vision part.
inline services::ModelId copyOfStarter(const QTemporaryDir& folder, const QString& name)
{
    const QString copy = folder.filePath(name);
    if (!QFile::link(QString::fromStdString(services::starterModel().string()), copy))
        qFatal("cannot link the built-in model");
    return copy;
}

} // namespace tests
