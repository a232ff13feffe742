#include "base/error.h"
#include "services/documents/index/document_search.h"
#include "tests/support/document_stores.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <thread>

using namespace services;

namespace {

FileStamp stampOf(const QString& path)
{
    return {path, 100, 1, "/"};
}

DocumentRecord record(const QByteArray& content, int passages = 1)
{
    return {content, 1, "words", "A title", 3, passages, {}};
}

Passage passage(const std::string& text)
{
    return {2, "First › Second", text, {10, 10 + text.size()}, {{1, 2, 3, 4}, {5, 6, 7, 8}}};
}

// What `work` throws, as users read it; empty: nothing.
QString sentenceOf(const std::function<void()>& work)
{
    try {
        work();
    } catch (const base::Error& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

QString sentenceOfOpening(const QString& url)
{
    return sentenceOf([&] { openDocumentIndex(url)->roots(); });
}

/// Somebody whom the server knows, for as long as this lives.
class Role {
public:
    Role(PostgresDatabase& server, const QString& name, const QString& password = "x")
        : m_server(server)
        , m_name(name)
    {
        server.runScript("DROP ROLE IF EXISTS " + name); // of a test that was killed
        server.runScript("CREATE ROLE " + name + " LOGIN PASSWORD '" + password + "'");
    }

    ~Role()
    {
        m_server.runScript("DROP OWNED BY " + m_name + " CASCADE");
        m_server.runScript("DROP ROLE " + m_name);
    }

private:
    PostgresDatabase& m_server;
    QString m_name;
};

} // namespace

// What only a store on a server meets: other people, their rows, and lines that break.
class PostgresIndexTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        if (!tests::StorePlace::serverAddress())
            QSKIP("VIGNETTE_POSTGRES names no server: ./dev test-postgres brings one");
        m_place = std::make_unique<tests::StorePlace>("postgres");
        m_index = m_place->open();
        m_server
            = std::make_unique<PostgresDatabase>(PostgresAddress::from(m_place->store()), [] {});
    }

    void cleanup()
    {
        m_server.reset();
        m_index.reset();
        m_place.reset();
    }

    void aServerThatIsNotThereIsASentenceWithoutThePassword()
    {
        PostgresAddress address = PostgresAddress::from(m_place->store());
        address.ports = "1"; // nobody listens there
        address.password = "hidden";

        const QString sentence = sentenceOfOpening(address.url());

        QVERIFY2(sentence.contains("No response"), qPrintable(sentence));
        QVERIFY(!sentence.contains("hidden"));
    }

    void aWrongPasswordIsASentenceWithoutIt()
    {
        PostgresAddress address = PostgresAddress::from(m_place->store());
        address.password = "it's \\wrong; really";

        const QString sentence = sentenceOfOpening(address.url());

        QVERIFY2(sentence.contains("password authentication failed"), qPrintable(sentence));
        QVERIFY(!sentence.contains("wrong"));
    }

    void aPasswordWithOddCharactersIsTaken()
    {
        const Role odd(*m_server, "test_odd", R"(a; ''\ @:/?%ü)");
        m_server->runScript("ALTER ROLE test_odd SUPERUSER");
        PostgresAddress address = PostgresAddress::from(m_place->store());
        address.user = "test_odd";
        address.password = "a; '\\ @:/?%ü";

        QCOMPARE(sentenceOfOpening(address.url()), QString());
    }

    void aServerThatKeepsSilentIsGivenUp()
    {
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        QElapsedTimer clock;
        clock.start();

        const QString sentence = sentenceOfOpening(
            QString("postgresql://anna@127.0.0.1:%1/x?connect_timeout=2").arg(silent.serverPort()));

        QVERIFY2(sentence.contains("No response"), qPrintable(sentence));
        QVERIFY(clock.elapsed() < 30'000);
    }

    void withoutTlsAServerThatMustHaveItIsRefused()
    {
        const QString sentence = sentenceOfOpening(m_place->store() + "?sslmode=require");

        QVERIFY2(sentence.contains("SSL"), qPrintable(sentence));
    }

    void anUnknownParameterIsASentence()
    {
        const QString sentence = sentenceOfOpening(m_place->store() + "?colour=red");

        QVERIFY2(sentence.contains("colour"), qPrintable(sentence));
        QVERIFY(!sentenceOfOpening(m_place->store() + "?sslmode=a%3Bb").isEmpty());
    }

    void withoutPgvectorItSaysWhatToInstall()
    {
        const QString bare = qEnvironmentVariable("VIGNETTE_POSTGRES_WITHOUT_VECTOR");
        if (bare.isEmpty())
            QSKIP("VIGNETTE_POSTGRES_WITHOUT_VECTOR names no server");

        const QString sentence = sentenceOfOpening(bare);

        QVERIFY2(sentence.contains("pgvector"), qPrintable(sentence));
        QVERIFY2(QRegularExpression("postgresql-\\d+-pgvector").match(sentence).hasMatch(),
            qPrintable(sentence));
        // It speaks TLS, and nobody vouches for its certificate.
        QCOMPARE(sentenceOfOpening(bare + "?sslmode=require"), sentence);
        const QString doubtful = sentenceOfOpening(bare + "?sslmode=verify-full");
        QVERIFY2(doubtful.contains("No response"), qPrintable(doubtful));
    }

    void aDatabaseThatCannotHoldAllTextsIsRefused()
    {
        m_server->runScript("DROP DATABASE IF EXISTS vignette_latin WITH (FORCE)");
        m_server->runScript(
            "CREATE DATABASE vignette_latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'");
        PostgresAddress address = PostgresAddress::from(m_place->store());
        address.database = "vignette_latin";

        const QString sentence = sentenceOfOpening(address.url());

        m_server->runScript("DROP DATABASE vignette_latin WITH (FORCE)");
        QVERIFY2(sentence.contains("UTF8"), qPrintable(sentence));
    }

    void aStoreOfANewerProgramIsLeftAlone()
    {
        m_index->addRoot("/a");
        m_server->runScript("UPDATE vignette.form SET version = 99");

        const QString sentence = sentenceOfOpening(m_place->store());

        QVERIFY2(sentence.contains("newer"), qPrintable(sentence));
    }

    void aMissingStoreIsNotMadeByThoseWhoRead()
    {
        const auto reader = openDocumentIndex(m_place->store(), MissingStore::Fail);

        QVERIFY(sentenceOf([&] { reader->roots(); }).contains("doesn't exist"));
        QCOMPARE(numberOf("SELECT count(*) FROM pg_namespace WHERE nspname = 'vignette'"), 0);
        m_index->roots(); // which makes it
        QCOMPARE(reader->roots(), QStringList());
    }

    void manyWhoMakeTheStoreAtOnceMakeOne()
    {
        atOnce(6, [](DocumentIndex& index, int) { index.roots(); });

        QCOMPARE(numberOf("SELECT count(*) FROM vignette.form"), 1);
    }

    void aLostConnectionIsOneSentenceAndTheNextCallConnects()
    {
        m_index->addDocument(stampOf("/a"), record("a"), {passage("fox")});
        endConnections();

        const QString sentence = sentenceOf([&] { m_index->files(); });

        QVERIFY2(sentence.contains("lost"), qPrintable(sentence));
        QCOMPARE(m_index->files().size(), 1);
        QCOMPARE(m_index->findTerms({"fox"}, 10).size(), size_t(1));
        endConnections();
        QVERIFY(!sentenceOf([&] {
            m_index->addDocument(stampOf("/b"), record("b"), {passage("wolf")});
        }).isEmpty());
        m_index->addDocument(stampOf("/b"), record("b"), {passage("wolf")});
        QCOMPARE(m_index->files().size(), 2);
    }

    void whoHasToWaitTooLongIsToldSo()
    {
        m_index->roots();
        m_server->runScript("BEGIN; SELECT pg_advisory_xact_lock(8532464692876309605)");
        const auto impatient
            = openDocumentIndex(m_place->store() + "?options=-c%20lock_timeout%3D200ms");

        const QString sentence = sentenceOf(
            [&] { impatient->addDocument(stampOf("/a"), record("a"), {passage("fox")}); });

        m_server->runScript("COMMIT");
        QVERIFY2(sentence.contains("by someone else"), qPrintable(sentence));
        impatient->addDocument(stampOf("/a"), record("a"), {passage("fox")});
        QCOMPARE(impatient->files().size(), 1);
    }

    void aCopyForReadingIsReadAndNotChanged()
    {
        m_index->addDocument(stampOf("/a"), record("a"), {passage("fox")});
        const auto copy = openDocumentIndex(
            m_place->store() + "?options=-c%20default_transaction_read_only%3Don");

        QCOMPARE(copy->files().size(), 1);
        QCOMPARE(copy->findTerms({"fox"}, 10).size(), size_t(1));
        const QString sentence = sentenceOf([&] { copy->addRoot("/b"); });
        QVERIFY2(sentence.contains("read-only"), qPrintable(sentence));
    }

    void whoMayOnlyReadIsToldSo()
    {
        const Role writers(*m_server, "test_writers"), readers(*m_server, "test_readers");
        const Role anna(*m_server, "test_anna"), carl(*m_server, "test_carl");
        const Role ben(*m_server, "test_ben");
        // The statements are those of docs/shared-documents.md.
        m_server->runScript(
            "CREATE EXTENSION vector; CREATE SCHEMA vignette AUTHORIZATION test_writers; "
            "GRANT USAGE ON SCHEMA vignette TO test_readers; "
            "ALTER DEFAULT PRIVILEGES FOR ROLE test_writers IN SCHEMA vignette "
            "GRANT SELECT ON TABLES TO test_readers; GRANT test_readers TO test_ben; "
            "GRANT test_writers TO test_anna, test_carl");
        for (const char* writer : {"test_anna", "test_carl"})
            m_server->runScript(QString("ALTER ROLE %1 IN DATABASE %2 SET role = test_writers")
                                    .arg(writer, PostgresAddress::from(m_place->store()).database));

        const auto byAnna = openAs("test_anna"), byCarl = openAs("test_carl");
        byAnna->addDocument(stampOf("/a"), record("a"), {passage("fox")});
        byCarl->setEmbedding({1, 0});
        byCarl->addVectors(byCarl->passagesWithoutVector(9), {{1, 0}});
        byAnna->addDocument(stampOf("/b"), record("b"), {passage("fox")});

        const auto byBen = openAs("test_ben");
        QCOMPARE(byBen->findTerms({"fox"}, 10).size(), size_t(2));
        QCOMPARE(byBen->findVectors({1, 0}, 10).size(), size_t(1));
        const QString sentence = sentenceOf([&] { byBen->erase({}, {"/a"}); });
        QVERIFY2(sentence.contains("You don't have permission"), qPrintable(sentence));
        QCOMPARE(byAnna->files().size(), 2);
        endConnections();
    }

    void manyWhoWriteAtOnceCountRight()
    {
        constexpr int people = 4, documents = 15;

        atOnce(people, [](DocumentIndex& index, int person) {
            for (int each = 0; each < documents; ++each) {
                // Some have what others have; some are read again, some are removed.
                const QByteArray content
                    = QByteArray::number(each % 5 == 0 ? each : 100 * person + each);
                const QString path = QString("/%1/%2").arg(person).arg(each);
                index.addDocument(stampOf(path), record(content, 2),
                    {passage("fox common " + content.toStdString()), passage("wolf common")});
                if (each % 3 == 0)
                    index.removeFiles({path});
            }
        });

        const TermStatistics counted = m_index->statistics({"common", "fox", "wolf"});
        const qint64 all = numberOf("SELECT count(*) FROM vignette.passage");
        QVERIFY(all > 0);
        QCOMPARE(counted.passages, all);
        QCOMPARE(counted.with, (std::vector<int64_t>{all, all / 2, all / 2}));
        QCOMPARE(numberOf("SELECT count(*) FROM vignette.term WHERE passages < 1"), 0);
        QCOMPARE(numberOf("SELECT count(*) FROM vignette.document WHERE number NOT IN "
                          "(SELECT document FROM vignette.file)"),
            0);
    }

    void passagesKeepTheirOrderHoweverMany()
    {
        std::vector<Passage> passages;
        for (int each = 0; each < 1000; ++each)
            passages.push_back(passage("text " + std::to_string(each)));
        m_index->addDocument(stampOf("/a"), record("a", 1000), passages);

        const auto bare = m_index->passagesWithoutVector(2000);

        QCOMPARE(bare.size(), size_t(1000));
        for (size_t each = 0; each < bare.size(); ++each)
            QCOMPARE(bare[each].text, passages[each].text);
    }

    void textsThatPostgresCannotHoldAreKeptNearly()
    {
        const std::string odd("fox\0 it's \\ \"odd\" \xff\n\x01", 22);
        m_index->addDocument(stampOf("/it's \\ %1 ?"), record("a"), {passage(odd)});

        const auto found = m_index->passages({m_index->findTerms({"fox"}, 1)[0].passage});

        QVERIFY2(found[0].passage.text.starts_with("fox  it's \\ \"odd\" "),
            found[0].passage.text.c_str());
        QCOMPARE(found[0].file, QString("/it's \\ %1 ?"));
        QVERIFY(
            m_index->findTerms({"it's", "\\", "' | 'fox", "", std::string(5000, 'x')}, 5).empty());
    }

    void theIndexFindsNearlyAllOfTheClosest()
    {
        constexpr int passages = 3000, columns = 16, asked = 100;
        addVectors(passages, columns);
        m_server->runScript("SET enable_indexscan = off");
        const auto byIndex
            = openDocumentIndex(m_place->store() + "?options=-c%20enable_seqscan%3Doff");
        std::mt19937 random(7);
        int found = 0;
        for (int question = 0; question < 20; ++question) {
            const auto vector = unitVector(random, columns);
            const auto exact = exactly(vector, asked);
            for (const VectorMatch& match : byIndex->findVectors(vector, asked))
                found += exact.contains(match.passage);
        }

        QCOMPARE(
            numberOf("SELECT count(*) FROM pg_indexes WHERE indexname = 'passage_by_vector'"), 1);
        QVERIFY2(found > 20 * asked * 95 / 100, qPrintable(QString::number(found)));
    }

    void moreVectorsThanTheIndexLooksForAtFirst()
    {
        addVectors(2000, 8);
        const auto byIndex
            = openDocumentIndex(m_place->store() + "?options=-c%20enable_seqscan%3Doff");
        std::mt19937 random(7);

        QCOMPARE(byIndex->findVectors(unitVector(random, 8), 900).size(), size_t(900));
    }

    void rowsOfOthersDoNoHarm()
    {
        m_index->addDocument(stampOf("/a"), record("a", 2), {passage("fox"), passage("wolf")});
        m_index->setEmbedding({1, 0});
        m_server->runScript(
            "SET search_path = vignette, public; "
            "UPDATE passage SET page = -7, first = -5, last = -9, rectangles = '\\x0102', "
            "text = repeat('long ', 1000000), heading = repeat('x', 3000000) WHERE text = 'fox'; "
            "UPDATE passage SET first = 9223372036854775807, last = 1, "
            "rectangles = '\\x0000c07f0000c07f0000c07f0000c07f' WHERE text = 'wolf'; "
            "UPDATE document SET title = repeat('t', 3000000), pages = -1, passages = -1; "
            "UPDATE term SET passages = -3; "
            "INSERT INTO root VALUES (''); "
            "ALTER TABLE passage_vector ALTER COLUMN vector TYPE halfvec; "
            "INSERT INTO passage_vector SELECT number, '[0,0]' FROM passage WHERE first < 0; "
            "INSERT INTO passage_vector SELECT number, '[1,2,3]' FROM passage WHERE first > 0;"
            "UPDATE embedding SET mark = '\\x01020304050607'");

        m_index->roots();
        m_index->files();
        m_index->embedding();
        m_index->countWithoutVector();
        sentenceOf([&] { m_index->findVectors({1, 0}, 10, {1, 2}); });
        sentenceOf([&] { m_index->findVectors({1, 0, 0}, 10, {1, 2}); });
        const TermStatistics statistics = m_index->statistics({"fox", "wolf"});
        QVERIFY(statistics.passages >= 0 && statistics.with[0] >= 0);
        m_index->findTerms({"fox", "wolf"}, 10);
        m_index->termsOf({1, 2});
        DocumentSearch(*m_index).find("fox", 3);
        for (const DocumentHit& each : m_index->passages({1, 2})) {
            QVERIFY(each.passage.page >= 0);
            QVERIFY(each.passage.bytes.from <= each.passage.bytes.to);
            QVERIFY(each.passage.bytes.from <= size_t(std::numeric_limits<qint64>::max()));
            QVERIFY(each.passage.rectangles.empty());
            QVERIFY(each.passage.text.size() <= 1'000'000 && each.title.size() <= 10'000);
        }
    }

    void tablesOfOthersAreASentence()
    {
        m_server->runScript("CREATE SCHEMA vignette; CREATE TABLE vignette.form (version integer); "
                            "INSERT INTO vignette.form VALUES (1)");

        const QString sentence = sentenceOf([&] { m_index->files(); });

        QVERIFY2(sentence.contains("can't be used"), qPrintable(sentence));
    }

private:
    qint64 numberOf(const QString& statement)
    {
        QSqlQuery& query = m_server->run(statement);
        return query.next() ? query.value(0).toLongLong() : -1;
    }

    std::unique_ptr<DocumentIndex> openAs(const QString& user) const
    {
        PostgresAddress address = PostgresAddress::from(m_place->store());
        address.user = user;
        address.password = "x";
        return openDocumentIndex(address.url());
    }

    // Those of this store, but not that of the test.
    void endConnections()
    {
        m_server->runScript("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
                            "WHERE datname = current_database() AND pid <> pg_backend_pid()");
    }

    void atOnce(int people, const std::function<void(DocumentIndex&, int)>& work)
    {
        QStringList sentences(people);
        std::vector<std::thread> threads;
        for (int person = 0; person < people; ++person)
            threads.emplace_back([&, person] {
                sentences[person] = sentenceOf([&] {
                    const auto index = m_place->open();
                    work(*index, person);
                });
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(sentences.join(QString()), QString());
    }

    static std::vector<float> unitVector(std::mt19937& random, int columns)
    {
        std::normal_distribution<float> normal;
        std::vector<float> vector(columns);
        std::ranges::generate(vector, [&] { return normal(random); });
        const float length
            = std::sqrt(std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.F));
        for (float& number : vector)
            number /= length;
        return vector;
    }

    void addVectors(int count, int columns)
    {
        std::vector<Passage> passages;
        for (int each = 0; each < count; ++each)
            passages.push_back(passage("text " + std::to_string(each)));
        m_index->addDocument(stampOf("/a"), record("a", count), passages);
        std::mt19937 random(1);
        m_index->setEmbedding(unitVector(random, columns));
        const auto bare = m_index->passagesWithoutVector(count);
        std::vector<std::vector<float>> vectors(bare.size());
        std::ranges::generate(vectors, [&] { return unitVector(random, columns); });
        m_index->addVectors(bare, vectors);
    }

    // The closest of all, looked at one by one.
    std::set<PassageNumber> exactly(const std::vector<float>& vector, int most)
    {
        QStringList numbers;
        for (const float number : vector)
            numbers << QString::number(double(number));
        QSqlQuery& query = m_server->run(QString("SELECT passage FROM vignette.passage_vector "
                                                 "ORDER BY vector <=> ?::halfvec LIMIT %1")
                                             .arg(most),
            {'[' + numbers.join(u',') + ']'});
        std::set<PassageNumber> closest;
        while (query.next())
            closest.insert(query.value(0).toLongLong());
        return closest;
    }

    std::unique_ptr<tests::StorePlace> m_place;
    std::unique_ptr<DocumentIndex> m_index;
    std::unique_ptr<PostgresDatabase> m_server; // of the test itself
};

TESTS(PostgresIndexTest, QCoreApplication);
#include "postgres_index_test.moc"
