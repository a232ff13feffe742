#include "services/documents/index/document_index.h"
#include "services/documents/index/document_search.h"
#include "services/documents/index/passage_reranker.h"
#include "tests/benchmarks/random_reranker.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>

// How long a question takes in a large store: 100,000 passages of words as usual as those of a
// language, with vectors of 384 numbers, all random; and how fast they are added.
//
//     ./dev bench passages [PASSAGES] [--store STORE]
//
// A question is also asked with a reranker that has the shape of the smallest one in use (RandomReranker); of
// its time, that of the CPU is told apart, which holds on a busy machine too.
//
// A STORE must be empty, such as a new database of a PostgreSQL server; it is full afterwards.

namespace {

using namespace services;

constexpr int questions = 30, columns = 384, wordsOfPassage = 120, passagesOfDocument = 500;
constexpr int vocabulary = 60'000;

/// Words of which the n-th is n times as rare as the first (Zipf's law).
class Language {
public:
    explicit Language(unsigned seed)
        : m_random(seed)
    {
    }

    std::string words(int count)
    {
        std::string text;
        for (int word = 0; word < count; ++word) {
            const double share = std::uniform_real_distribution<double>(0, 1)(m_random);
            text += (text.empty() ? "w" : " w") + std::to_string(int(std::pow(vocabulary, share)));
        }
        return text;
    }

    std::vector<float> vector()
    {
        std::normal_distribution<float> normal(0, 1 / std::sqrt(float(columns)));
        std::vector<float> vector(columns);
        std::ranges::generate(vector, [&] { return normal(m_random); });
        return vector;
    }

private:
    std::mt19937 m_random;
};

double millisecondsOf(const std::function<void()>& work)
{
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    work();
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double processorMilliseconds()
{
    timespec time = {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) * 1e-6;
}

void print(
    const std::string& figure, double value, const char* unit, nlohmann::json target = nullptr)
{
    const nlohmann::ordered_json line{
        {"figure", figure}, {"value", value}, {"unit", unit}, {"target", target}};
    std::printf("%s\n", line.dump().c_str());
}

void fill(DocumentIndex& index, int passages, Language& language)
{
    double ofPassages = 0, ofVectors = 0; // milliseconds
    index.setEmbedding(language.vector());
    for (int first = 0; first < passages; first += passagesOfDocument) {
        std::vector<Passage> some;
        for (int each = 0; each < passagesOfDocument; ++each) {
            const std::string text = language.words(wordsOfPassage);
            some.push_back({1, "", text, {0, text.size()}, {}});
        }
        const QByteArray name = QByteArray::number(first);
        ofPassages += millisecondsOf([&] {
            index.addDocument(
                {'/' + name, 1, 1, "/"}, {name, 1, "", "", 1, passagesOfDocument, {}}, some);
        });
        const auto bare = index.passagesWithoutVector(passagesOfDocument);
        std::vector<std::vector<float>> vectors(bare.size());
        std::ranges::generate(vectors, [&] { return language.vector(); });
        ofVectors += millisecondsOf([&] { index.addVectors(bare, vectors); });
    }
    print("adding passages", passages * 1000 / ofPassages, "passages/s");
    print("adding vectors", passages * 1000 / ofVectors, "passages/s");
}

void printMedianAndWorst(const char* name, std::vector<double> times, double target)
{
    std::ranges::sort(times);
    print(name + std::string(", median"), times[times.size() / 2], "ms", target);
    print(name + std::string(", slowest"), times.back(), "ms", target);
}

double percentile(std::vector<double> times, double share)
{
    std::ranges::sort(times);
    return times[std::min(times.size() - 1, size_t(double(times.size()) * share))];
}

void measureReranking(DocumentIndex& index, Language& language)
{
    constexpr double target = 600; // milliseconds
    const QTemporaryDir folder;
    const RandomReranker written(folder.path());
    PassageReranker reranker(folder.path());
    DocumentSearch search(index, nullptr, &reranker);
    std::vector<double> times, processor;
    for (int question = 0; question < questions; ++question) {
        const QString words = QString::fromStdString(language.words(10));
        const double before = processorMilliseconds();
        times.push_back(millisecondsOf([&] { search.find(words, 5); }));
        processor.push_back(processorMilliseconds() - before);
    }
    print("hits that are re-ranked", reranker.hits(), "hits");
    print("a question, re-ranked, median", percentile(times, 0.5), "ms", target);
    print("a question, re-ranked, 95th percentile", percentile(times, 0.95), "ms", target);
    print("a question, re-ranked, of the CPU, median", percentile(processor, 0.5), "ms");
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addOption({"store", {}, "STORE"});
    parser.process(application);
    const QStringList arguments = parser.positionalArguments();
    const int passages = arguments.isEmpty() ? 100'000 : arguments.first().toInt();
    QTemporaryDir folder;
    const auto store = openDocumentIndex(
        parser.isSet("store") ? parser.value("store") : folder.filePath("store"));
    DocumentIndex& index = *store;
    Language language(/*seed=*/1);
    fill(index, passages, language);

    print("reading the vectors of a store",
        millisecondsOf([&] { index.findVectors(language.vector(), 1); }), "ms");
    std::vector<double> byWords, byVectors;
    DocumentSearch search(index);
    for (int question = 0; question < questions; ++question) {
        const QString words = QString::fromStdString(language.words(10));
        byWords.push_back(millisecondsOf([&] { search.find(words, 5); }));
        const auto vector = language.vector();
        byVectors.push_back(millisecondsOf([&] { index.findVectors(vector, 100); }));
    }
    printMedianAndWorst("a question, by words", byWords, 150);
    printMedianAndWorst("the closest vectors", byVectors, 150);
    measureReranking(index, language);
}
