#pragma once

#include "services/generation/generator_thread.h"
#include "services/generation/loaded_model.h"

#include <QSignalSpy>
#include <QTest>

#include <optional>

namespace tests {

constexpr int patience = 120'000; // milliseconds

inline services::RequestMessage userSays(const QString& text, const QList<QImage>& pictures = {})
{
    return {"user", text, pictures};
}

/// A generator thread and what its answers came to.
class AnswerSpy {
public:
    AnswerSpy()
        : m_started(&generator, &services::GeneratorThread::answerStarted)
        , m_texts(&generator, &services::GeneratorThread::textAdded)
        , m_finished(&generator, &services::GeneratorThread::answerFinished)
        , m_failed(&generator, &services::GeneratorThread::answerFailed)
    {
    }

    services::AnswerId ask(const QList<services::RequestMessage>& messages)
    {
        return generator.submit({messages, {}});
    }

    bool hasStarted(services::AnswerId id) const { return !of(m_started, id).isEmpty(); }
    bool hasEnded(services::AnswerId id) const
    {
        return of(m_finished, id).size() + of(m_failed, id).size() == 1;
    }
    QString text(services::AnswerId id) const
    {
        QString text;
        for (const QVariant& added : of(m_texts, id))
            text += added.toString();
        return text;
    }
    /// Nothing if it failed or goes on.
    std::optional<services::AnswerStatistics> statistics(services::AnswerId id) const
    {
        const QVariantList values = of(m_finished, id);
        if (values.isEmpty())
            return std::nullopt;
        return values.first().value<services::AnswerStatistics>();
    }
    bool wasStopped(services::AnswerId id) const
    {
        const auto found = statistics(id);
        return found && found->end == services::AnswerStatistics::End::Stopped;
    }
    bool isComplete(services::AnswerId id) const { return statistics(id) && !wasStopped(id); }
    /// Empty if it did not fail.
    QString failure(services::AnswerId id) const { return of(m_failed, id).value(0).toString(); }

    services::GeneratorThread generator;

private:
    // The second argument of each signal about this answer.
    static QVariantList of(const QSignalSpy& spy, services::AnswerId id)
    {
        QVariantList values;
        for (const QVariantList& arguments : spy)
            if (arguments[0].value<services::AnswerId>() == id)
                values << arguments.value(1);
        return values;
    }

    QSignalSpy m_started, m_texts, m_finished, m_failed;
};

} // namespace tests
