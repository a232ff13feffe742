#include "services/documents/index/postgres_index.h"

#include "services/documents/index/search_terms.h"
#include "services/documents/index/stored_values.h"
#include "services/storage/database.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QFile>
#include <QVersionNumber>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

namespace services {

namespace {

using Json = nlohmann::json;

constexpr int newestVersion = 1;
constexpr int leastServer = 130000; // 13, as pgvector needs it
const QVersionNumber leastVectors(0, 7); // halfvec
constexpr int passagesAtOnce = 200; // added by one statement
constexpr size_t vectorsAtOnce = 64; // the same
constexpr int mostLexemes = 10'000; // of a passage; a tsvector contains 1 MiB
constexpr size_t longestLexeme = 1024; // bytes
constexpr int mostIndexedColumns = 4000; // of vectors; more are compared one by one

// What the ranking looks at: the rarest terms, as long as they have no more passages together.
constexpr int64_t mostRanked = 10'000;
// How much a term weighs that a passage has once, twice, three or more times, or five: those of
// TermRelevance.
const QLatin1String saturation("'{0.45, 0.63, 0.75, 0.85}'");
constexpr int headingWeight = 2;

// Held while somebody changes the store; the bytes say "vignette".
const QString lock = QStringLiteral("SELECT pg_advisory_xact_lock(8532464692876309605)");

// The condition that a path is in a list in JSON.
const QLatin1String isInList("path IN (SELECT value FROM json_array_elements_text(?::json))");

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::PostgresIndex)
};

// PostgreSQL keeps no zeros in texts; a space is as long.
std::string withoutZeros(std::string text)
{
    std::ranges::replace(text, '\0', ' ');
    return text;
}

QString withoutZeros(QString text)
{
    return orEmpty(text.replace(QChar(0), u' '));
}

// Formats JSON as a value of a statement.
QString toValue(const Json& json)
{
    return QString::fromStdString(
        json.dump(-1, ' ', false, nlohmann::detail::error_handler_t::replace));
}

Json toJson(const QStringList& texts)
{
    Json list = Json::array();
    for (const QString& text : texts)
        list.push_back(text.toStdString());
    return list;
}

// A lexeme as tsvector and tsquery read it; empty: it can be none.
std::string toLexeme(std::string_view term)
{
    if (term.empty() || term.size() > longestLexeme)
        return {};
    std::string quoted = "'";
    for (const char byte : term) {
        if (byte == '\'' || byte == '\\')
            quoted += byte;
        quoted += byte;
    }
    return withoutZeros(quoted + "'");
}

void countTerms(std::map<std::string_view, int>& counts, std::string_view terms, int weight)
{
    while (!terms.empty()) {
        const size_t end = std::min(terms.find(' '), terms.size());
        counts[terms.substr(0, end)] += weight;
        terms.remove_prefix(std::min(end + 1, terms.size()));
    }
}

char toWeight(int count)
{
    if (count >= 5)
        return 'A';
    return count > 2 ? 'B' : count > 1 ? 'C' : 'D';
}

// A tsvector in which each term is at the first position, with the weight that says how often.
std::string toLexemes(std::string_view headingTerms, std::string_view textTerms)
{
    std::map<std::string_view, int> counts;
    countTerms(counts, headingTerms, headingWeight);
    countTerms(counts, textTerms, 1);
    std::string all;
    int left = mostLexemes;
    for (const auto& [term, count] : counts) {
        const std::string lexeme = toLexeme(term);
        if (lexeme.empty() || left-- <= 0)
            continue;
        all += lexeme + ":1" + toWeight(count) + ' ';
    }
    return all;
}

Json toJson(const Passage& passage, const QString& title)
{
    const PassageTerms terms
        = toPassageTerms(title.toStdString() + " " + passage.heading, passage.text);
    return {{"page", passage.page}, {"heading", withoutZeros(passage.heading)},
        {"text", withoutZeros(passage.text)}, {"first", passage.bytes.from},
        {"last", passage.bytes.to},
        {"rectangles", bytesOf(passage.rectangles).toHex().toStdString()},
        {"heading_terms", terms.heading}, {"text_terms", terms.text},
        {"lexemes", toLexemes(terms.heading, terms.text)}};
}

// [1,0.5,…], as pgvector reads it; more digits than its 16 bits hold are left out.
std::string toText(const std::vector<float>& vector)
{
    std::string text = "[";
    for (const float number : vector) {
        char digits[32];
        const auto end = std::to_chars(
            std::begin(digits), std::end(digits), number, std::chars_format::general, 6);
        text.append(digits, end.ptr) += ',';
    }
    text.back() = ']';
    return text;
}

struct WeighedTerm {
    std::string lexeme;
    double weight = 0;
    int64_t passages = 0;
};

// The rarest first, without those that no passage has.
std::vector<WeighedTerm> weighed(
    const std::vector<std::string>& terms, const TermStatistics& statistics)
{
    std::vector<WeighedTerm> all;
    for (size_t term = 0; term < terms.size(); ++term) {
        const auto passages = double(statistics.passages), with = double(statistics.with[term]);
        std::string lexeme = toLexeme(terms[term]);
        if (with > 0 && !lexeme.empty())
            all.push_back(
                {std::move(lexeme), std::log1p(std::max(passages - with + 0.5, 0.0) / (with + 0.5)),
                    statistics.with[term]});
    }
    std::ranges::sort(all, {}, &WeighedTerm::passages);
    return all;
}

// A tsquery for passages that have one of the rarest terms.
std::string toQuery(const std::vector<WeighedTerm>& terms)
{
    std::string query = terms.front().lexeme;
    int64_t passages = terms.front().passages;
    for (const WeighedTerm& term : std::span(terms).subspan(1))
        if ((passages += term.passages) <= mostRanked)
            query += " | " + term.lexeme;
    return query;
}

} // namespace

PostgresIndex::PostgresIndex(const PostgresAddress& address, MissingStore missing)
    : m_database(address, [this, missing] { prepareStore(missing); })
{
}

void PostgresIndex::prepareStore(MissingStore missing)
{
    requireServer();
    const int known = version();
    if (known > newestVersion)
        reject(Text::tr("%1 was created by a newer version of Vignette: its format is %2, and this "
                        "version supports up to %3. It wasn't changed.")
                   .arg(m_database.name())
                   .arg(known)
                   .arg(newestVersion));
    if (known == 0 && missing == MissingStore::Fail)
        reject(Text::tr("The index “%1” doesn't exist. Create it with vignette-cli index.")
                   .arg(m_database.name()));
    if (known == 0)
        createStore();
    requireVectors();
    openSchema();
}

void PostgresIndex::requireServer()
{
    QSqlQuery& server = m_database.run(
        QStringLiteral("SELECT current_setting('server_version_num')::integer, "
                       "current_setting('server_version'), current_setting('server_encoding')"));
    server.next();
    if (server.value(0).toInt() < leastServer)
        reject(Text::tr("%1 runs PostgreSQL %2, but version 13 or newer is required.")
                   .arg(m_database.name(), server.value(1).toString()));
    if (server.value(2).toString() != u"UTF8")
        reject(Text::tr("The database %1 uses the encoding %2, but UTF8 is required.")
                   .arg(m_database.name(), server.value(2).toString()));
}

// 0: there is no store. Names are looked up in the tables, which show what others have just made.
int PostgresIndex::version()
{
    QSqlQuery& form
        = m_database.run(QStringLiteral("SELECT EXISTS (SELECT 1 FROM pg_tables "
                                        "WHERE schemaname = 'vignette' AND tablename = 'form')"));
    form.next();
    if (!form.value(0).toBool())
        return 0;
    QSqlQuery& version
        = m_database.run(QStringLiteral("SELECT coalesce(max(version), 0) FROM vignette.form"));
    version.next();
    return version.value(0).toInt();
}

void PostgresIndex::createStore()
{
    requireVectors();
    m_database.transaction([this] {
        m_database.run(lock);
        if (version() > 0)
            return; // somebody was quicker
        m_database.runScript(QStringLiteral("CREATE EXTENSION IF NOT EXISTS vector"));
        createSchema();
        openSchema();
        QFile script(QStringLiteral(":/sql/documents-postgres-1.sql"));
        CHECK(script.open(QIODevice::ReadOnly));
        m_database.runScript(QString::fromUtf8(script.readAll()));
    });
}

// Asked first: who may not create schemas may use one that is there.
void PostgresIndex::createSchema()
{
    QSqlQuery& schema = m_database.run(
        QStringLiteral("SELECT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = 'vignette')"));
    schema.next();
    if (!schema.value(0).toBool())
        m_database.runScript(QStringLiteral("CREATE SCHEMA vignette"));
}

void PostgresIndex::requireVectors()
{
    QSqlQuery& extension
        = m_database.run(QStringLiteral("SELECT coalesce(installed_version, default_version), "
                                        "split_part(current_setting('server_version'), '.', 1) "
                                        "FROM (VALUES ('vector')) AS wanted (name) "
                                        "LEFT JOIN pg_available_extensions USING (name)"));
    extension.next();
    const QString found = extension.value(0).toString();
    if (found.isEmpty())
        reject(Text::tr("pgvector isn't installed on %1, but searching by meaning needs it. "
                        "Install it on that server (Debian and Ubuntu: postgresql-%2-pgvector; for "
                        "Debian 12 from apt.postgresql.org).")
                   .arg(m_database.name(), extension.value(1).toString()));
    if (QVersionNumber::fromString(found) < leastVectors)
        reject(Text::tr("%1 has pgvector %2, but version %3 or newer is required.")
                   .arg(m_database.name(), found, leastVectors.toString()));
}

// Finds tables and pgvector by their names from now on.
void PostgresIndex::openSchema()
{
    m_database.run(QStringLiteral(
        "SELECT set_config('search_path', 'vignette, ' || quote_ident(nspname), false) "
        "FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace "
        "WHERE extname = 'vector'"));
    // How many of the closest vectors the index looks for at first, and that it continues for more.
    m_database.run(QStringLiteral("SELECT set_config('hnsw.ef_search', '200', false)"));
    m_database.run(QStringLiteral(
        "SELECT set_config('hnsw.iterative_scan', 'strict_order', false) FROM pg_extension "
        "WHERE extname = 'vector' AND extversion NOT LIKE '0.7%'"));
}

// One after the other, so that counts of terms never wait for each other in a circle.
void PostgresIndex::change(const std::function<void()>& work)
{
    m_database.transaction([&] {
        m_database.run(lock);
        work();
    });
}

QStringList PostgresIndex::roots()
{
    QSqlQuery& query
        = m_database.run(QStringLiteral("SELECT left(path, %1) FROM root ORDER BY path LIMIT %2")
                             .arg(maxPathLength)
                             .arg(maxRoots));
    QStringList paths;
    while (query.next())
        paths << query.value(0).toString();
    return paths;
}

void PostgresIndex::addRoot(const QString& path)
{
    m_database.run(
        QStringLiteral("INSERT INTO root (path) VALUES (?) ON CONFLICT DO NOTHING"), {path});
}

QList<IndexedFile> PostgresIndex::files(const QString& path)
{
    const QString condition = path.isEmpty() ? QStringLiteral("true") : isBelow();
    QSqlQuery& query
        = m_database.run(QStringLiteral("SELECT left(path, 5000), bytes, changed, "
                                        "left(volume, 5000), %1 FROM file "
                                        "JOIN document ON number = document WHERE %2 ORDER BY path")
                             .arg(readColumns, condition),
            path.isEmpty() ? QVariantList() : pathOrBelow(path));
    return filesFrom(query);
}

std::optional<DocumentRecord> PostgresIndex::findDocument(const QByteArray& content)
{
    QSqlQuery& query = m_database.run(
        QStringLiteral("SELECT %1 FROM document WHERE content = ?").arg(readColumns), {content});
    return query.next() ? std::optional(recordFrom(query)) : std::nullopt;
}

void PostgresIndex::setFile(const FileStamp& file, const QByteArray& content)
{
    change([&] {
        QSqlQuery& query = m_database.run(
            QStringLiteral("SELECT number FROM document WHERE content = ?"), {content});
        if (!query.next()) // others may change the store between two calls
            reject(Text::tr("Someone else has just removed the document “%1” from %2.")
                       .arg(file.path, m_database.name()));
        pointTo(query.value(0).toLongLong(), file);
    });
}

void PostgresIndex::addDocument(
    const FileStamp& file, const DocumentRecord& document, const std::vector<Passage>& passages)
{
    change([&] {
        const int64_t number = insertDocument(document);
        insertPassages(number, document.title, passages);
        pointTo(number, file);
    });
}

// Replaces an earlier reading, so that other files with the same content keep their document.
int64_t PostgresIndex::insertDocument(const DocumentRecord& document)
{
    QSqlQuery& inserted = m_database.run(
        QStringLiteral("INSERT INTO document (%1) VALUES (?, ?, ?, ?, ?, ?, ?) "
                       "ON CONFLICT (content) DO UPDATE SET reading = excluded.reading, "
                       "measure = excluded.measure, title = excluded.title, "
                       "pages = excluded.pages, passages = excluded.passages, "
                       "error = excluded.error RETURNING number")
            .arg(documentColumns),
        {document.content, document.reading, withoutZeros(storedMeasure(document)),
            withoutZeros(document.title), document.pages, document.passages,
            withoutZeros(document.error)});
    inserted.next();
    const int64_t number = inserted.value(0).toLongLong();
    m_database.run(QStringLiteral("DELETE FROM passage WHERE document = ?"), {qint64(number)});
    return number;
}

void PostgresIndex::insertPassages(
    int64_t document, const QString& title, const std::vector<Passage>& passages)
{
    Json some = Json::array();
    for (size_t each = 0; each < passages.size(); ++each) {
        some.push_back(toJson(passages[each], title));
        if (some.size() < passagesAtOnce && each + 1 < passages.size())
            continue;
        m_database.run(
            QStringLiteral("INSERT INTO passage (document, page, heading, text, first, last, "
                           "rectangles, heading_terms, text_terms, lexemes) "
                           "SELECT ?, page, heading, text, first, last, decode(rectangles, 'hex'), "
                           "heading_terms, text_terms, lexemes::tsvector "
                           "FROM ROWS FROM (json_to_recordset(?::json) AS (page integer, "
                           "heading text, text text, first bigint, last bigint, rectangles text, "
                           "heading_terms text, text_terms text, lexemes text)) "
                           "WITH ORDINALITY ORDER BY ordinality"),
            {qint64(document), toValue(some)});
        some.clear();
    }
}

// The file's former content is removed, unless another file contains it.
void PostgresIndex::pointTo(int64_t document, const FileStamp& file)
{
    eraseFiles(QStringLiteral("path = ? AND document <> ?"), {file.path, qint64(document)});
    m_database.run(QStringLiteral("INSERT INTO file (path, bytes, changed, volume, document) "
                                  "VALUES (?, ?, ?, ?, ?) ON CONFLICT (path) DO UPDATE SET "
                                  "bytes = excluded.bytes, changed = excluded.changed, "
                                  "volume = excluded.volume, document = excluded.document"),
        {file.path, file.bytes, file.changed, orEmpty(file.volume), qint64(document)});
}

// Also erases documents that belong to no file any more.
void PostgresIndex::eraseFiles(const QString& condition, const QVariantList& values)
{
    QSqlQuery& erased = m_database.run(
        QStringLiteral("DELETE FROM file WHERE %1 RETURNING document").arg(condition), values);
    Json documents = Json::array();
    while (erased.next())
        documents.push_back(erased.value(0).toLongLong());
    if (documents.empty())
        return;
    m_database.run(QStringLiteral("DELETE FROM document WHERE number IN "
                                  "(SELECT value::bigint FROM json_array_elements_text(?::json)) "
                                  "AND NOT EXISTS (SELECT 1 FROM file WHERE document = number)"),
        {toValue(documents)});
}

void PostgresIndex::removeFiles(const QStringList& paths)
{
    if (paths.isEmpty())
        return;
    change([&] { eraseFiles(isInList, {toValue(toJson(paths))}); });
}

void PostgresIndex::erase(const QStringList& roots, const QStringList& files)
{
    change([&] {
        m_database.run(
            QStringLiteral("DELETE FROM root WHERE ") + isInList, {toValue(toJson(roots))});
        eraseFiles(isInList, {toValue(toJson(files))});
    });
}

TermStatistics PostgresIndex::statistics(const std::vector<std::string>& terms)
{
    Json wanted = Json::array({""}); // all passages
    for (const std::string& term : terms)
        wanted.push_back(withoutZeros(term));
    QSqlQuery& query = m_database.run(
        QStringLiteral(
            "SELECT coalesce(passages, 0) "
            "FROM json_array_elements_text(?::json) WITH ORDINALITY AS wanted (term, place) "
            "LEFT JOIN term USING (term) ORDER BY place"),
        {toValue(wanted)});
    TermStatistics statistics;
    query.next();
    statistics.passages = std::max<int64_t>(query.value(0).toLongLong(), 0);
    while (query.next())
        statistics.with.push_back(
            std::clamp<int64_t>(query.value(0).toLongLong(), 0, statistics.passages));
    return statistics;
}

std::vector<PassageText> PostgresIndex::findTerms(const std::vector<std::string>& terms, int most)
{
    const std::vector<WeighedTerm> known = weighed(terms, statistics(terms));
    if (known.empty())
        return {};
    QStringList ranks;
    QVariantList values;
    for (const WeighedTerm& term : known) {
        ranks << QStringLiteral("?::float8 * ts_rank(%1, lexemes, ?::tsquery)").arg(saturation);
        values << term.weight << QString::fromStdString(term.lexeme);
    }
    values << QString::fromStdString(toQuery(known));
    QSqlQuery& query = m_database.run(
        QStringLiteral("SELECT number, left(heading_terms, %1), left(text_terms, %1) FROM "
                       "(SELECT number, heading_terms, text_terms, %2 AS rank FROM "
                       "(SELECT * FROM passage WHERE lexemes @@ ?::tsquery LIMIT %3) AS candidate "
                       "ORDER BY rank DESC, number LIMIT %4) AS best ORDER BY rank DESC, number")
            .arg(maxTextLength)
            .arg(ranks.join(QStringLiteral(" + ")))
            .arg(mostRanked)
            .arg(std::max(most, 0)),
        values);
    return textsFrom(query);
}

std::vector<PassageText> PostgresIndex::termsOf(const std::vector<PassageNumber>& numbers)
{
    QSqlQuery& query = m_database.run(
        QStringLiteral(
            "SELECT number, left(heading_terms, %1), left(text_terms, %1) "
            "FROM json_array_elements_text(?::json) WITH ORDINALITY AS wanted (wanted, place) "
            "JOIN passage ON number = wanted::bigint ORDER BY place")
            .arg(maxTextLength),
        {toValue(numbers)});
    return textsFrom(query);
}

std::vector<float> PostgresIndex::embedding()
{
    QSqlQuery& query = m_database.run(
        QStringLiteral("SELECT substring(mark FROM 1 FOR %1) FROM embedding LIMIT 1")
            .arg(maxMarkBytes));
    return query.next() ? valuesFrom<float>(query.value(0).toByteArray()) : std::vector<float>();
}

void PostgresIndex::setEmbedding(const std::vector<float>& mark)
{
    change([&] {
        m_database.runScript(
            QStringLiteral("DROP INDEX IF EXISTS passage_by_vector; TRUNCATE passage_vector; "
                           "ALTER TABLE passage_vector ALTER COLUMN vector TYPE halfvec(%1)")
                .arg(mark.size()));
        if (mark.size() <= mostIndexedColumns)
            m_database.runScript(QStringLiteral("CREATE INDEX passage_by_vector ON passage_vector "
                                                "USING hnsw (vector halfvec_cosine_ops)"));
        m_database.runScript(QStringLiteral("DELETE FROM embedding"));
        m_database.run(QStringLiteral("INSERT INTO embedding (mark) VALUES (?)"), {bytesOf(mark)});
    });
}

int64_t PostgresIndex::countWithoutVector()
{
    QSqlQuery& query = m_database.run(QStringLiteral(
        "SELECT (SELECT count(*) FROM passage) - (SELECT count(*) FROM passage_vector)"));
    query.next();
    return query.value(0).toLongLong();
}

std::vector<PassageText> PostgresIndex::passagesWithoutVector(int most, PassageNumber after)
{
    QSqlQuery& query = m_database.run(
        QStringLiteral("SELECT number, left(heading, %1), left(text, %1) FROM passage "
                       "WHERE number > ? AND NOT EXISTS "
                       "(SELECT 1 FROM passage_vector WHERE passage = number) "
                       "ORDER BY number LIMIT %2")
            .arg(maxTextLength)
            .arg(std::max(most, 0)),
        {qint64(after)});
    return textsFrom(query);
}

// Numbers are never given twice, so a passage that is there is the one that was read. A server takes a
// millisecond for a vector, or much longer if it is busy.
void PostgresIndex::addVectors(
    const std::vector<PassageText>& passages, const std::vector<std::vector<float>>& vectors)
{
    CHECK(passages.size() == vectors.size());
    if (passages.empty())
        return;
    m_database.transaction([&] {
        for (size_t first = 0; first < passages.size(); first += vectorsAtOnce) {
            Json rows = Json::array();
            const size_t end = std::min(first + vectorsAtOnce, passages.size());
            for (size_t each = first; each < end; ++each)
                rows.push_back(
                    {{"passage", passages[each].passage}, {"vector", toText(vectors[each])}});
            insertVectors(toValue(rows));
        }
    });
}

void PostgresIndex::insertVectors(const QString& rows)
{
    m_database.run(
        QStringLiteral("INSERT INTO passage_vector (passage, vector) "
                       "SELECT number, vector::halfvec FROM json_to_recordset(?::json) "
                       "AS given (passage bigint, vector text) JOIN passage ON number = passage "
                       "FOR KEY SHARE OF passage "
                       "ON CONFLICT (passage) DO UPDATE SET vector = excluded.vector"),
        {rows});
}

std::vector<VectorMatch> PostgresIndex::findVectors(
    const std::vector<float>& vector, int most, const std::vector<PassageNumber>& also)
{
    if (int(vector.size()) != columns())
        return {};
    const QString wanted = QString::fromStdString(toText(vector));
    std::vector<VectorMatch> matches;
    const auto take = [&matches](QSqlQuery& query) {
        while (query.next()) {
            const VectorMatch match{query.value(0).toLongLong(), query.value(1).toFloat()};
            const bool isKnown
                = std::ranges::find(matches, match.passage, &VectorMatch::passage) != matches.end();
            if (!isKnown && std::isfinite(match.similarity))
                matches.push_back(match);
        }
    };
    take(m_database.run(
        QStringLiteral("SELECT passage, 1 - (vector <=> ?::halfvec) FROM passage_vector "
                       "ORDER BY vector <=> ?::halfvec LIMIT %1")
            .arg(std::max(most, 0)),
        {wanted, wanted}));
    take(m_database.run(
        QStringLiteral(
            "SELECT passage, 1 - (vector <=> ?::halfvec) "
            "FROM json_array_elements_text(?::json) WITH ORDINALITY AS wanted (wanted, place) "
            "JOIN passage_vector ON passage = wanted::bigint ORDER BY place"),
        {wanted, toValue(also)}));
    return matches;
}

// The number of numbers that a vector of the store has.
int PostgresIndex::columns()
{
    QSqlQuery& query = m_database.run(
        QStringLiteral("SELECT atttypmod FROM pg_attribute "
                       "WHERE attrelid = 'passage_vector'::regclass AND attname = 'vector'"));
    return query.next() ? query.value(0).toInt() : 0;
}

std::vector<PassageNumber> PostgresIndex::passagesIn(const QByteArray& content)
{
    QSqlQuery& query = m_database.run(
        QStringLiteral("SELECT passage.number FROM passage JOIN document "
                       "ON document.number = document WHERE content = ? ORDER BY passage.number"),
        {content});
    return numbersFrom(query);
}

std::vector<DocumentHit> PostgresIndex::passages(const std::vector<PassageNumber>& numbers)
{
    QSqlQuery& query = m_database.run(
        QStringLiteral(
            "SELECT (SELECT min(path) FROM file WHERE document = document.number), "
            "left(title, 10000), page, left(heading, %1), left(text, %1), first, last, "
            "substring(rectangles FROM 1 FOR %2) "
            "FROM json_array_elements_text(?::json) WITH ORDINALITY AS wanted (wanted, place) "
            "JOIN passage ON passage.number = wanted::bigint "
            "JOIN document ON document.number = document ORDER BY place")
            .arg(maxTextLength)
            .arg(maxRectangleBytes),
        {toValue(numbers)});
    std::vector<DocumentHit> found;
    while (query.next()) {
        Passage passage{std::max(query.value(2).toInt(), 0),
            query.value(3).toString().toStdString(), query.value(4).toString().toStdString(),
            rangeFrom(query.value(5), query.value(6)),
            rectanglesFrom(query.value(7).toByteArray())};
        found.push_back({query.value(0).toString(), query.value(1).toString(), std::move(passage)});
    }
    return found;
}

} // namespace services
