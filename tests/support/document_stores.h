#pragma once

#include "services/documents/index/document_index.h"
#include "services/storage/postgres_database.h"

#include <QTemporaryDir>
#include <QTest>
#include <QUuid>

#include <memory>

namespace tests {

/// A place for one store of a kind of stores, which is gone with it. What every kind does is tested with
/// each of them: initTestCase_data() calls addStoreKinds(), init() REQUIRE_STORE.
class StorePlace {
public:
    explicit StorePlace(const QString& kind)
    {
        if (kind == u"postgres")
            createDatabase();
    }

    ~StorePlace()
    {
        if (m_server)
            m_server->runScript(QStringLiteral("DROP DATABASE %1 WITH (FORCE)").arg(m_database));
    }

    /// The store in the form that openDocumentIndex() takes.
    QString store() const
    {
        if (!m_server)
            return m_folder.filePath(QStringLiteral("store"));
        services::PostgresAddress address = *serverAddress();
        address.database = m_database;
        return address.url();
    }

    std::unique_ptr<services::DocumentIndex> open() const
    {
        return services::openDocumentIndex(store());
    }

    /// The address of the server that VIGNETTE_POSTGRES names.
    static std::optional<services::PostgresAddress> serverAddress()
    {
        const QString url = qEnvironmentVariable("VIGNETTE_POSTGRES");
        return url.isEmpty() ? std::nullopt : std::optional(services::PostgresAddress::from(url));
    }

private:
    void createDatabase()
    {
        m_database = "vignette_test_" + QUuid::createUuid().toString(QUuid::Id128);
        m_server = std::make_unique<services::PostgresDatabase>(*serverAddress(), [] {});
        m_server->runScript(
            "CREATE DATABASE " + m_database + " TEMPLATE template0 ENCODING 'UTF8'");
    }

    QTemporaryDir m_folder;
    QString m_database;
    std::unique_ptr<services::PostgresDatabase> m_server; // null: it is a file
};

inline void addStoreKinds()
{
    QTest::addColumn<QString>("kind");
    QTest::newRow("sqlite") << "sqlite";
    QTest::newRow("postgres") << "postgres";
}

} // namespace tests

/// Must be used in init() of a test with addStoreKinds(): makes `place`, or skips the test if there
/// is no server.
#define REQUIRE_STORE(place)                                                        \
    QFETCH_GLOBAL(QString, kind);                                                   \
    if (kind == u"postgres" && !tests::StorePlace::serverAddress())                 \
        QSKIP("VIGNETTE_POSTGRES names no server: ./dev test-postgres brings one"); \
    place = std::make_unique<tests::StorePlace>(kind)
