#pragma once

#include "engine/templates/template_value.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// The syntax tree of a template. It never changes once it is parsed. Its height is bounded, and so
/// is the depth of every recursion over it.
namespace engine::template_syntax {

struct Expression;
using ExpressionPtr = std::unique_ptr<const Expression>;

/// The arguments of a call: f(1, x, key=2, *list, **dict).
struct Arguments {
    std::vector<ExpressionPtr> positional;
    std::vector<std::pair<std::string, ExpressionPtr>> named;
    ExpressionPtr list, dict; ///< the operands of * and **; null if not given
};

struct Constant {
    TemplateValue value;
};
struct Name {
    std::string name;
};
struct ListDisplay {
    std::vector<ExpressionPtr> items;
    bool isTuple = false;
};
struct DictDisplay {
    std::vector<std::pair<ExpressionPtr, ExpressionPtr>> entries;
};
struct Sign {
    bool isMinus = false;
    ExpressionPtr operand;
};
struct Not {
    ExpressionPtr operand;
};
struct Arithmetic {
    std::string sign; ///< one of + - * / // % **
    ExpressionPtr left, right;
};
struct Concatenation { ///< a ~ b ~ c
    std::vector<ExpressionPtr> parts;
};
struct Logic { ///< a and b and c, or a or b or c
    bool isAnd = false;
    std::vector<ExpressionPtr> operands;
};
struct Comparison { ///< a < b <= c
    ExpressionPtr first;
    std::vector<std::pair<std::string, ExpressionPtr>> rest; ///< also "in" and "not in"
};
struct Condition { ///< yes if test else no
    ExpressionPtr test, yes, no; ///< `no` may be null
};
struct Attribute {
    ExpressionPtr object;
    std::string name;
};
struct Index {
    ExpressionPtr object, index;
};
struct Slice {
    ExpressionPtr object, from, to, step; ///< the last three may be null
};
struct Call {
    ExpressionPtr callee;
    Arguments arguments;
};
struct Filter {
    /// What is filtered. Null stands for the text that a filter block or set block has captured.
    ExpressionPtr input;
    std::string name;
    Arguments arguments;
};
struct Test {
    ExpressionPtr input;
    std::string name;
    Arguments arguments;
};

struct Expression {
    std::variant<Constant, Name, ListDisplay, DictDisplay, Sign, Not, Arithmetic, Concatenation,
        Logic, Comparison, Condition, Attribute, Index, Slice, Call, Filter, Test>
        node;
    int line = 0;
    int height = 0;
};

struct Statement;
using Body = std::vector<Statement>;

/// Where a value is assigned to: a name, an attribute of a namespace, or several targets.
struct Target {
    std::string name;
    std::string attribute; ///< of the namespace `name`; empty if the target is a name
    std::vector<Target> parts; ///< the targets of "a, b"; `name` is empty then
};

struct Parameter {
    std::string name;
    ExpressionPtr fallback; ///< null if none
};

struct Text {
    std::string text;
};
struct Output {
    ExpressionPtr value;
};
struct If {
    std::vector<std::pair<ExpressionPtr, Body>> branches;
    Body otherwise;
};
struct For {
    Target target;
    ExpressionPtr items, filter; ///< filter may be null
    Body body, otherwise;
};
struct Set {
    Target target;
    ExpressionPtr value;
};
struct SetBlock {
    Target target;
    ExpressionPtr filter; ///< null if none
    Body body;
};
struct Macro {
    std::string name;
    std::vector<Parameter> parameters;
    Body body;
};
struct CallBlock {
    Macro caller;
    ExpressionPtr call; ///< holds a Call
};
struct FilterBlock {
    ExpressionPtr filter;
    Body body;
};
struct Generation {
    Body body;
};
struct With {
    std::vector<std::pair<Target, ExpressionPtr>> values;
    Body body;
};
struct Break { };
struct Continue { };

struct Statement {
    std::variant<Text, Output, If, For, Set, SetBlock, Macro, CallBlock, FilterBlock, Generation,
        With, Break, Continue>
        node;
    int line = 0;
};

} // namespace engine::template_syntax
