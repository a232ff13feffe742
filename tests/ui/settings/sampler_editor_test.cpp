#include "tests/support/test_program.h"
#include "ui/settings/sampler_editor.h"
#include "ui/widgets/marked_slider.h"

#include <QApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSignalSpy>
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

    void slidersAndNumbersGoTogether()
    {
        SamplerEditor editor;
        editor.setStandard({.temperature = 0.6f, .topK = 20});
        QSignalSpy edited(&editor, &SamplerEditor::edited);
        auto* slider = sliderOf(editor, "Temperature");
        auto* number = numberOf<QDoubleSpinBox>(editor, "Temperature");
        QVERIFY(slider && number);

        number->setValue(1.5);
        QCOMPARE(editor.value().temperature, std::optional(1.5f));
        QCOMPARE(slider->value() * 2.0 / slider->maximum(), 1.5); // it shows 0 … 2
        QTest::keyClick(slider, Qt::Key_Right);
        QCOMPARE(number->value(), 1.6);
        QCOMPARE(editor.value().temperature, std::optional(1.6f));
        QCOMPARE(edited.count(), 2);

        number->setValue(4); // beyond what the slider shows
        QCOMPARE(editor.value().temperature, std::optional(4.0f));
        QCOMPARE(slider->value(), slider->maximum());
        QCOMPARE(number->value(), 4.0);
    }

    // What was set elsewhere may be finer than what is shown.
    void showingANumberDoesNotChangeIt()
    {
        SamplerEditor editor;
        QSignalSpy edited(&editor, &SamplerEditor::edited);
        editor.setValue({.maxTokens = 1'000'000, .temperature = 0.123f, .topK = 100'000});
        QCOMPARE(editor.value().temperature, std::optional(0.123f));
        QCOMPARE(editor.value().topK, std::optional(100'000));
        QCOMPARE(editor.value().maxTokens, std::optional<int64_t>(1'000'000));
        QCOMPARE(edited.count(), 0);
    }

    void theStandardIsMarkedAndResetTo()
    {
        SamplerEditor editor;
        editor.setStandard({.temperature = 0.6f, .topK = 20});
        auto* slider = sliderOf(editor, "Temperature");
        QCOMPARE(slider->mark().value_or(-1) * 2.0 / slider->maximum(), 0.6);
        QVERIFY2(slider->accessibleDescription().contains("0.60"),
            qPrintable(slider->accessibleDescription()));
        QCOMPARE(sliderOf(editor, "Top k")->mark(), std::optional(20));

        editor.setValue({.temperature = 1.0f, .topK = 20});
        QTest::mouseDClick(slider, Qt::LeftButton);
        QCOMPARE(editor.value().temperature, std::optional(0.6f));
    }

    void everyNumberHasASlider()
    {
        SamplerEditor editor;
        int count = 0;
        for (const services::AnswerField& field : services::answerFields())
            if (field.label) {
                QVERIFY2(sliderOf(editor, field.label), field.label);
                ++count;
            }
        QCOMPARE(editor.findChildren<ui::MarkedSlider*>().size(), count);
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
    static ui::MarkedSlider* sliderOf(const SamplerEditor& editor, const QString& name)
    {
        for (auto* each : editor.findChildren<ui::MarkedSlider*>())
            if (each->accessibleName() == name + " slider")
                return each;
        return nullptr;
    }

    template <typename Number>
    static Number* numberOf(const SamplerEditor& editor, const QString& name)
    {
        for (auto* each : editor.findChildren<Number*>())
            if (each->accessibleName() == name)
                return each;
        return nullptr;
    }

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
