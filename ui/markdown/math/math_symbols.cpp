#include "ui/markdown/math/math_symbols.h"

#include <QHash>

#include <algorithm>
#include <array>

namespace ui {

namespace {

bool isCommandLetter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

} // namespace

void MathTokens::skipSpace()
{
    while (!isAtEnd() && (m_text[m_position].isSpace() || m_text[m_position] == u'%')) {
        if (m_text[m_position] == u'%') {
            const qsizetype end = m_text.indexOf(u'\n', m_position);
            m_position = end < 0 ? m_text.size() : end;
        } else {
            ++m_position;
        }
    }
}

QString MathTokens::peek()
{
    skipSpace();
    if (isAtEnd())
        return {};
    qsizetype end = m_position + 1;
    if (m_text[m_position] == u'\\' && end < m_text.size()) {
        if (isCommandLetter(m_text[end]))
            while (end < m_text.size() && isCommandLetter(m_text[end]))
                ++end;
        else
            ++end;
    } else if (m_text[m_position].isHighSurrogate() && end < m_text.size()) {
        ++end;
    }
    return m_text.mid(m_position, end - m_position);
}

QString MathTokens::take()
{
    const QString token = peek();
    m_position += token.size();
    return token;
}

bool MathTokens::take(QStringView token)
{
    if (peek() != token)
        return false;
    m_position += token.size();
    return true;
}

QString MathTokens::takeBraces()
{
    if (!take(u"{"))
        return take();
    const qsizetype begin = m_position;
    int depth = 1;
    for (; m_position < m_text.size(); ++m_position) {
        const QChar c = m_text[m_position];
        if (c == u'\\')
            ++m_position;
        else if (c == u'{')
            ++depth;
        else if (c == u'}' && --depth == 0)
            break;
    }
    const qsizetype end = std::min(m_position, m_text.size());
    m_position = std::min(end + 1, m_text.size());
    return m_text.mid(begin, end - begin);
}

QString MathTokens::takeBrackets()
{
    if (!take(u"["))
        return {};
    const qsizetype begin = m_position, end = m_text.indexOf(u']', m_position);
    m_position = end < 0 ? m_text.size() : end + 1;
    return m_text.mid(begin, end < 0 ? -1 : end - begin);
}

namespace {

using C = MathClass;

// Names and signs in pairs, by class.
struct SymbolRow {
    MathClass mathClass;
    QStringView pairs;
};

const std::array symbolRows = {
    SymbolRow{C::Ordinary,
        u"alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ "
        u"iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ "
        u"varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ "
        u"Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω infty ∞ partial ∂ nabla ∇ hbar "
        u"ℏ "
        u"ell ℓ Re ℜ Im ℑ aleph ℵ beth ℶ wp ℘ imath ı jmath ȷ emptyset ∅ varnothing ∅ forall ∀ "
        u"exists ∃ nexists ∄ neg ¬ lnot ¬ top ⊤ bot ⊥ angle ∠ triangle △ square □ Box □ "
        u"blacksquare "
        u"■ diamond ⋄ Diamond ◇ clubsuit ♣ diamondsuit ♢ heartsuit ♡ spadesuit ♠ flat ♭ natural ♮ "
        u"sharp ♯ prime ′ backprime ‵ degree ° surd √ checkmark ✓ dagger † ddagger ‡ S § P ¶ "
        u"copyright © pounds £ euro € yen ¥ complement ∁ mho ℧ eth ð Vert ‖ | ‖ vert | % % $ $ # # "
        u"& "
        u"& _ _ backslash \\ measuredangle ∡ sphericalangle ∢ bigstar ★ lozenge ◊ hslash ℏ dag † "
        u"therefore ∴ because ∵ QED ∎"},
    SymbolRow{C::Inner, u"ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱ dotsc … dotsb ⋯ dotsm ⋯ dotsi ⋯"},
    SymbolRow{C::Binary,
        u"pm ± mp ∓ times × div ÷ cdot ⋅ ast ∗ star ⋆ circ ∘ bullet ∙ oplus ⊕ ominus ⊖ otimes ⊗ "
        u"oslash ⊘ odot ⊙ cup ∪ cap ∩ uplus ⊎ sqcup ⊔ sqcap ⊓ vee ∨ lor ∨ wedge ∧ land ∧ setminus "
        u"∖ "
        u"smallsetminus ∖ wr ≀ amalg ⨿ ltimes ⋉ rtimes ⋊ triangleleft ◃ triangleright ▹ "
        u"bigtriangleup "
        u"△ bigtriangledown ▽ boxplus ⊞ boxtimes ⊠ veebar ⊻ barwedge ⊼ dotplus ∔ intercal ⊺ "
        u"bigcirc "
        u"◯ diamond ⋄ And &"},
    SymbolRow{C::Relation,
        u"leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ equiv ≡ approx ≈ sim ∼ simeq ≃ cong ≅ propto ∝ ll ≪ gg "
        u"≫ "
        u"lll ⋘ ggg ⋙ prec ≺ succ ≻ preceq ⪯ succeq ⪰ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ "
        u"subsetneq ⊊ supsetneq ⊋ sqsubseteq ⊑ sqsupseteq ⊒ in ∈ ni ∋ notin ∉ mid ∣ nmid ∤ "
        u"parallel ∥ "
        u"nparallel ∦ perp ⊥ vdash ⊢ dashv ⊣ models ⊨ vDash ⊨ Vdash ⊩ asymp ≍ bowtie ⋈ doteq ≐ "
        u"coloneqq "
        u"≔ coloneq ≔ eqqcolon ≕ triangleq ≜ lesssim ≲ gtrsim ≳ leqslant ⩽ geqslant ⩾ nleq ≰ ngeq "
        u"≱ "
        u"nless ≮ ngtr ≯ to → rightarrow → leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ "
        u"implies ⟹ "
        u"Leftarrow ⇐ impliedby ⟸ Leftrightarrow ⇔ iff ⟺ longrightarrow ⟶ longleftarrow ⟵ "
        u"longleftrightarrow ⟷ Longrightarrow ⟹ Longleftarrow ⟸ Longleftrightarrow ⟺ mapsto ↦ "
        u"longmapsto ⟼ uparrow ↑ downarrow ↓ updownarrow ↕ Uparrow ⇑ Downarrow ⇓ nearrow ↗ searrow "
        u"↘ "
        u"swarrow ↙ nwarrow ↖ hookrightarrow ↪ hookleftarrow ↩ rightharpoonup ⇀ rightharpoondown ⇁ "
        u"leftharpoonup ↼ rightleftharpoons ⇌ rightsquigarrow ⇝ leadsto ⇝ twoheadrightarrow ↠ "
        u"rightrightarrows ⇉ nrightarrow ↛ nRightarrow ⇏ circlearrowleft ↺ circlearrowright ↻ "
        u"approxeq ≊ thicksim ∼ trianglelefteq ⊴ trianglerighteq ⊵ lessgtr ≶ smile ⌣ frown ⌢ "
        u"nsubseteq ⊈ nsupseteq ⊉ colon :"},
    SymbolRow{C::Operator,
        u"sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ oint ∮ oiint ∯ bigcup ⋃ bigcap ⋂ bigvee ⋁ "
        u"bigwedge ⋀ bigoplus ⨁ bigotimes ⨂ bigodot ⨀ biguplus ⨄ bigsqcup ⨆"},
    SymbolRow{C::Opening,
        u"{ { lbrace { lbrack [ langle ⟨ lfloor ⌊ lceil ⌈ lvert | lVert ‖ lparen ( ulcorner ⌜ "
        u"llbracket ⟦ lgroup ⟮"},
    SymbolRow{C::Closing,
        u"} } rbrace } rbrack ] rangle ⟩ rfloor ⌋ rceil ⌉ rvert | rVert ‖ rparen ) urcorner ⌝ "
        u"rrbracket ⟧ rgroup ⟯"},
};

using SymbolTable = QHash<QStringView, MathSymbol>;

SymbolTable makeTable()
{
    SymbolTable table;
    for (const SymbolRow& row : symbolRows) {
        QStringView name;
        for (const QStringView word : row.pairs.tokenize(u' ', Qt::SkipEmptyParts)) {
            if (name.isEmpty()) {
                name = word;
                continue;
            }
            table.insert(name, {name, word, row.mathClass});
            name = {};
        }
    }
    return table;
}

constexpr QStringView functions
    = u" sin cos tan cot sec csc arcsin arccos arctan arccot sinh cosh tanh coth log ln lg exp deg "
      u"dim hom ker arg sgn erf Tr tr rank diag span Var Cov softmax ";
constexpr QStringView functionsWithLimits
    = u" lim limsup liminf max min sup inf det gcd lcm Pr argmax argmin injlim projlim ";

bool isIn(QStringView list, QStringView word)
{
    return !word.isEmpty() && list.contains(u' ' + word.toString() + u' ');
}

struct Alphabet {
    MathFont font;
    char32_t capitals, smalls, digits; // where they begin; 0: there are none
};

constexpr std::array alphabets = {
    Alphabet{MathFont::Blackboard, 0x1d538, 0x1d552, 0x1d7d8},
    Alphabet{MathFont::Calligraphic, 0x1d49c, 0x1d4b6, 0},
    Alphabet{MathFont::Fraktur, 0x1d504, 0x1d51e, 0},
};

// Letters that Unicode had before it had the alphabets.
constexpr std::array<std::pair<char32_t, char32_t>, 24> olderLetters = {{{0x1d53a, 0x2102},
    {0x1d53f, 0x210d}, {0x1d545, 0x2115}, {0x1d547, 0x2119}, {0x1d548, 0x211a}, {0x1d549, 0x211d},
    {0x1d551, 0x2124}, {0x1d49d, 0x212c}, {0x1d4a0, 0x2130}, {0x1d4a1, 0x2131}, {0x1d4a3, 0x210b},
    {0x1d4a4, 0x2110}, {0x1d4a7, 0x2112}, {0x1d4a8, 0x2133}, {0x1d4ad, 0x211b}, {0x1d4ba, 0x212f},
    {0x1d4bc, 0x210a}, {0x1d4c4, 0x2134}, {0x1d506, 0x212d}, {0x1d50b, 0x210c}, {0x1d50c, 0x2111},
    {0x1d515, 0x211c}, {0x1d51d, 0x2128}, {0x1d455, 0x210e}}};

} // namespace

std::optional<MathSymbol> mathSymbol(QStringView command)
{
    static const SymbolTable table = makeTable();
    const auto found = table.find(command);
    if (found == table.end())
        return {};
    return *found;
}

MathSymbol mathCharacter(QChar character)
{
    switch (character.unicode()) {
    case u'-':
        return {{}, u"−", C::Binary};
    case u'*':
        return {{}, u"∗", C::Binary};
    case u'+':
        return {{}, u"+", C::Binary};
    case u'=':
        return {{}, u"=", C::Relation};
    case u'<':
        return {{}, u"<", C::Relation};
    case u'>':
        return {{}, u">", C::Relation};
    case u':':
        return {{}, u":", C::Relation};
    case u',':
        return {{}, u",", C::Punctuation};
    case u';':
        return {{}, u";", C::Punctuation};
    case u'(':
        return {{}, u"(", C::Opening};
    case u'[':
        return {{}, u"[", C::Opening};
    case u')':
        return {{}, u")", C::Closing};
    case u']':
        return {{}, u"]", C::Closing};
    case u'!':
        return {{}, u"!", C::Closing};
    default:
        return {};
    }
}

FunctionName functionName(QStringView command)
{
    if (isIn(functionsWithLimits, command))
        return FunctionName::WithLimits;
    return isIn(functions, command) ? FunctionName::Plain : FunctionName::None;
}

std::optional<QString> delimiter(QStringView source)
{
    if (source == u".")
        return QString();
    if (source.size() == 1 && QStringView(u"()[]|/<>").contains(source[0])) {
        if (source == u"<")
            return QStringLiteral("⟨");
        return source == u">" ? QStringLiteral("⟩") : source.toString();
    }
    if (!source.startsWith(u'\\'))
        return {};
    const std::optional<MathSymbol> symbol = mathSymbol(source.sliced(1));
    if (!symbol)
        return {};
    return symbol->text.toString();
}

bool isBigOperator(QStringView text)
{
    return text.size() == 1 && QStringView(u"∑∏∐∫∬∭∮∯⋃⋂⋁⋀⨁⨂⨀⨄⨆").contains(text);
}

bool hasLimits(QStringView text)
{
    return isBigOperator(text) && !QStringView(u"∫∬∭∮∯").contains(text);
}

QString inAlphabet(QChar letter, MathFont font)
{
    const auto alphabet = std::find_if(alphabets.begin(), alphabets.end(),
        [font](const Alphabet& each) { return each.font == font; });
    if (alphabet == alphabets.end())
        return letter;
    char32_t code = 0;
    if (letter >= u'A' && letter <= u'Z')
        code = alphabet->capitals + (letter.unicode() - u'A');
    else if (letter >= u'a' && letter <= u'z')
        code = alphabet->smalls + (letter.unicode() - u'a');
    else if (letter >= u'0' && letter <= u'9' && alphabet->digits)
        code = alphabet->digits + (letter.unicode() - u'0');
    if (code == 0)
        return letter;
    for (const auto& [newer, older] : olderLetters)
        if (code == newer)
            code = older;
    return QString::fromUcs4(&code, 1);
}

namespace {

constexpr std::array environments = {
    MathEnvironment{.name = u"matrix"},
    MathEnvironment{.name = u"smallmatrix"},
    MathEnvironment{.name = u"pmatrix", .open = u"(", .close = u")"},
    MathEnvironment{.name = u"bmatrix", .open = u"[", .close = u"]"},
    MathEnvironment{.name = u"Bmatrix", .open = u"{", .close = u"}"},
    MathEnvironment{.name = u"vmatrix", .open = u"|", .close = u"|"},
    MathEnvironment{.name = u"Vmatrix", .open = u"‖", .close = u"‖"},
    MathEnvironment{.name = u"cases", .open = u"{", .columns = u"l"},
    MathEnvironment{.name = u"dcases", .open = u"{", .columns = u"l", .isDisplayed = true},
    MathEnvironment{.name = u"rcases", .close = u"}", .columns = u"l"},
    MathEnvironment{.name = u"array", .takesColumns = true},
    MathEnvironment{.name = u"subarray", .takesColumns = true},
    MathEnvironment{.name = u"aligned", .columns = u"rl", .isDisplayed = true},
    MathEnvironment{.name = u"align", .columns = u"rl", .isDisplayed = true},
    MathEnvironment{
        .name = u"alignedat", .columns = u"rl", .isDisplayed = true, .takesColumns = true},
    MathEnvironment{
        .name = u"alignat", .columns = u"rl", .isDisplayed = true, .takesColumns = true},
    MathEnvironment{.name = u"split", .columns = u"rl", .isDisplayed = true},
    MathEnvironment{.name = u"eqnarray", .columns = u"rl", .isDisplayed = true},
    MathEnvironment{.name = u"gather", .isDisplayed = true},
    MathEnvironment{.name = u"gathered", .isDisplayed = true},
    MathEnvironment{.name = u"equation", .isDisplayed = true},
    MathEnvironment{.name = u"multline", .isDisplayed = true},
    MathEnvironment{.name = u"displaymath", .isDisplayed = true},
    MathEnvironment{.name = u"math"},
};

template <typename Value>
struct Row {
    QStringView command;
    Value value;
};

constexpr std::array spaces = {Row<double>{u",", 0.17}, Row<double>{u":", 0.22},
    Row<double>{u">", 0.22}, Row<double>{u";", 0.28}, Row<double>{u"!", -0.17},
    Row<double>{u" ", 0.33}, Row<double>{u"quad", 1}, Row<double>{u"qquad", 2},
    Row<double>{u"enspace", 0.5}, Row<double>{u"thinspace", 0.17}, Row<double>{u"medspace", 0.22},
    Row<double>{u"thickspace", 0.28}, Row<double>{u"negthinspace", -0.17},
    Row<double>{u"displaystyle", 0}, Row<double>{u"textstyle", 0}, Row<double>{u"scriptstyle", 0},
    Row<double>{u"scriptscriptstyle", 0}, Row<double>{u"nonumber", 0}, Row<double>{u"notag", 0},
    Row<double>{u"hline", 0}, Row<double>{u"allowbreak", 0}};

using F = MathFont;

constexpr std::array fonts = {Row<F>{u"mathrm", F::Upright}, Row<F>{u"mathbf", F::Bold},
    Row<F>{u"boldsymbol", F::BoldItalic}, Row<F>{u"bm", F::BoldItalic},
    Row<F>{u"mathbb", F::Blackboard}, Row<F>{u"mathcal", F::Calligraphic},
    Row<F>{u"mathscr", F::Calligraphic}, Row<F>{u"mathfrak", F::Fraktur},
    Row<F>{u"mathsf", F::Sans}, Row<F>{u"mathtt", F::Mono}, Row<F>{u"mathit", F::Italic},
    Row<F>{u"mathnormal", F::Italic}, Row<F>{u"rm", F::Upright}, Row<F>{u"bf", F::Bold},
    Row<F>{u"it", F::Italic}};

constexpr std::array textFonts = {Row<F>{u"text", F::Upright}, Row<F>{u"textrm", F::Upright},
    Row<F>{u"textnormal", F::Upright}, Row<F>{u"mbox", F::Upright}, Row<F>{u"hbox", F::Upright},
    Row<F>{u"textsf", F::Sans}, Row<F>{u"tag", F::Upright}, Row<F>{u"textbf", F::Bold},
    Row<F>{u"textit", F::Italic}, Row<F>{u"texttt", F::Mono}};

constexpr std::array<QStringView, 23> accents = {u"hat", u"widehat", u"bar", u"overline",
    u"underline", u"vec", u"overrightarrow", u"overleftarrow", u"dot", u"ddot", u"dddot", u"tilde",
    u"widetilde", u"overbrace", u"underbrace", u"boxed", u"fbox", u"check", u"acute", u"grave",
    u"breve", u"mathring", u"cancel"};

template <typename Value, size_t count>
std::optional<Value> find(const std::array<Row<Value>, count>& rows, QStringView command)
{
    for (const Row<Value>& row : rows)
        if (row.command == command)
            return row.value;
    return {};
}

} // namespace

std::optional<MathEnvironment> mathEnvironment(QStringView name)
{
    if (name.endsWith(u'*'))
        name.chop(1);
    for (const MathEnvironment& environment : environments)
        if (environment.name == name)
            return environment;
    return {};
}

std::optional<double> mathSpace(QStringView command)
{
    return find(spaces, command);
}

std::optional<MathFont> mathFont(QStringView command)
{
    return find(fonts, command);
}

std::optional<MathFont> textFont(QStringView command)
{
    return find(textFonts, command);
}

bool isMathAccent(QStringView command)
{
    return std::find(accents.begin(), accents.end(), command) != accents.end();
}

} // namespace ui
