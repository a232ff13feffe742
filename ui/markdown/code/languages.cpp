#include "ui/markdown/code/languages.h"

#include <algorithm>

namespace ui {

namespace {

using S = CodeStyle;

// Rules that many languages share.
const CodeRule lineComment{.begin = u"//"};
const CodeRule hashComment{.begin = u"#"};
const CodeRule dashComment{.begin = u"--"};
const CodeRule blockComment{.begin = u"/*", .end = u"*/", .spansLines = true};
const CodeRule nestedComment{.begin = u"/*", .end = u"*/", .spansLines = true, .nests = true};
const CodeRule doubleQuotes{.begin = u"\"", .end = u"\"", .style = S::String, .escape = u'\\'};
const CodeRule singleQuotes{.begin = u"'", .end = u"'", .style = S::String, .escape = u'\\'};
const CodeRule character{
    .begin = u"'", .end = u"'", .style = S::String, .escape = u'\\', .closesWithin = 12};
const CodeRule backticks{
    .begin = u"`", .end = u"`", .style = S::String, .escape = u'\\', .spansLines = true};
const CodeRule longDoubleQuotes{
    .begin = u"\"\"\"", .end = u"\"\"\"", .style = S::String, .escape = u'\\', .spansLines = true};
const CodeRule longSingleQuotes{
    .begin = u"'''", .end = u"'''", .style = S::String, .escape = u'\\', .spansLines = true};
const CodeRule openDoubleQuotes{
    .begin = u"\"", .end = u"\"", .style = S::String, .escape = u'\\', .spansLines = true};
const CodeRule openSingleQuotes{.begin = u"'", .end = u"'", .style = S::String, .spansLines = true};
const CodeRule section{.begin = u"[", .end = u"]", .style = S::Heading, .startsLine = true};

std::vector<Language> makeLanguages()
{
    return {
        {.name = u"C",
            .aliases = u"c h",
            .keywords
            = u"#include #define #if #ifdef #ifndef #elif #else #endif #undef #pragma #error auto "
              u"break "
              "case const continue default do else enum extern for goto if inline register "
              "restrict return sizeof static struct switch typedef union volatile while "
              "_Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert _Thread_local",
            .types = u"bool char double float int long short signed unsigned void size_t ssize_t "
                     "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t FILE NULL "
                     "true false",
            .rules = {lineComment, blockComment, doubleQuotes, singleQuotes},
            .wordStart = u"#"},
        {.name = u"C++",
            .aliases = u"cpp c++ cc cxx hpp hh hxx cuda cu qt",
            .keywords
            = u"#include #define #if #ifdef #ifndef #elif #else #endif #undef #pragma #error "
              u"alignas alignof and "
              "asm auto break case catch class co_await co_return co_yield concept const "
              "const_cast consteval constexpr constinit continue decltype default delete do "
              "dynamic_cast else enum explicit export extern final for friend goto if import "
              "inline module mutable namespace new noexcept not operator or override private "
              "protected public register reinterpret_cast requires return sizeof static "
              "static_assert static_cast struct switch template this thread_local throw try "
              "typedef typeid typename union using virtual volatile while __global__ "
              "__device__ __shared__ __host__",
            .types = u"bool char char8_t char16_t char32_t double float int long short signed "
                     "unsigned void wchar_t size_t int8_t int16_t int32_t int64_t uint8_t "
                     "uint16_t uint32_t uint64_t string string_view vector map set array span "
                     "optional variant unique_ptr shared_ptr nullptr true false std NULL",
            .rules = {lineComment, blockComment,
                {.begin = u"R\"(", .end = u")\"", .style = S::String, .spansLines = true},
                doubleQuotes, character},
            .wordStart = u"#"},
        {.name = u"Python",
            .aliases = u"py python python3 py3 pyi",
            .keywords = u"and as assert async await break case class continue def del elif else "
                        "except finally for from global if import in is lambda match nonlocal not "
                        "or pass raise return try while with yield",
            .types = u"None True False self cls int float str bool bytes list dict set tuple "
                     "object type Exception",
            .rules = {hashComment, longDoubleQuotes, longSingleQuotes, doubleQuotes, singleQuotes},
            .sigils = u"@"},
        {.name = u"JavaScript",
            .aliases = u"js javascript mjs cjs jsx node",
            .keywords = u"as async await break case catch class const continue debugger default "
                        "delete do else export extends finally for from function get if import in "
                        "instanceof let new of return set static super switch this throw try "
                        "typeof var void while with yield",
            .types = u"null undefined true false NaN Infinity Array Boolean Date Error JSON Map "
                     "Math Number Object Promise RegExp Set String Symbol console document window",
            .rules = {lineComment, blockComment, doubleQuotes, singleQuotes, backticks},
            .wordStart = u"$",
            .sigils = u"@"},
        {.name = u"TypeScript",
            .aliases = u"ts typescript tsx mts cts",
            .keywords = u"abstract as async await break case catch class const continue debugger "
                        "declare default delete do else enum export extends finally for from "
                        "function get if implements import in infer instanceof interface is keyof "
                        "let namespace new of override private protected public readonly return "
                        "satisfies set static super switch this throw try type typeof var void "
                        "while with yield",
            .types = u"any bigint boolean never null number object string symbol undefined "
                     "unknown true false NaN Array Date Error JSON Map Math Partial Promise Record "
                     "RegExp Set console document window",
            .rules = {lineComment, blockComment, doubleQuotes, singleQuotes, backticks},
            .wordStart = u"$",
            .sigils = u"@"},
        {.name = u"Java",
            .aliases = u"java",
            .keywords = u"abstract assert break case catch class continue default do else enum "
                        "extends final finally for goto if implements import instanceof interface "
                        "native new package permits private protected public record return sealed "
                        "static strictfp super switch synchronized this throw throws transient try "
                        "var volatile while yield",
            .types = u"boolean byte char double float int long short void null true false Boolean "
                     "Byte Character Double Float Integer List Long Map Object Optional Set String",
            .rules = {lineComment, blockComment, longDoubleQuotes, doubleQuotes, character},
            .sigils = u"@"},
        {.name = u"C#",
            .aliases = u"cs c# csharp",
            .keywords = u"#if #else #endif #region #endregion abstract as async await base break "
                        u"case catch checked "
                        "class const continue default delegate do else enum event explicit extern "
                        "finally fixed for foreach get goto if implicit in init interface internal "
                        "is lock namespace new operator out override params partial private "
                        "protected public readonly record ref required return sealed set sizeof "
                        "stackalloc static struct switch this throw try typeof unchecked unsafe "
                        "using var virtual volatile when where while with yield",
            .types
            = u"bool byte char decimal double dynamic float int long nint nuint object "
              "sbyte short string uint ulong ushort void null true false Task List Dictionary",
            .rules = {lineComment, blockComment, longDoubleQuotes,
                {.begin = u"@\"", .end = u"\"", .style = S::String, .spansLines = true},
                doubleQuotes, character},
            .wordStart = u"#"},
        {.name = u"Go",
            .aliases = u"go golang",
            .keywords = u"break case chan const continue default defer else fallthrough for func "
                        "go goto if import interface map package range return select struct switch "
                        "type var",
            .types = u"any bool byte complex64 complex128 error float32 float64 int int8 int16 "
                     "int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr nil true "
                     "false iota append cap close copy delete len make new panic print println "
                     "recover",
            .rules = {lineComment, blockComment, doubleQuotes, character,
                {.begin = u"`", .end = u"`", .style = S::String, .spansLines = true}}},
        {.name = u"Rust",
            .aliases = u"rs rust",
            .keywords = u"as async await break const continue crate dyn else enum extern fn for if "
                        "impl in let loop match mod move mut pub ref return self static struct "
                        "super trait type union unsafe use where while macro_rules",
            .types = u"bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize "
                     "Self String Vec Option Result Some None Ok Err Box Rc Arc HashMap true false",
            .rules = {lineComment, nestedComment,
                {.begin = u"r#\"", .end = u"\"#", .style = S::String, .spansLines = true},
                openDoubleQuotes, character}},
        {.name = u"Bash",
            .aliases = u"sh bash shell zsh ksh console shell-session terminal fish",
            .keywords = u"if then else elif fi for while until do done case esac in function "
                        "select time return exit break continue local export readonly declare "
                        "typeset unset shift source set trap eval exec",
            .types = u"alias apt awk cat cd chmod chown cp curl cut echo find git grep head kill "
                     "ls make mkdir mv printf pwd read rm sed sleep sort sudo tail tar tee test "
                     "touch tr true false uniq wc wget xargs",
            .rules = {hashComment, openDoubleQuotes, openSingleQuotes},
            .wordPart = u"-",
            .sigils = u"$",
            .marksCalls = false},
        {.name = u"SQL",
            .aliases = u"sql sqlite postgres postgresql mysql plsql tsql",
            .keywords
            = u"add all alter and any as asc begin between by cascade case check collate column "
              "commit conflict constraint create cross database default delete desc distinct do "
              "drop else end except exists explain foreign from full function grant group having "
              "if in index inner insert intersect into is join key left like limit natural not "
              "nothing offset on or order outer over partition primary procedure recursive "
              "references replace returning revoke right rollback row rows select set table then "
              "to transaction trigger union unique update using values view when where window "
              "with",
            .types = u"bigint bigserial blob boolean char date datetime decimal double float int "
                     "integer json jsonb money numeric real serial smallint text time timestamp "
                     "uuid varchar null true false",
            .rules = {dashComment, blockComment,
                {.begin = u"'", .end = u"'", .style = S::String, .spansLines = true},
                {.begin = u"\"", .end = u"\"", .style = S::Name}},
            .ignoresCase = true},
        {.name = u"JSON",
            .aliases = u"json jsonc json5 jsonl ndjson geojson",
            .keywords = u"",
            .types = u"true false null",
            .rules = {lineComment, blockComment, doubleQuotes},
            .hasStringKeys = true,
            .marksCalls = false},
        {.name = u"YAML",
            .aliases = u"yaml yml",
            .keywords = u"",
            .types = u"true false null yes no on off True False",
            .rules = {{.begin = u"---", .style = S::Heading, .startsLine = true}, hashComment,
                doubleQuotes, {.begin = u"'", .end = u"'", .style = S::String}},
            .wordPart = u"-",
            .sigils = u"&*",
            .lineKey = u':',
            .marksCalls = false},
        {.name = u"TOML",
            .aliases = u"toml",
            .keywords = u"",
            .types = u"true false inf nan",
            .rules = {hashComment, section, longDoubleQuotes, longSingleQuotes, doubleQuotes,
                {.begin = u"'", .end = u"'", .style = S::String}},
            .wordPart = u"-",
            .lineKey = u'=',
            .marksCalls = false},
        {.name = u"INI",
            .aliases = u"ini cfg conf properties desktop editorconfig gitconfig systemd service",
            .keywords = u"",
            .types = u"true false yes no on off",
            .rules = {{.begin = u"#", .startsLine = true}, {.begin = u";", .startsLine = true},
                section, doubleQuotes},
            .wordPart = u"-",
            .lineKey = u'=',
            .marksCalls = false},
        {.name = u"HTML",
            .aliases = u"html htm xhtml vue svelte",
            .keywords = u"",
            .types = u"",
            .rules = {{.begin = u"<!--", .end = u"-->", .spansLines = true}},
            .hasTags = true,
            .marksCalls = false},
        {.name = u"XML",
            .aliases = u"xml svg xsd xsl xslt rss atom qrc ui plist",
            .keywords = u"",
            .types = u"",
            .rules = {{.begin = u"<!--", .end = u"-->", .spansLines = true},
                {.begin = u"<![CDATA[", .end = u"]]>", .style = S::String, .spansLines = true}},
            .hasTags = true,
            .marksCalls = false},
        {.name = u"CSS",
            .aliases = u"css scss sass less",
            .keywords = u"@media @import @font-face @keyframes @supports @layer @container "
                        u"@include @mixin @use "
                        "@extend @if @else @each @for !important from to",
            .types = u"auto block none inherit initial unset flex grid inline absolute relative "
                     "fixed sticky solid dashed dotted bold normal italic center left right top "
                     "bottom hidden visible transparent currentColor",
            .rules = {blockComment, lineComment, doubleQuotes, singleQuotes},
            .wordStart = u"@!-",
            .wordPart = u"-",
            .sigils = u".#$",
            .lineKey = u':'},
        {.name = u"PHP",
            .aliases = u"php php7 php8 phtml",
            .keywords
            = u"abstract and as break case catch class clone const continue declare default do "
              "echo else elseif enum extends final finally fn for foreach function global goto if "
              "implements include include_once instanceof insteadof interface isset match "
              "namespace new or print private protected public readonly require require_once "
              "return static switch throw trait try unset use var while xor yield",
            .types = u"array bool callable float int iterable mixed never null object self "
                     "string void true false parent",
            .rules = {lineComment, hashComment, blockComment, openDoubleQuotes, singleQuotes},
            .sigils = u"$"},
        {.name = u"Ruby",
            .aliases = u"rb ruby rake gemspec",
            .keywords = u"alias and begin break case class def defined do else elsif end ensure "
                        "extend for if in include module next not or raise redo require "
                        "require_relative rescue retry return self super then undef unless until "
                        "when while yield attr_accessor attr_reader attr_writer private protected "
                        "public puts",
            .types = u"nil true false Array Float Hash Integer Object String Symbol",
            .rules = {{.begin = u"=begin", .end = u"=end", .spansLines = true, .startsLine = true},
                hashComment, doubleQuotes, singleQuotes},
            .wordPart = u"?!",
            .sigils = u"@:$"},
        {.name = u"Kotlin",
            .aliases = u"kt kotlin kts",
            .keywords = u"abstract actual annotation as break by catch class companion const "
                        "constructor continue data do else enum expect external final finally for "
                        "fun get if import in infix init inline inner interface internal is "
                        "lateinit noinline object open operator out override package private "
                        "protected public reified return sealed set super suspend tailrec this "
                        "throw try typealias val var vararg when where while",
            .types = u"Any Array Boolean Byte Char Double Float Int List Long Map Nothing Set "
                     "Short String Unit null true false",
            .rules = {lineComment, nestedComment, longDoubleQuotes, doubleQuotes, character},
            .sigils = u"@"},
        {.name = u"Swift",
            .aliases = u"swift",
            .keywords = u"actor as associatedtype async await break case catch class continue "
                        "convenience default defer deinit do dynamic else enum extension "
                        "fallthrough fileprivate final for func get guard if import in indirect "
                        "init inout internal is lazy let mutating nonisolated open operator "
                        "override private protocol public repeat required rethrows return set "
                        "some static struct subscript super switch throw throws try typealias "
                        "unowned var weak where while",
            .types = u"Any Array Bool Character Dictionary Double Float Int Optional Self Set "
                     "String UInt Void nil self true false",
            .rules = {lineComment, nestedComment, longDoubleQuotes, doubleQuotes},
            .wordStart = u"#",
            .sigils = u"@"},
        {.name = u"Haskell",
            .aliases = u"hs haskell",
            .keywords = u"case class data default deriving do else family forall foreign if import "
                        "in infix infixl infixr instance let module newtype of qualified then type "
                        "where hiding",
            .types = u"Bool Char Double Either Float IO Int Integer Just Left Maybe Monad Nothing "
                     "Ordering Right String True False Functor Applicative Show Eq Ord",
            .rules
            = {dashComment, {.begin = u"{-", .end = u"-}", .spansLines = true, .nests = true},
                doubleQuotes, character},
            .wordPart = u"'",
            .marksCalls = false},
        {.name = u"Lua",
            .aliases = u"lua",
            .keywords = u"and break do else elseif end for function goto if in local not or repeat "
                        "return then until while",
            .types = u"nil true false self ipairs pairs print require string table math io os",
            .rules = {{.begin = u"--[[", .end = u"]]", .spansLines = true}, dashComment,
                {.begin = u"[[", .end = u"]]", .style = S::String, .spansLines = true},
                doubleQuotes, singleQuotes}},
        {.name = u"R",
            .aliases = u"r rscript rlang",
            .keywords = u"break else for function if in next repeat return while library require",
            .types = u"TRUE FALSE NULL NA NaN Inf T F",
            .rules = {hashComment, openDoubleQuotes, singleQuotes},
            .wordPart = u"."},
        {.name = u"CMake",
            .aliases = u"cmake cmakelists.txt",
            .keywords = u"add_compile_options add_custom_command add_custom_target "
                        "add_dependencies add_executable add_library add_subdirectory add_test "
                        "break cmake_minimum_required continue else elseif enable_testing "
                        "endforeach endfunction endif endmacro endwhile file find_package "
                        "find_program foreach function if include install list macro message "
                        "option pkg_check_modules project return set set_target_properties string "
                        "target_compile_definitions target_compile_options "
                        "target_include_directories target_link_libraries target_sources unset "
                        "while",
            .types = u"AND OR NOT ON OFF TRUE FALSE PUBLIC PRIVATE INTERFACE REQUIRED STATIC "
                     "SHARED STREQUAL MATCHES EXISTS DEFINED VERSION COMPONENTS",
            .rules = {{.begin = u"#[[", .end = u"]]", .spansLines = true}, hashComment,
                openDoubleQuotes, {.begin = u"${", .end = u"}", .style = S::Name}},
            .wordStart = {}},
        {.name = u"Dockerfile",
            .aliases = u"dockerfile docker containerfile",
            .keywords = u"ADD ARG AS CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL "
                        "MAINTAINER ONBUILD RUN SHELL STOPSIGNAL USER VOLUME WORKDIR",
            .types = u"",
            .rules = {hashComment, doubleQuotes, singleQuotes,
                {.begin = u"${", .end = u"}", .style = S::Name}},
            .sigils = u"$",
            .marksCalls = false},
        {.name = u"Makefile",
            .aliases = u"mk make makefile gnumakefile",
            .keywords = u"define else endef endif export ifdef ifeq ifndef ifneq include override "
                        "unexport vpath .PHONY .DEFAULT .SUFFIXES .ONESHELL",
            .types = u"",
            .rules = {hashComment, {.begin = u"$(", .end = u")", .style = S::Name},
                {.begin = u"${", .end = u"}", .style = S::Name}, doubleQuotes, singleQuotes},
            .wordStart = u".",
            .wordPart = u"-.",
            .sigils = u"$",
            .lineKey = u':',
            .marksCalls = false},
        {.name = u"Diff",
            .aliases = u"diff patch udiff",
            .keywords = u"",
            .types = u"",
            .rules = {{.begin = u"+++", .style = S::Heading, .startsLine = true},
                {.begin = u"---", .style = S::Heading, .startsLine = true},
                {.begin = u"@@", .style = S::Heading, .startsLine = true},
                {.begin = u"diff ", .style = S::Heading, .startsLine = true},
                {.begin = u"index ", .style = S::Comment, .startsLine = true},
                {.begin = u"+", .style = S::Added, .startsLine = true},
                {.begin = u"-", .style = S::Removed, .startsLine = true}},
            .marksCalls = false},
        {.name = u"Markdown",
            .aliases = u"md markdown mkd mdx",
            .keywords = u"",
            .types = u"",
            .rules = {{.begin = u"```", .end = u"```", .style = S::String, .spansLines = true},
                {.begin = u"<!--", .end = u"-->", .spansLines = true},
                {.begin = u"#", .style = S::Heading, .startsLine = true},
                {.begin = u">", .style = S::Comment, .startsLine = true},
                {.begin = u"- ", .end = u" ", .style = S::Keyword, .startsLine = true},
                {.begin = u"`", .end = u"`", .style = S::String},
                {.begin = u"**", .end = u"**", .style = S::Type},
                {.begin = u"](", .end = u")", .style = S::Name}},
            .marksCalls = false},
    };
}

} // namespace

const std::vector<Language>& languages()
{
    static const std::vector<Language> table = makeLanguages();
    return table;
}

const Language* languageNamed(QStringView name)
{
    if (name.isEmpty() || name.size() > 40)
        return nullptr;
    const QString wanted = name.toString().toLower();
    for (const Language& language : languages())
        for (const QStringView alias : language.aliases.tokenize(u' '))
            if (alias == wanted || language.name.compare(wanted, Qt::CaseInsensitive) == 0)
                return &language;
    return nullptr;
}

} // namespace ui
