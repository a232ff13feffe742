#include "services/pictures/diagram.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"
#include "ui/markdown/markdown_view.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QTemporaryDir>
#include <QTest>

using ui::MarkdownView;
using ui::Markup;

namespace {

QAbstractButton* shownButton(const QWidget& within, const QString& name)
{
    for (auto* each : within.findChildren<QAbstractButton*>())
        if (each->accessibleName() == name && !each->isHidden())
            return each;
    return nullptr;
}

} // namespace

/// Diagrams in answers. A script stands in for Mermaid's program and counts how often it is called.
class DiagramViewTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QImage red(200, 300, QImage::Format_RGB32); // 100 × 150 pixels of the screen
        red.fill(Qt::red);
        QVERIFY(red.save(m_folder.filePath("a.png")));
        const QString script = m_folder.filePath("mmdc");
        tests::writeFile(script,
            ("#!/bin/sh\necho >> '" + m_folder.filePath("calls") + "'\n"
                + "grep -q wrong /dev/fd/3 && exit 1\nexec cat '" + m_folder.filePath("a.png")
                + "'\n")
                .toUtf8());
        QFile::setPermissions(script, QFile::ReadOwner | QFile::ExeOwner);
        qputenv("PATH", m_folder.path().toUtf8() + ":" + qgetenv("PATH"));
        try {
            services::drawDiagram("mermaid", "graph TD");
        } catch (const std::exception&) {
            QSKIP("this system doesn't permit user namespaces");
        }
        QFile::remove(m_folder.filePath("calls"));
    }

    void aDiagramIsDrawnWhenItsFenceEnds()
    {
        MarkdownView view(Markup::Markdown);
        view.setText("```mermaid\ngraph TD\nA-->B");
        view.resize(500, view.heightForWidth(500));
        view.show();
        QVERIFY(shownButton(view, "Copy code"));
        QVERIFY(!shownButton(view, "Show code"));
        QCOMPARE(calls(), 0);

        view.setText("```mermaid\ngraph TD\nA-->B\n```\n\nafter");

        QTRY_VERIFY(shownButton(view, "Show code"));
        QCOMPARE(calls(), 1);
        view.resize(500, view.heightForWidth(500));
        QTRY_VERIFY(isRed(view));
        QVERIFY(!shownButton(view, "Wrap long lines"));
    }

    void itsCodeIsReachable()
    {
        MarkdownView view(Markup::Markdown);
        const QString code = QString("A-->B\n").repeated(60) + "C-->D"; // several parts
        view.setText("```mermaid\n" + code + "\n```\n\nafter");
        view.resize(500, view.heightForWidth(500));
        const int asCode = view.heightForWidth(500);
        view.show();
        QTRY_VERIFY(shownButton(view, "Show code"));
        QTRY_VERIFY(view.heightForWidth(500) < asCode);
        const int asPicture = view.heightForWidth(500);
        QVERIFY(asPicture > 150 && asPicture < 300);

        shownButton(view, "Copy code")->click();
        QCOMPARE(QApplication::clipboard()->text(), code);
        QAbstractButton* toggle = shownButton(view, "Show code");
        QVERIFY(toggle->focusPolicy() & Qt::TabFocus);
        toggle->click();

        QTRY_COMPARE(view.heightForWidth(500), asCode);
        QVERIFY(shownButton(view, "Show diagram"));
        shownButton(view, "Show diagram")->click();
        QTRY_COMPARE(view.heightForWidth(500), asPicture);
    }

    void itIsDrawnOnceForAllViews()
    {
        const QString text = "```mermaid\ngraph TD; one\n```\n";
        const int before = calls();
        for (int view = 0; view < 3; ++view) {
            MarkdownView each(Markup::Markdown);
            each.setText(text);
            each.resize(500, each.heightForWidth(500));
            each.show();
            QTRY_VERIFY(shownButton(each, "Show code"));
        }
        QCOMPARE(calls(), before + 1);
    }

    void whatCannotBeDrawnStaysCode()
    {
        MarkdownView view(Markup::Markdown);
        view.setText("```mermaid\nwrong\n```\n\n```mermaid\nright\n```\n\n```python\nx\n```\n");
        view.resize(500, view.heightForWidth(500));
        view.show();

        QTRY_VERIFY(shownButton(view, "Show code")); // of the second, which is drawn later

        int offered = 0;
        for (auto* each : view.findChildren<QAbstractButton*>())
            offered += each->accessibleName() == "Show code" && !each->isHidden();
        QCOMPARE(offered, 1);
    }

private:
    int calls() const
    {
        QFile file(m_folder.filePath("calls"));
        return file.open(QIODevice::ReadOnly) ? int(file.readAll().size()) : 0;
    }

    static bool isRed(QWidget& view)
    {
        const QImage image = view.grab().toImage();
        int red = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                red += image.pixelColor(x, y) == QColor(Qt::red);
        return red > 100 * 150 * 0.9;
    }

    ui::Theme m_theme;
    QTemporaryDir m_folder;
};

TESTS(DiagramViewTest, QApplication);
#include "diagram_view_test.moc"
