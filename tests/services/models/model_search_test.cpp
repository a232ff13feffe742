#include "services/models/foreign_models.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

using services::ModelKind;

// What files are, whatever they are called.
class ModelSearchTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    const tests::StarterCopy m_model;

    ModelKind kindOf(const QString& name, const QByteArray& bytes)
    {
        tests::writeFile(m_folder.filePath(name), bytes);
        return services::detectModelKind(m_folder.filePath(name));
    }

private slots:
    void theHeadDecidesAndNotTheName()
    {
        QCOMPARE(kindOf("mmproj-a.gguf", m_model.text), ModelKind::Gguf);
        QCOMPARE(kindOf("b.gguf", m_model.vision), ModelKind::Projector);
    }

    void theFirstBytesAreEnough()
    {
        QCOMPARE(kindOf("c.gguf", m_model.vision.first(64 << 10)), ModelKind::Projector);
        QCOMPARE(kindOf("d.gguf", m_model.text.first(64 << 10)), ModelKind::Gguf);
    }

    void aFileThatSaysNothingIsJudgedByItsName()
    {
        QCOMPARE(kindOf("mmproj-e.gguf", "no GGUF"), ModelKind::Projector);
        QCOMPARE(kindOf("f.gguf", "no GGUF"), ModelKind::Gguf);
        QCOMPARE(kindOf("mmproj-g.gguf", {}), ModelKind::Projector);
    }

    void aNameOfAnArchitectureThatComesLateIsFound()
    {
        QCOMPARE(kindOf("h.gguf", lateArchitecture(m_model.vision)), ModelKind::Projector);
    }

    void onlyModelsAreFoundInAFolder()
    {
        const QTemporaryDir folder;
        tests::writeFile(folder.filePath("model.gguf"), m_model.text);
        tests::writeFile(folder.filePath("eyes.gguf"), m_model.vision);
        tests::writeFile(folder.filePath("model.txt"), m_model.text);
        QCOMPARE(services::modelsBelow(folder.path()), QStringList{folder.filePath("model.gguf")});
    }

private:
    // A text of 100 KiB before all other keys.
    static QByteArray lateArchitecture(QByteArray gguf)
    {
        const auto number = [](quint64 value, int size) {
            return QByteArray(reinterpret_cast<const char*>(&value), size);
        };
        const QByteArray key = "general.description";
        const qsizetype head = 8 + key.size() + 4 + 8;
        const QByteArray text(((100 << 10) + head + 31) / 32 * 32 - head, 'x'); // stays aligned
        quint64 keys = 0;
        memcpy(&keys, gguf.constData() + 16, sizeof keys);
        gguf.replace(16, 8, number(keys + 1, 8));
        return gguf.insert(24,
            number(quint64(key.size()), 8) + key + number(8, 4) + number(quint64(text.size()), 8)
                + text);
    }
};

TESTS(ModelSearchTest, QCoreApplication);
#include "model_search_test.moc"
