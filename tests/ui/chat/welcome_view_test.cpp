#include "tests/support/program.h"
#include "tests/support/test_program.h"
#include "tests/ui/chat/chat_support.h"
#include "ui/chat/welcome_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/picture_tile.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>

using tests::button;
using tests::keepPicture;
using ui::Scheme;
using ui::WelcomeView;

/// What an empty conversation shows, for each kind of model and in windows of all sizes.
class WelcomeViewTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_view = std::make_unique<WelcomeView>();
        m_view->setSamples(QStringList(5, tests::resource("samples/one-1.png")));
        m_view->resize(760, 560);
        m_view->show();
    }

    void cleanup() { m_view.reset(); }

    void theStarterModelSaysWhatItDoesNotKnow()
    {
        m_view->showModel({.isBuiltIn = true});

        QVERIFY(shows("It can't describe photographs."));
        QSignalSpy models(m_view.get(), &WelcomeView::modelsRequested);
        QTest::mouseClick(button(m_view.get(), "Use another model…"), Qt::LeftButton);
        QCOMPARE(models.count(), 1);
        QSignalSpy seeing(m_view.get(), &WelcomeView::seeingModelRequested);
        QTest::mouseClick(button(m_view.get(), "Get a model for photos"), Qt::LeftButton);
        QCOMPARE(seeing.count(), 1);
        keepPicture(*m_view, "welcome-starter.png");
        m_view->setOffersModel(false); // one is here
        QVERIFY(!button(m_view.get(), "Get a model for photos"));
        QVERIFY(button(m_view.get(), "Use another model…"));
    }

    void aModelThatSeesOffersPictures()
    {
        m_view->showModel({.canSee = true});
        QSignalSpy prompts(m_view.get(), &WelcomeView::exampleChosen);
        QSignalSpy attached(m_view.get(), &WelcomeView::attachRequested);

        QTest::mouseClick(button(m_view.get(), "Describe a picture"), Qt::LeftButton);

        QCOMPARE(prompts.count(), 1);
        QCOMPARE(prompts[0][0].toString(), "Describe this picture.");
        QCOMPARE(attached.count(), 1);
        keepPicture(*m_view, "welcome-sees.png");
    }

    void aModelThatReadsOnlyOffersTexts()
    {
        m_view->showModel({.canSee = false});

        QVERIFY(!button(m_view.get(), "Describe a picture"));
        QVERIFY(button(m_view.get(), "Explain something"));
        QVERIFY(shows("can't process pictures"));
        for (const auto* tile : m_view->findChildren<ui::PictureTile*>())
            QVERIFY(!tile->isVisible());
        keepPicture(*m_view, "welcome-text.png");
    }

    void whatAModelCannotDoIsNotOfferedBeforeItIsLoaded()
    {
        const auto tiles = [this] {
            const auto all = m_view->findChildren<ui::PictureTile*>();
            return std::ranges::count_if(all, [](auto* tile) { return tile->isVisible(); });
        };
        m_view->showUnloaded("Text-1B", /*canSee=*/false);
        QCOMPARE(tiles(), 0);
        QVERIFY(!button(m_view.get(), "Describe a picture"));
        m_view->showLoading(/*canSee=*/false);
        QCOMPARE(tiles(), 0);
        m_view->showUnloaded("Seeing-1B", /*canSee=*/true);
        QVERIFY(tiles() > 0);
        QVERIFY(button(m_view.get(), "Describe a picture"));
    }

    void withoutAModelItSaysWhereToGetOne_data()
    {
        QTest::addColumn<int>("scheme");
        QTest::newRow("light") << int(Scheme::Light);
        QTest::newRow("dark") << int(Scheme::Dark);
    }
    void withoutAModelItSaysWhereToGetOne()
    {
        QFETCH(int, scheme);
        m_theme.setScheme(Scheme(scheme));

        QCoreApplication::processEvents(); // the new colors reach every widget
        m_view->showFailure("model.gguf ends inside the tensor blk.3.attn_q.weight.");

        QVERIFY(shows("ends inside the tensor"));
        QSignalSpy files(m_view.get(), &WelcomeView::modelFileRequested);
        QTest::mouseClick(button(m_view.get(), "Add file…"), Qt::LeftButton);
        QCOMPARE(files.count(), 1);
        keepPicture(*m_view, QString("welcome-failure-%1.png").arg(QTest::currentDataTag()));
        m_theme.setScheme(Scheme::Light);
    }

    void aSampleIsChosenByAClick()
    {
        QSignalSpy chosen(m_view.get(), &WelcomeView::sampleChosen);

        QTest::mouseClick(m_view->findChildren<ui::PictureTile*>().first(), Qt::LeftButton);

        QCOMPARE(chosen.count(), 1);
    }

    void nothingIsCutInAnySize_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("small") << QSize(380, 250);
        QTest::newRow("640x480") << QSize(640, 330);
        QTest::newRow("full HD") << QSize(1640, 880);
    }
    void nothingIsCutInAnySize()
    {
        QFETCH(QSize, size);
        m_view->resize(size);
        for (const bool isStarter : {true, false}) {
            m_view->showModel({.canSee = true, .isBuiltIn = isStarter});
            QCoreApplication::processEvents(); // layouts
            int checked = 0;
            for (const QWidget* child : m_view->findChildren<QWidget*>()) {
                if (!child->isVisible())
                    continue;
                ++checked;
                const QRect place(child->mapTo(m_view.get(), QPoint()), child->size());
                QVERIFY2(m_view->rect().contains(place), child->metaObject()->className());
                const auto* label = qobject_cast<const QLabel*>(child);
                if (label && !label->text().isEmpty())
                    QVERIFY2(label->height() >= label->heightForWidth(label->width()),
                        qPrintable(label->text()));
            }
            QVERIFY(checked > 0);
            keepPicture(
                *m_view, QString("welcome-%1-%2.png").arg(QTest::currentDataTag()).arg(isStarter));
        }
    }

private:
    bool shows(const QString& words)
    {
        for (const QLabel* label : m_view->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(words))
                return true;
        return false;
    }

    ui::Theme m_theme;
    std::unique_ptr<WelcomeView> m_view;
};

TESTS(WelcomeViewTest, QApplication);
#include "welcome_view_test.moc"
