#include "base/error.h"
#include "engine/generate/generator.h"
#include "runtime/models/loaded_model.h"
#include "runtime/prompt/prompt_text.h"
#include "tests/support/fixtures.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"
#include "vision/images/decode.h"

#include <QTest>

#include <functional>
#include <random>
#include <set>

namespace fs = std::filesystem;

using runtime::LoadedModel;

namespace {

using Random = std::mt19937;

qsizetype placeIn(const QByteArray& bytes, Random& random)
{
    return qsizetype(random() % size_t(std::max<qsizetype>(bytes.size(), 1)));
}

// One way in which a file may be damaged, or written by somebody who means harm.
using Damage = QByteArray (*)(QByteArray, Random&);

constexpr Damage damages[] = {
    [](QByteArray bytes, Random& random) { // a bit turned over, anywhere
        const qsizetype place = placeIn(bytes, random);
        bytes[place] = char(bytes[place] ^ (1 << random() % 8));
        return bytes;
    },
    [](QByteArray bytes, Random& random) { // or near the beginning, where most has a meaning
        const qsizetype place = placeIn(bytes.left(2000), random);
        bytes[place] = char(bytes[place] ^ (1 << random() % 8));
        return bytes;
    },
    [](QByteArray bytes, Random& random) { return bytes.left(placeIn(bytes, random)); },
    [](QByteArray bytes, Random& random) { // a piece left out
        return bytes.remove(placeIn(bytes, random), qsizetype(random() % 40));
    },
    [](QByteArray bytes, Random& random) { // a piece that comes twice
        const qsizetype place = placeIn(bytes, random);
        return bytes.insert(place, bytes.mid(place, qsizetype(random() % 40)));
    },
    [](QByteArray bytes, Random& random) { // another number
        static const QByteArray numbers[] = {"-1", "0", "1e308", "99999999999999999999", "65536"};
        qsizetype place = placeIn(bytes.left(20'000), random);
        while (place < bytes.size() && !isdigit(uchar(bytes[place])))
            ++place;
        qsizetype end = place;
        while (end < bytes.size() && isdigit(uchar(bytes[end])))
            ++end;
        return bytes.replace(place, end - place, numbers[random() % std::size(numbers)]);
    },
};

// Loads a model and asks it something; what is wrong with the way it failed, or nothing.
QString tryOut(const fs::path& path, const vision::Image& picture)
{
    try {
        runtime::LoadOptions options;
        options.path = path;
        options.threads = 1;
        options.contextTokens = 512;
        const auto model = LoadedModel::load(options);
        runtime::AnswerRequest request{{{runtime::Role::User, {}}}};
        std::vector<engine::ImageEmbeddingPtr> images;
        if (model->canSee()) {
            request.messages[0].parts.push_back(std::make_shared<const vision::Image>(picture));
            images.push_back(model->embed(picture));
        }
        request.messages[0].parts.push_back(std::string("Hello"));
        runtime::Prompt prompt = runtime::buildPrompt(*model->promptFormat(), request, images);
        engine::Generator generator(model->model(), model->cache(), model->tokenizer(), {});
        engine::Job job;
        job.ids = std::move(prompt.ids);
        job.images = std::move(prompt.images);
        job.maxNewTokens = 2;
        generator.enqueue(std::move(job));
        while (generator.numRemainingJobs() > 0)
            generator.iterate();
        return {};
    } catch (const base::Error& error) {
        const QString message = error.what();
        return message.isEmpty() || message.contains('\n') ? "no sentence: " + message : QString();
    } catch (const std::exception& error) {
        return QString("another exception: ") + error.what();
    }
}

} // namespace

// Damaged and lying models, as a download or somebody's gift may be: each loads or is rejected with
// a message.
class HostileModelsTest : public QObject {
    Q_OBJECT

    vision::Image m_picture{20, 30, std::vector<uint8_t>(20 * 30 * 3, 100)};

    static void damageFile(const fs::path& file, int rounds, const std::function<QString()>& use)
    {
        const QString path = QString::fromStdString(file);
        const QByteArray whole = tests::readFile(path);
        Random random(uint32_t(whole.size()));
        for (int round = 0; round < rounds; ++round) {
            const QByteArray damaged = damages[size_t(round) % std::size(damages)](whole, random);
            tests::writeFile(path, damaged);
            const QString wrong = use();
            QVERIFY2(wrong.isEmpty(),
                qPrintable(QString("round %1 of %2: %3").arg(round).arg(path, wrong)));
        }
        tests::writeFile(path, whole);
    }

private slots:
    void aDamagedFileOfTheTinyFolder_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name :
            {"config.json", "tokenizer.json", "tokenizer_config.json", "model.safetensors"})
            QTest::newRow(name) << name;
    }
    void aDamagedFileOfTheTinyFolder()
    {
        QFETCH(QString, name);
        const tests::TinyFolder folder;
        const fs::path path = folder.path().toStdString();

        damageFile(path / name.toStdString(), 300, [&] { return tryOut(path, m_picture); });
    }

    void aDamagedFileOfTheBuiltInModel_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("the language model") << "copy.gguf";
        QTest::newRow("the vision part") << "mmproj-copy.gguf";
    }
    void aDamagedFileOfTheBuiltInModel()
    {
        QFETCH(QString, name);
        tests::StarterCopy copy;
        const fs::path model = copy.write().toStdString();

        damageFile(
            model.parent_path() / name.toStdString(), 60, [&] { return tryOut(model, m_picture); });
    }

    void aDamagedFileOfAFolderOfTheTree_data()
    {
        REQUIRE_FIXTURES(root);
        QTest::addColumn<QString>("file");
        std::set<fs::path> files;
        for (const auto& entry : fs::recursive_directory_iterator(root / "models")) {
            if (entry.is_regular_file())
                files.insert(fs::relative(entry.path(), root / "models"));
        }
        for (const fs::path& file : files)
            QTest::newRow(file.c_str()) << QString::fromStdString(file);
    }
    void aDamagedFileOfAFolderOfTheTree()
    {
        QFETCH(QString, file);
        const fs::path models = *tests::fixtures() / "models";
        const fs::path name = file.toStdString(), family = *name.begin();
        const QTemporaryDir copies;
        const fs::path copy = fs::path(copies.path().toStdString()) / family;
        fs::copy(models / family, copy, fs::copy_options::recursive);
        fs::permissions(fs::path(copies.path().toStdString()) / name, fs::perms::owner_write,
            fs::perm_options::add);

        damageFile(fs::path(copies.path().toStdString()) / name, 24,
            [&] { return tryOut(copy, m_picture); });
    }

    void aTemplateThatNeverEndsIsStopped_data()
    {
        QTest::addColumn<QByteArray>("source");
        QTest::newRow("loops") << QByteArray("{% for a in range(10**9) %}{% for b in "
                                             "range(10**9) %}x{% endfor %}{% endfor %}");
        QTest::newRow("grows") << QByteArray("{{ 'x' * 10**12 }}");
        QTest::newRow("calls itself")
            << QByteArray("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}");
        QTest::newRow("is nested deeply")
            << QByteArray("{{ ") + QByteArray(150, '(') + "1" + QByteArray(150, ')') + " }}";
    }
    void aTemplateThatNeverEndsIsStopped()
    {
        QFETCH(QByteArray, source);
        tests::StarterCopy copy;
        copy.setTemplate(source);
        const fs::path model = copy.write().toStdString();

        QCOMPARE(tryOut(model, m_picture), QString());
    }
};

TESTS(HostileModelsTest, QCoreApplication);
#include "hostile_models_test.moc"
