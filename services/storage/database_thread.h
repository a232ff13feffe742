#pragma once

#include <QCoreApplication>
#include <QObject>
#include <QPointer>
#include <QThread>

#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <utility>

namespace services {

/// The tables of a database file on a thread of their own, which has an event loop: timers and socket
/// notifiers of the tables work there. Every function returns at once, and the work is done in the
/// order of the calls. `Tables` is constructed from a path and throws if the
/// file cannot be used. Belongs to the thread that made it, usually the window's.
template <typename Tables>
class DatabaseThread {
public:
    using Failed = std::function<void(const QString& message)>;
    using Work = std::function<void(Tables&)>;
    using Open = std::function<std::unique_ptr<Tables>()>;

    /// `failed` is called on the thread of the database.
    DatabaseThread(const QString& name, const QString& path, Failed failed)
        : DatabaseThread(
            name, [path] { return std::make_unique<Tables>(path); }, std::move(failed))
    {
    }

    /// Does the same with tables that need more than a path; `open` is called on the thread, too.
    DatabaseThread(const QString& name, Open open, Failed failed)
        : m_failed(std::move(failed))
        , m_worker(new QObject)
    {
        m_thread.setObjectName(name);
        m_worker->moveToThread(&m_thread);
        QObject::connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
        m_thread.start();
        invoke([this, open = std::move(open)] { m_tables = open(); });
    }

    ~DatabaseThread() ///< waits until everything posted is done
    {
        invoke([this] {
            m_tables.reset();
            m_thread.quit();
        });
        m_thread.wait();
    }

    DatabaseThread(const DatabaseThread&) = delete;
    DatabaseThread& operator=(const DatabaseThread&) = delete;

    /// Calls `work` with the tables. Does nothing if the file could not be opened, which was
    /// reported once. Any thread may call this one.
    void post(Work work)
    {
        invoke([this, work = std::move(work)] {
            if (m_tables)
                work(*m_tables);
        });
    }

    /// Does the same. If the work throws, also calls `failed` in the thread of `receiver`, which
    /// must be this object's thread, unless the receiver has been destroyed by then.
    void post(Work work, QObject* receiver, std::function<void()> failed)
    {
        const QPointer<QObject> alive(receiver); // looked at in the receiver's thread only
        post([work = std::move(work), failed = std::move(failed), alive](Tables& tables) {
            try {
                work(tables);
            } catch (...) {
                QMetaObject::invokeMethod(QCoreApplication::instance(), [failed, alive] {
                    if (alive && failed)
                        failed();
                });
                throw;
            }
        });
    }

    /// Calls `reader` with what `read` returns or, if that throws or there is no file, calls
    /// `unread` if it is given. Exactly one of them is called, once, in the thread of `receiver`,
    /// which must be this object's thread, unless the receiver has been destroyed by then.
    template <typename Read, typename Reader>
    void load(QObject* receiver, Read read, Reader reader, std::function<void()> unread = {})
    {
        const QPointer<QObject> alive(receiver); // looked at in the receiver's thread only
        invoke([this, read = std::move(read), reader = std::move(reader),
                   unread = std::move(unread), alive] {
            std::function<void()> answer = unread;
            attempt([&] {
                if (m_tables)
                    answer = [value = read(*m_tables), reader] { reader(value); };
            });
            QMetaObject::invokeMethod(
                QCoreApplication::instance(), [answer = std::move(answer), alive] {
                    if (alive && answer)
                        answer();
                });
        });
    }

private:
    template <typename Call>
    void invoke(Call call)
    {
        QMetaObject::invokeMethod(m_worker, [this, call = std::move(call)] { attempt(call); });
    }

    template <typename Call>
    void attempt(const Call& call)
    {
        try {
            call();
        } catch (const std::exception& error) {
            m_failed(QString::fromUtf8(error.what()));
        }
    }

    Failed m_failed;
    QThread m_thread;
    QObject* m_worker; // lives in m_thread, deleted by it
    std::unique_ptr<Tables> m_tables; // touched by m_thread only
};

} // namespace services
