#include "services/documents/index/sqlite_index.h"

#include "base/error.h"
#include "kernels/devices/backends.h"
#include "kernels/quantize.h"
#include "kernels/tensor.h"
#include "services/documents/index/search_terms.h"
#include "services/documents/index/stored_values.h"
#include "services/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace services {

using kernels::DType;

namespace {

constexpr DType packedType = DType::Q8_0;

int64_t wholeBlocks(size_t columns)
{
    return kernels::wholeBlocks(packedType, int64_t(columns));
}

std::vector<float> filled(std::span<const float> vector)
{
    std::vector<float> numbers(vector.begin(), vector.end());
    numbers.resize(size_t(wholeBlocks(vector.size())));
    return numbers;
}

} // namespace

QByteArray packedVector(std::span<const float> vector)
{
    const std::vector<float> numbers = filled(vector);
    const auto columns = int64_t(numbers.size());
    QByteArray packed(packedVectorBytes(vector.size()), Qt::Uninitialized);
    kernels::quantizeRow(packedType, numbers.data(), packed.data(), columns);
    return packed;
}

qsizetype packedVectorBytes(size_t columns)
{
    return qsizetype(kernels::rowBytes(packedType, wholeBlocks(columns)));
}

VectorTable::VectorTable(size_t columns)
    : m_processor(kernels::openBackend("cpu"))
    , m_columns(columns)
{
}

void VectorTable::add(PassageNumber passage, const QByteArray& packed)
{
    const bool isNext = m_passages.empty() || m_passages.back() < passage;
    if (packed.size() != packedVectorBytes(m_columns) || !isNext)
        return;
    m_passages.push_back(passage);
    const auto* bytes = reinterpret_cast<const std::byte*>(packed.constData());
    m_rows.insert(m_rows.end(), bytes, bytes + packed.size());
}

// The CPU multiplies as with the weights of a model: out = x · rowsᵀ.
std::vector<float> VectorTable::productsWith(std::span<const float> vector) const
{
    std::vector<float> x = filled(vector), products(m_passages.size());
    const auto rows = int64_t(m_passages.size());
    if (rows == 0)
        return products;
    CHECK(vector.size() == m_columns);
    const auto borrowed = [this](const void* bytes, DType type, int64_t count, int64_t columns) {
        return m_processor->borrow({const_cast<void*>(bytes), type, count, columns});
    };
    m_processor->ops().matmul(borrowed(products.data(), DType::F32, 1, rows),
        borrowed(x.data(), DType::F32, 1, int64_t(x.size())),
        borrowed(m_rows.data(), packedType, rows, int64_t(x.size())));
    m_processor->synchronize();
    return products;
}

std::vector<VectorMatch> VectorTable::find(
    std::span<const float> vector, int most, std::span<const PassageNumber> also) const
{
    const std::vector<float> products = productsWith(vector);
    std::vector<size_t> order(products.size());
    std::iota(order.begin(), order.end(), size_t(0));
    const auto end = order.begin() + std::min(ptrdiff_t(most), ptrdiff_t(order.size()));
    std::ranges::partial_sort(order, end, [&products](size_t left, size_t right) {
        return std::pair(-products[left], left) < std::pair(-products[right], right);
    });
    std::vector<VectorMatch> matches;
    for (const size_t row : std::span(order.begin(), end))
        matches.push_back({m_passages[row], products[row]});
    for (const PassageNumber passage : also) {
        const auto found = std::ranges::lower_bound(m_passages, passage);
        const bool isThere = found != m_passages.end() && *found == passage;
        if (isThere && std::ranges::find(matches, passage, &VectorMatch::passage) == matches.end())
            matches.push_back({passage, products[size_t(found - m_passages.begin())]});
    }
    return matches;
}

namespace {

// Passages that are looked at for a question, about: terms that more have are left to choose among
// those that have a rarer one.
constexpr int64_t mostScored = 20'000;

// Many more than stores have; see stored_values.h.
constexpr int maxFiles = 1'000'000;
constexpr int maxPassages = 4'000'000; // of a document
constexpr int maxVectors = 2'000'000;
constexpr int maxOccurrences = 2'000'000; // of a term

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::SqliteIndex)
};

// Makes a JSON list of terms that are separated by spaces; each once. They contain letters and
// digits only.
QString toList(const QString& terms)
{
    QStringList list = terms.split(u' ', Qt::SkipEmptyParts);
    list.removeDuplicates();
    return list.isEmpty() ? QString() : u'"' + list.join(QStringLiteral("\",\"")) + u'"';
}

QString toArray(QStringList lists)
{
    lists.removeAll(QString());
    return u'[' + lists.join(u',') + u']';
}

using Scores = std::unordered_map<PassageNumber, double>;

std::vector<PassageNumber> best(const Scores& scores, int most)
{
    std::vector<std::pair<double, PassageNumber>> order;
    for (const auto& [passage, score] : scores)
        order.emplace_back(-score, passage);
    const auto end = order.begin() + std::min(ptrdiff_t(most), ptrdiff_t(order.size()));
    std::ranges::partial_sort(order, end);
    std::vector<PassageNumber> passages;
    std::ranges::transform(order.begin(), end, std::back_inserter(passages),
        &std::pair<double, PassageNumber>::second);
    return passages;
}

} // namespace

SqliteIndex::SqliteIndex(const QString& path, const Database::Limits& limits)
    : m_database(path,
        {QStringLiteral(":/sql/documents-1.sql"), QStringLiteral(":/sql/documents-2.sql")},
        Database::Access::Shared, limits)
{
}

void SqliteIndex::setInterrupt(std::function<bool()> isInterrupted)
{
    m_database.setInterrupt(std::move(isInterrupted));
}

QStringList SqliteIndex::roots()
{
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT substr(path, 1, %1) FROM root ORDER BY path LIMIT %2")
            .arg(maxPathLength)
            .arg(maxRoots));
    QStringList paths;
    while (query.next())
        paths << query.value(0).toString();
    m_database.requireWhole(query);
    return paths;
}

void SqliteIndex::addRoot(const QString& path)
{
    m_database.run(QStringLiteral("INSERT OR IGNORE INTO root (path) VALUES (?)"), {path});
}

QList<IndexedFile> SqliteIndex::files(const QString& path)
{
    const QString condition = path.isEmpty() ? QStringLiteral("true") : isBelow();
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT substr(path, 1, %3), bytes, changed, substr(volume, 1, %3), %1 "
                       "FROM file JOIN document ON document.number = document "
                       "WHERE %2 ORDER BY path LIMIT %4")
            .arg(readColumns, condition)
            .arg(maxPathLength)
            .arg(maxFiles),
        path.isEmpty() ? QVariantList() : pathOrBelow(path));
    const QList<IndexedFile> files = filesFrom(query);
    m_database.requireWhole(query);
    return files;
}

std::optional<DocumentRecord> SqliteIndex::findDocument(const QByteArray& content)
{
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT %1 FROM document WHERE content = ?").arg(readColumns), {content});
    return query.next() ? std::optional(recordFrom(query)) : std::nullopt;
}

void SqliteIndex::setFile(const FileStamp& file, const QByteArray& content)
{
    m_database.transaction([&] {
        QSqlQuery query = m_database.run(
            QStringLiteral("SELECT number FROM document WHERE content = ?"), {content});
        if (!query.next()) // others may change the store between two calls
            reject(
                Text::tr("The document “%1” has just been removed from the index.").arg(file.path));
        pointTo(query.value(0).toLongLong(), file);
    });
}

void SqliteIndex::addDocument(
    const FileStamp& file, const DocumentRecord& document, const std::vector<Passage>& passages)
{
    m_database.transaction([&] {
        const int64_t number = insertDocument(document);
        QStringList terms;
        for (const Passage& passage : passages)
            terms << insertPassage(number, document.title, passage);
        countTerms(terms);
        pointTo(number, file);
    });
}

// Replaces an earlier reading, so that other files with the same content keep their document.
int64_t SqliteIndex::insertDocument(const DocumentRecord& document)
{
    QSqlQuery known = m_database.run(
        QStringLiteral("SELECT number FROM document WHERE content = ?"), {document.content});
    const bool isKnown = known.next();
    if (isKnown)
        erasePassages(known.value(0).toLongLong());
    const QVariant number = isKnown ? known.value(0) : QVariant();
    QSqlQuery inserted = m_database.run(
        QStringLiteral("INSERT INTO document (number, %1) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
                       "ON CONFLICT (number) DO UPDATE SET reading = excluded.reading, "
                       "measure = excluded.measure, title = excluded.title, "
                       "pages = excluded.pages, passages = excluded.passages, "
                       "error = excluded.error")
            .arg(documentColumns),
        {number, document.content, document.reading, orEmpty(storedMeasure(document)),
            orEmpty(document.title), document.pages, document.passages, orEmpty(document.error)});
    return isKnown ? number.toLongLong() : inserted.lastInsertId().toLongLong();
}

// Returns its terms, see toList().
QString SqliteIndex::insertPassage(int64_t document, const QString& title, const Passage& passage)
{
    const QSqlQuery inserted = m_database.run(
        QStringLiteral("INSERT INTO passage (document, page, heading, text, first, last, "
                       "rectangles) VALUES (?, ?, ?, ?, ?, ?, ?)"),
        {qint64(document), passage.page, QString::fromStdString(passage.heading),
            QString::fromStdString(passage.text), qint64(passage.bytes.from),
            qint64(passage.bytes.to), bytesOf(passage.rectangles)});
    const PassageTerms terms
        = toPassageTerms(title.toStdString() + " " + passage.heading, passage.text);
    const QString heading = QString::fromStdString(terms.heading);
    const QString text = QString::fromStdString(terms.text);
    m_database.run(QStringLiteral("INSERT INTO passage_terms (rowid, heading, text) "
                                  "VALUES (?, ?, ?)"),
        {inserted.lastInsertId(), heading, text});
    return toList(heading + u' ' + text);
}

void SqliteIndex::countTerms(const QStringList& terms)
{
    m_database.run(
        QStringLiteral("INSERT INTO term_count (term, passages) "
                       "SELECT value, count(*) FROM json_each(?) WHERE true "
                       "GROUP BY value ON CONFLICT (term) "
                       "DO UPDATE SET passages = term_count.passages + excluded.passages"),
        {toArray(terms)});
}

void SqliteIndex::uncountTerms(int64_t document)
{
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT passage_terms.heading, passage_terms.text FROM passage "
                       "JOIN passage_terms ON passage_terms.rowid = number WHERE document = ?"),
        {qint64(document)});
    QStringList terms;
    while (query.next())
        terms << toList(query.value(0).toString() + u' ' + query.value(1).toString());
    m_database.run(
        QStringLiteral("UPDATE term_count SET passages = term_count.passages - gone.passages FROM "
                       "(SELECT value, count(*) AS passages FROM json_each(?) "
                       "GROUP BY value) AS gone WHERE term = gone.value"),
        {toArray(terms)});
    m_database.run(QStringLiteral("DELETE FROM term_count WHERE passages <= 0 "
                                  "AND term IN (SELECT value FROM json_each(?))"),
        {toArray(terms)});
}

// The file's former content is removed, unless another file contains it.
void SqliteIndex::pointTo(int64_t document, const FileStamp& file)
{
    const std::optional<int64_t> before = documentAt(file.path);
    m_database.run(QStringLiteral("INSERT OR REPLACE INTO file "
                                  "(path, bytes, changed, volume, document) "
                                  "VALUES (?, ?, ?, ?, ?)"),
        {file.path, file.bytes, file.changed, orEmpty(file.volume), qint64(document)});
    if (before)
        eraseUnlessHeld(*before);
}

std::optional<int64_t> SqliteIndex::documentAt(const QString& path)
{
    QSqlQuery query
        = m_database.run(QStringLiteral("SELECT document FROM file WHERE path = ?"), {path});
    return query.next() ? std::optional<int64_t>(query.value(0).toLongLong()) : std::nullopt;
}

void SqliteIndex::removeFiles(const QStringList& paths)
{
    m_database.transaction([&] { removeAll(paths); });
}

void SqliteIndex::removeAll(const QStringList& paths)
{
    for (const QString& path : paths) {
        const std::optional<int64_t> document = documentAt(path);
        m_database.run(QStringLiteral("DELETE FROM file WHERE path = ?"), {path});
        if (document)
            eraseUnlessHeld(*document);
    }
}

void SqliteIndex::erase(const QStringList& roots, const QStringList& files)
{
    m_database.transaction([&] {
        for (const QString& root : roots)
            m_database.run(QStringLiteral("DELETE FROM root WHERE path = ?"), {root});
        removeAll(files);
        m_database.run(
            QStringLiteral("INSERT INTO passage_terms (passage_terms) VALUES ('optimize')"));
    });
    m_database.eraseTraces(Database::largestAtEnd);
}

void SqliteIndex::erasePassages(int64_t document)
{
    m_vectors.reset();
    uncountTerms(document);
    m_database.run(QStringLiteral("DELETE FROM passage_terms WHERE rowid IN "
                                  "(SELECT number FROM passage WHERE document = ?)"),
        {qint64(document)});
    m_database.run(QStringLiteral("DELETE FROM passage WHERE document = ?"), {qint64(document)});
}

void SqliteIndex::eraseUnlessHeld(int64_t document)
{
    QSqlQuery holder = m_database.run(
        QStringLiteral("SELECT 1 FROM file WHERE document = ? LIMIT 1"), {qint64(document)});
    if (holder.next())
        return;
    erasePassages(document);
    m_database.run(QStringLiteral("DELETE FROM document WHERE number = ?"), {qint64(document)});
}

TermStatistics SqliteIndex::statistics(const std::vector<std::string>& terms)
{
    TermStatistics statistics;
    QSqlQuery all
        = m_database.run(QStringLiteral("SELECT coalesce(sum(passages), 0) FROM document"));
    all.next();
    statistics.passages = std::max<int64_t>(all.value(0).toLongLong(), 0);
    QStringList lists; // of one term each: a term may be asked for twice
    for (const std::string& term : terms)
        lists << u'"' + QString::fromStdString(term) + u'"';
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT coalesce(passages, 0) FROM json_each(?) AS wanted "
                       "LEFT JOIN term_count ON term = wanted.value ORDER BY wanted.key"),
        {toArray(lists)});
    while (query.next())
        statistics.with.push_back(
            std::clamp<int64_t>(query.value(0).toLongLong(), 0, statistics.passages));
    m_database.requireWhole(query);
    return statistics;
}

// Rare terms say most of what a passage is about, and few passages have them.
std::vector<PassageText> SqliteIndex::findTerms(const std::vector<std::string>& terms, int most)
{
    const TermStatistics usual = statistics(terms);
    std::vector<size_t> order(terms.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::ranges::sort(order, {}, [&usual](size_t term) { return usual.with[term]; });
    Scores scores;
    int64_t scored = 0;
    for (const size_t term : order) {
        if (scored > 0 && scored + usual.with[term] > mostScored)
            break;
        scored += usual.with[term];
        addScores(scores, terms[term], computeRarity(usual.passages, usual.with[term]));
    }
    return termsOf(best(scores, most));
}

// Adds the score of each passage that contains the term; `rarity` is the most that any number of
// occurrences can give.
void SqliteIndex::addScores(
    std::unordered_map<PassageNumber, double>& scores, const std::string& term, double rarity)
{
    constexpr double half = 1.2, headingWeight = 2; // occurrences
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT doc, col = 'heading' FROM occurrence WHERE term = ? LIMIT %1")
            .arg(maxOccurrences),
        {QString::fromStdString(term)});
    PassageNumber passage = 0;
    double count = 0;
    const auto add = [&] {
        if (count > 0)
            scores[passage] += rarity * count / (count + half);
    };
    while (query.next()) {
        const PassageNumber next = query.value(0).toLongLong();
        if (next != passage) {
            add();
            passage = next;
            count = 0;
        }
        count += query.value(1).toBool() ? headingWeight : 1;
    }
    m_database.requireWhole(query);
    add();
}

std::vector<PassageText> SqliteIndex::termsOf(const std::vector<PassageNumber>& numbers)
{
    std::vector<PassageText> matches;
    for (const PassageNumber number : numbers) {
        QSqlQuery query
            = m_database.run(QStringLiteral("SELECT substr(heading, 1, %1), substr(text, 1, %1) "
                                            "FROM passage_terms WHERE rowid = ?")
                                 .arg(maxTextLength),
                {qint64(number)});
        if (query.next())
            matches.push_back({number, query.value(0).toString().toStdString(),
                query.value(1).toString().toStdString()});
    }
    return matches;
}

std::vector<float> SqliteIndex::embedding()
{
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT substr(mark, 1, %1) FROM embedding LIMIT 1").arg(maxMarkBytes));
    return query.next() ? valuesFrom<float>(query.value(0).toByteArray()) : std::vector<float>();
}

void SqliteIndex::setEmbedding(const std::vector<float>& mark)
{
    m_vectors.reset();
    m_database.transaction([&] {
        m_database.run(QStringLiteral("DELETE FROM passage_vector"));
        m_database.run(QStringLiteral("DELETE FROM embedding"));
        m_database.run(QStringLiteral("INSERT INTO embedding (mark) VALUES (?)"), {bytesOf(mark)});
    });
}

int64_t SqliteIndex::countWithoutVector()
{
    // Numbers are counted, because counting whole tables cannot be interrupted.
    QSqlQuery query = m_database.run(QStringLiteral("SELECT (SELECT count(number) FROM passage) - "
                                                    "(SELECT count(passage) FROM passage_vector)"));
    query.next();
    return query.value(0).toLongLong();
}

std::vector<PassageText> SqliteIndex::passagesWithoutVector(int most, PassageNumber after)
{
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT number, substr(heading, 1, %1), substr(text, 1, %1) FROM passage "
                       "WHERE number > ? AND NOT EXISTS "
                       "(SELECT 1 FROM passage_vector WHERE passage = number) "
                       "ORDER BY number LIMIT ?")
            .arg(maxTextLength),
        {qint64(after), std::max(most, 0)});
    auto texts = textsFrom(query);
    m_database.requireWhole(query);
    return texts;
}

void SqliteIndex::addVectors(
    const std::vector<PassageText>& passages, const std::vector<std::vector<float>>& vectors)
{
    CHECK(passages.size() == vectors.size());
    m_vectors.reset();
    m_database.transaction([&] {
        for (size_t each = 0; each < passages.size(); ++each)
            m_database.run(QStringLiteral("INSERT OR REPLACE INTO passage_vector (passage, vector) "
                                          "SELECT number, ? FROM passage WHERE number = ? "
                                          "AND substr(text, 1, %1) = ?")
                               .arg(maxTextLength),
                {packedVector(vectors[each]), qint64(passages[each].passage),
                    QString::fromStdString(passages[each].text)});
    });
}

std::vector<VectorMatch> SqliteIndex::findVectors(
    const std::vector<float>& vector, int most, const std::vector<PassageNumber>& also)
{
    return vectors(vector.size()).find(vector, most, also);
}

// Read again after another program has written.
const VectorTable& SqliteIndex::vectors(size_t columns)
{
    QSqlQuery version = m_database.run(QStringLiteral("PRAGMA data_version"));
    version.next();
    if (m_vectors && m_vectors->columns() == columns
        && m_vectorsVersion == version.value(0).toLongLong())
        return *m_vectors;
    m_vectorsVersion = version.value(0).toLongLong();
    m_vectors = std::make_unique<VectorTable>(columns);
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT passage, vector FROM passage_vector WHERE length(vector) = ? "
                       "ORDER BY passage LIMIT %1")
            .arg(maxVectors),
        {packedVectorBytes(columns)});
    while (query.next())
        m_vectors->add(query.value(0).toLongLong(), query.value(1).toByteArray());
    if (query.lastError().isValid())
        m_vectors.reset();
    m_database.requireWhole(query);
    return *m_vectors;
}

std::vector<PassageNumber> SqliteIndex::passagesIn(const QByteArray& content)
{
    QSqlQuery query = m_database.run(
        QStringLiteral("SELECT passage.number FROM passage JOIN document "
                       "ON document.number = document WHERE content = ? ORDER BY passage.number "
                       "LIMIT %1")
            .arg(maxPassages),
        {content});
    const auto numbers = numbersFrom(query);
    m_database.requireWhole(query);
    return numbers;
}

std::vector<DocumentHit> SqliteIndex::passages(const std::vector<PassageNumber>& numbers)
{
    std::vector<DocumentHit> found;
    for (const PassageNumber number : numbers) {
        QSqlQuery query = m_database.run(
            QStringLiteral("SELECT (SELECT min(path) FROM file WHERE document = document.number), "
                           "substr(title, 1, 10000), page, substr(heading, 1, %1), "
                           "substr(text, 1, %1), first, last, substr(rectangles, 1, %2) "
                           "FROM passage JOIN document ON document.number = document "
                           "WHERE passage.number = ?")
                .arg(maxTextLength)
                .arg(maxRectangleBytes),
            {qint64(number)});
        if (!query.next())
            continue;
        Passage passage{std::max(query.value(2).toInt(), 0),
            query.value(3).toString().toStdString(), query.value(4).toString().toStdString(),
            rangeFrom(query.value(5), query.value(6)),
            rectanglesFrom(query.value(7).toByteArray())};
        found.push_back({query.value(0).toString(), query.value(1).toString(), std::move(passage)});
    }
    return found;
}

} // namespace services
