#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "tests/support/test_program.h"
#include "ui/models/model_menu.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QStyle>
#include <QStyleOption>
#include <QTemporaryDir>
#include <QTest>
#include <QVBoxLayout>

using ui::Colors;
using ui::Contrast;
using ui::contrastRatio;
using ui::Scheme;

namespace keys = services::settings;

class ThemeTest : public QObject {
    Q_OBJECT

private slots:
    void contrastIsAsWcagDefinesIt()
    {
        QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
        QVERIFY(std::abs(contrastRatio(QColor(0x767676), Qt::white) - 4.54) < 0.01);
    }

    void textCanBeReadOnEverySurface_data()
    {
        QTest::addColumn<Scheme>("scheme");
        QTest::addColumn<Contrast>("contrast");
        QTest::addColumn<QString>("accent");
        for (const ui::Accent& accent : ui::accents())
            for (const Scheme scheme : {Scheme::Light, Scheme::Dark})
                for (const Contrast contrast : {Contrast::Normal, Contrast::High})
                    QTest::addRow("%s %s %s", qPrintable(accent.name),
                        scheme == Scheme::Light ? "light" : "dark",
                        contrast == Contrast::High ? "high" : "usual")
                        << scheme << contrast << accent.name;
    }
    void textCanBeReadOnEverySurface()
    {
        QFETCH(Scheme, scheme);
        QFETCH(Contrast, contrast);
        QFETCH(QString, accent);
        const Colors& color = ui::colors(scheme, accent, contrast);
        const double ofText = contrast == Contrast::High ? 7 : 4.5;
        const double ofMarks = contrast == Contrast::High ? 4.5 : 3;

        for (const QColor& surface :
            {color.window, color.sidebar, color.raised, color.bubble, color.code, color.hover})
            QVERIFY(contrastRatio(color.text, surface) >= ofText);
        for (const QColor& surface : {color.window, color.sidebar, color.raised, color.code}) {
            QVERIFY(contrastRatio(color.mutedText, surface) >= ofText);
            QVERIFY(contrastRatio(color.accent, surface) >= ofText); // links, focus
        }
        QVERIFY(contrastRatio(color.accent, color.bubble) >= ofText);
        QVERIFY(contrastRatio(color.accentText, color.accent) >= ofText);
        QVERIFY(contrastRatio(color.error, color.errorSurface) >= ofText);
        QVERIFY(contrastRatio(color.error, color.window) >= ofText);
        QVERIFY(contrastRatio(color.control, color.raised) >= ofMarks);
        QVERIFY(contrastRatio(color.control, color.window) >= ofMarks);
    }

    void aPaletteIsKnownByItsColors_data() { textCanBeReadOnEverySurface_data(); }
    void aPaletteIsKnownByItsColors()
    {
        QFETCH(Scheme, scheme);
        QFETCH(Contrast, contrast);
        QFETCH(QString, accent);
        const Colors& color = ui::colors(scheme, accent, contrast);

        QPalette palette = ui::toPalette(color);
        palette.setColor(QPalette::WindowText, color.error); // as a label does

        QCOMPARE(&ui::colors(palette), &color);
    }

    void anUnknownAccentIsTheProgramsOwn()
    {
        QCOMPARE(&ui::colors(Scheme::Dark, "no such"), &ui::colors(Scheme::Dark));
    }

    void theDesktopIsFollowedUnlessTheUserHasChosen()
    {
        ui::Theme theme;
        theme.followDesktop(Scheme::Dark);
        QCOMPARE(theme.scheme(), Scheme::Dark);

        theme.toggle();
        theme.followDesktop(Scheme::Light);
        theme.followDesktop(Scheme::Dark);
        QCOMPARE(theme.scheme(), Scheme::Light);

        theme.setLook({}); // back to the desktop's, which was reported meanwhile
        QCOMPARE(theme.scheme(), Scheme::Dark);
        theme.followDesktop(Scheme::Light);
        QCOMPARE(theme.scheme(), Scheme::Light);
    }

    void whatIsSetIsSeenAtOnce()
    {
        QTemporaryDir folder;
        services::Settings settings(folder.filePath("settings.ini"));
        ui::Theme theme;
        ui::keepThemeAsSet(theme, settings);
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* title = new ui::TextLabel(ui::TextRole::Title, "Title");
        auto* button = new QPushButton("Button");
        layout->addWidget(title);
        layout->addWidget(button);
        window.show();
        const double before = button->font().pointSizeF();
        const ui::Metrics comfortable = ui::metrics(&window);

        settings.set(keys::scheme, QString("dark"));
        QTRY_COMPARE(ui::detectScheme(window.palette()), Scheme::Dark);
        settings.set(keys::accent, QString("rose"));
        QTRY_COMPARE(ui::colors(window.palette()).accent, ui::colors(Scheme::Dark, "rose").accent);
        settings.set(keys::highContrast, true);
        QTRY_COMPARE(ui::colors(window.palette()).text, QColor(Qt::white));

        settings.set(keys::fontSize, 21);
        QTRY_COMPARE(button->font().pointSizeF(), 21.0);
        QTRY_VERIFY(title->font().pointSizeF() > 30);
        QVERIFY(button->sizeHint().height() > comfortable.control);
        settings.set(keys::codeFontSize, 17);
        QTRY_COMPARE(ui::codeFont(&window).pointSizeF(), 17.0);
        settings.reset(keys::fontSize);
        QTRY_COMPARE(button->font().pointSizeF(), before);

        settings.set(keys::density, QString("compact"));
        QVERIFY(ui::metrics(&window).control < comfortable.control);
        QVERIFY(ui::metrics(&window).large < comfortable.large);
        QVERIFY(ui::metrics(&window).control >= 24); // WCAG 2.5.8
        const auto animationTime = [&window] {
            return window.style()->styleHint(
                QStyle::SH_Widget_Animation_Duration, nullptr, &window);
        };
        QVERIFY(animationTime() > 0);
        settings.set(keys::reducedMotion, true);
        QCOMPARE(animationTime(), 0);
        QVERIFY(!QApplication::isEffectEnabled(Qt::UI_AnimateCombo));
    }

    // The corners of a menu that is not cut are black if nothing blends windows.
    void whatOpensOverTheWindowHasRoundCorners()
    {
        const ui::Theme theme;
        QMenu menu;
        menu.addAction("An entry");
        menu.addAction("Another one");
        menu.popup({100, 100});
        QVERIFY(QTest::qWaitForWindowExposed(&menu));

        QVERIFY(!menu.mask().isEmpty());
        QVERIFY(!menu.mask().contains(QPoint(0, 0)));
        QVERIFY(!menu.mask().contains(menu.rect().bottomRight()));
        QVERIFY(menu.mask().contains(menu.rect().center()));
        QVERIFY(menu.mask().contains(QPoint(menu.width() / 2, 0)));
        const QImage picture = menu.grab().toImage();
        QCOMPARE(qAlpha(picture.pixel(0, 0)), 0);
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x) // a part of a pixel would be black
                QVERIFY2(!menu.mask().contains(QPoint(x, y)) || qAlpha(picture.pixel(x, y)) > 200,
                    qPrintable(QString("%1, %2 of %3: %4")
                                   .arg(x)
                                   .arg(y)
                                   .arg(picture.width())
                                   .arg(qAlpha(picture.pixel(x, y)))));
        for (int y = 0; y < 8; ++y) { // the outline goes around the corners
            int x = 0;
            while (!menu.mask().contains(QPoint(x, y)))
                ++x;
            QCOMPARE(picture.pixelColor(x, y), ui::colors(menu.palette()).control);
        }
        QCOMPARE(picture.pixelColor(menu.width() / 2, menu.height() - 3),
            ui::colors(menu.palette()).raised);
    }

    void theOtherPopupsHaveThemToo()
    {
        const ui::Theme theme;
        const auto isRound = [](const QWidget& opened) {
            const QRegion mask = opened.mask();
            return opened.isVisible() && mask.contains(opened.rect().center())
                && !mask.contains(QPoint(0, 0)) && !mask.contains(opened.rect().bottomRight());
        };
        QComboBox box;
        box.addItems({"One", "Another", "A third"});
        box.show();
        box.showPopup();
        QVERIFY(box.view()->window() != &box);
        QVERIFY(isRound(*box.view()->window()));
        box.hidePopup();

        ui::Popup popup(&box);
        popup.setFixedSize(200, 100);
        popup.open();
        QVERIFY(isRound(popup));
    }

    // Qt's own is as good as invisible in the dark scheme.
    void checkBoxesAreSeenInBothSchemes()
    {
        ui::Theme theme;
        for (const ui::Scheme scheme : {ui::Scheme::Light, ui::Scheme::Dark}) {
            theme.setScheme(scheme);
            QCheckBox box("A choice");
            box.resize(box.sizeHint());
            QStyleOptionButton option;
            option.initFrom(&box);
            const QRect indicator
                = box.style()->subElementRect(QStyle::SE_CheckBoxIndicator, &option, &box);
            const QImage unchecked = box.grab().toImage();

            QCOMPARE(unchecked.pixelColor(indicator.left(), indicator.center().y()),
                ui::colors(box.palette()).control);
            box.setChecked(true);
            QVERIFY(box.grab().toImage() != unchecked);
        }
    }

    void aChoiceWithoutRoomEndsInAnEllipsis()
    {
        const ui::Theme theme;
        const QString name = "SmolLM2-135M-Instruct with a long name";
        const auto pictureOf = [](const QString& text) {
            QComboBox box;
            box.addItem(text);
            box.setFixedSize(140, 36);
            return box.grab().toImage();
        };
        bool isElided = false;
        for (int letters = 1; letters < name.size() && !isElided; ++letters)
            isElided = pictureOf(name) == pictureOf(name.left(letters).trimmed() + QChar(0x2026));

        QVERIFY(isElided);
        QVERIFY(pictureOf("Text") != pictureOf("Tex" + QString(QChar(0x2026))));
    }

    // Qt's own is a square patch with a gradient.
    void theItemWithTheFocusHasARing()
    {
        const ui::Theme theme;
        QListWidget list;
        list.addItems({"One", "Another"});
        list.resize(200, 120);
        list.show();
        list.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&list));
        list.setFocus(Qt::TabFocusReason);
        QTest::keyClick(&list, Qt::Key_Down);

        const QRect row = list.visualItemRect(list.currentItem());
        const QImage picture = list.viewport()->grab().toImage();

        const ui::Colors& color = ui::colors(list.palette());
        QCOMPARE(picture.pixelColor(row.center().x(), row.top()), color.accent);
        QCOMPARE(picture.pixelColor(row.right() - 12, row.center().y()), color.hover);
    }

    void theTextCanBeZoomed()
    {
        QTemporaryDir folder;
        services::Settings settings(folder.filePath("settings.ini"));
        ui::Theme theme;
        ui::keepThemeAsSet(theme, settings);
        const int before = qRound(theme.points());

        ui::zoomText(settings, theme, 2);
        QCOMPARE(theme.points(), double(before + 2));
        for (int i = 0; i < 100; ++i)
            ui::zoomText(settings, theme, 1);
        QCOMPARE(theme.points(), double(keys::fontSize.most));
        for (int i = 0; i < 100; ++i)
            ui::zoomText(settings, theme, -1);
        QVERIFY(theme.points() >= 6 && theme.points() < before);
        ui::resetZoom(settings);
        QCOMPARE(settings.isFallback(keys::fontSize), true);
        QCOMPARE(qRound(theme.points()), before);
    }

    void lightAndDarkAreKept()
    {
        QTemporaryDir folder;
        services::Settings settings(folder.filePath("settings.ini"));
        ui::Theme theme;
        ui::keepThemeAsSet(theme, settings);
        theme.followDesktop(Scheme::Light);

        ui::toggleScheme(settings, theme);

        QCOMPARE(theme.scheme(), Scheme::Dark);
        QCOMPARE(settings.get(keys::scheme), QString("dark"));
    }

    void aFileWithAnAbsurdLookIsHarmless()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("settings.ini"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "[appearance]\nfontSize=4000\ncodeFontSize=-3\nscheme=purple\naccent=@Invalid()\n"
            "density=7\nreducedMotion=perhaps\n");
        file.close();
        const services::Settings settings(file.fileName());

        QCOMPARE(ui::lookFrom(settings), ui::Look{});
    }
};

TESTS(ThemeTest, QApplication);
#include "theme_test.moc"
