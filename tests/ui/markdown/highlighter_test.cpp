#include "tests/support/test_program.h"
#include "ui/markdown/code/highlighter.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>

using ui::CodeStyle;
using ui::Scheme;

namespace {

// The tokens in one line: a letter for the style, then the text.
QString tokens(const QString& language, const QString& code)
{
    static const QString letters = "pktsncNARH";
    QString described;
    ui::CodeState state;
    for (const QString& line : code.split(u'\n')) {
        std::vector<ui::CodeToken> found;
        state = ui::highlightLine(line, *ui::languageNamed(language), state, found);
        for (const ui::CodeToken& token : found)
            described += QStringLiteral("%1(%2)")
                             .arg(letters[int(token.style)])
                             .arg(line.mid(token.begin, token.length));
    }
    return described;
}

double luminance(const QColor& color)
{
    const auto linear
        = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
        + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double one = luminance(a), other = luminance(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

} // namespace

class HighlighterTest : public QObject {
    Q_OBJECT

private slots:
    void languagesAreHighlighted_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("expected");
        QTest::newRow("C") << "c"
                           << "#include <a.h>\nint x = 0x1f; // c"
                           << "k(#include)t(int)n(0x1f)c(// c)";
        QTest::newRow("C++") << "c++"
                             << "auto s = f(\"a\\\"b\"); /* c\nd */ 'x' 1'000"
                             << "k(auto)N(f)s(\"a\\\"b\")c(/* c)c(d */)s('x')n(1)n(000)";
        QTest::newRow("Python") << "py"
                                << "@d\ndef f(a):\n  \"\"\"x\n  y\"\"\" # c\n  return None"
                                << "N(@d)k(def)N(f)s(\"\"\"x)s(  y\"\"\")c(# c)k(return)t(None)";
        QTest::newRow("JavaScript") << "jsx"
                                    << "const a = `x\n${y}`;"
                                    << "k(const)s(`x)s(${y}`)";
        QTest::newRow("TypeScript") << "ts"
                                    << "let a: string"
                                    << "k(let)t(string)";
        QTest::newRow("Java") << "java"
                              << "public int a;"
                              << "k(public)t(int)";
        QTest::newRow("C#") << "cs"
                            << "var a = @\"b\";"
                            << "k(var)s(@\"b\")";
        QTest::newRow("Go") << "golang"
                            << "func f() error"
                            << "k(func)N(f)t(error)";
        QTest::newRow("Rust") << "rs"
                              << "fn f<'a>(c: char) { /* a /* b */ c */ 'x' }"
                              << "k(fn)t(char)c(/* a /* b */ c */)s('x')";
        QTest::newRow("Bash") << "sh"
                              << "if [ $A ]; then # c"
                              << "k(if)N($A)k(then)c(# c)";
        QTest::newRow("SQL") << "sql"
                             << "SELECT a FROM b -- c"
                             << "k(SELECT)k(FROM)c(-- c)";
        QTest::newRow("JSON") << "json"
                              << "{\"a\": [1, \"b\", true]}"
                              << "N(\"a\")n(1)s(\"b\")t(true)";
        QTest::newRow("YAML") << "yml"
                              << "- a: \"b\" # c"
                              << "N(a)s(\"b\")c(# c)";
        QTest::newRow("TOML") << "toml"
                              << "[a]\nb = 1"
                              << "H([a])N(b )n(1)";
        QTest::newRow("INI") << "ini"
                             << "; c\na=b"
                             << "c(; c)N(a)";
        QTest::newRow("HTML") << "html"
                              << "<a href=\"b\">c</a><!-- d\ne -->"
                              << "k(a)N(href)s(\"b\")k(a)c(<!-- d)c(e -->)";
        QTest::newRow("XML") << "svg"
                             << "<?xml version='1'?>"
                             << "k(xml)N(version)s('1')";
        QTest::newRow("CSS") << "css"
                             << ".a {\n  color: #fff;\n}"
                             << "N(.a)N(color)N(#fff)";
        QTest::newRow("PHP") << "php"
                             << "echo $a; // c"
                             << "k(echo)N($a)c(// c)";
        QTest::newRow("Ruby") << "rb"
                              << "def a\n  @b = nil\nend"
                              << "k(def)N(@b)t(nil)k(end)";
        QTest::newRow("Kotlin") << "kt"
                                << "fun f(): Int = 1"
                                << "k(fun)N(f)t(Int)n(1)";
        QTest::newRow("Swift") << "swift"
                               << "let a: Int? = nil"
                               << "k(let)t(Int)t(nil)";
        QTest::newRow("Haskell") << "hs"
                                 << "f :: Int -> IO () {- a {- b -} c -}"
                                 << "t(Int)t(IO)c({- a {- b -} c -})";
        QTest::newRow("Lua") << "lua"
                             << "local a = nil --[[ b\nc ]]"
                             << "k(local)t(nil)c(--[[ b)c(c ]])";
        QTest::newRow("R") << "r"
                           << "x <- function(a) TRUE"
                           << "k(function)t(TRUE)";
        QTest::newRow("CMake") << "cmake"
                               << "add_library(a STATIC) # c"
                               << "k(add_library)t(STATIC)c(# c)";
        QTest::newRow("Dockerfile") << "docker"
                                    << "FROM a AS b"
                                    << "k(FROM)k(AS)";
        QTest::newRow("Makefile") << "make"
                                  << "all: $(A)\n\techo # c"
                                  << "N(all)N($(A))c(# c)";
        QTest::newRow("Diff") << "patch"
                              << "+a\n-b\n@@ c"
                              << "A(+a)R(-b)H(@@ c)";
        QTest::newRow("Markdown") << "md"
                                  << "# a\n`b`"
                                  << "H(# a)s(`b`)";
    }
    void languagesAreHighlighted()
    {
        QFETCH(QString, language);
        QFETCH(QString, code);
        QVERIFY(ui::languageNamed(language));
        QTEST(tokens(language, code), "expected");
    }

    void everyLanguageIsFoundByItsName()
    {
        for (const ui::Language& language : ui::languages()) {
            QCOMPARE(ui::languageNamed(language.name), &language);
            QVERIFY(!language.aliases.isEmpty());
        }
        QCOMPARE(ui::languageNamed(u"no such language"), nullptr);
    }

    void linesInPartsLookAsInOnePiece()
    {
        const QString code = "a /* b\nc\nd */ int x; /*\n*/ return";
        const ui::Language& language = *ui::languageNamed(u"c");
        const ui::CodeState whole = ui::stateAfter(code, language, {});
        const qsizetype cut = code.indexOf(u'\n', 10);
        const ui::CodeState parts = ui::stateAfter(QStringView(code).sliced(cut + 1), language,
            ui::stateAfter(QStringView(code).left(cut), language, {}));
        QCOMPARE(parts, whole);
    }

    void colorsCanBeReadOnTheSurfaceOfCode()
    {
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark})
            for (int style = 0; style <= int(CodeStyle::Heading); ++style) {
                const double found
                    = contrast(ui::codeColor(CodeStyle(style), scheme), ui::colors(scheme).code);
                QVERIFY2(found >= 4.5, qPrintable(QString("style %1: %2").arg(style).arg(found)));
            }
    }
};

TESTS(HighlighterTest);
#include "highlighter_test.moc"
