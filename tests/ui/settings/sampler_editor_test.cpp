#include "tests/support/test_program.h"
#include "ui/settings/sampler_editor.h"

#include <QApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTest>

using services::AnswerSettings;
using ui::SamplerEditor;

/// What is typed into the editor while other things in it change.
class SamplerEditorTest : public QObject {
    Q_OBJECT

private slots:
    void aHalfTypedSchemaStaysWhileAnotherControlChanges()
    {
        SamplerEditor editor;
        schemaOf(editor)->setPlainText("{\"type\": ");
        QVERIFY(saysItIsInvalidJson(editor));

        editor.findChild<QSpinBox*>()->setValue(77);

        QCOMPARE(editor.value().maxTokens, std::optional<int64_t>(77));
        QCOMPARE(schemaOf(editor)->toPlainText(), "{\"type\": ");
        QVERIFY(saysItIsInvalidJson(editor));
    }

    void aHalfTypedSchemaGoesWhenOtherSettingsAreShown()
    {
        SamplerEditor editor;
        schemaOf(editor)->setPlainText("{\"type\": ");
        AnswerSettings other;
        other.schema = "{}";

        editor.setValue(other);

        QCOMPARE(schemaOf(editor)->toPlainText(), "{}");
        QVERIFY(!saysItIsInvalidJson(editor));
    }

    void itsFieldsGrowWithTheText()
    {
        SamplerEditor editor;
        const int before = schemaOf(editor)->sizeHint().height();
        QFont larger = editor.font();
        larger.setPointSizeF(2 * larger.pointSizeF());

        editor.setFont(larger);

        QVERIFY(schemaOf(editor)->sizeHint().height() > before * 3 / 2);
    }

private:
    static QPlainTextEdit* schemaOf(const SamplerEditor& editor)
    {
        for (QPlainTextEdit* each : editor.findChildren<QPlainTextEdit*>())
            if (each->accessibleName() == "JSON schema")
                return each;
        return nullptr;
    }

    static bool saysItIsInvalidJson(const SamplerEditor& editor)
    {
        for (const QLabel* label : editor.findChildren<QLabel*>())
            if (!label->isHidden() && label->text().startsWith("Invalid JSON"))
                return true;
        return false;
    }
};

TESTS(SamplerEditorTest, QApplication);
#include "sampler_editor_test.moc"
