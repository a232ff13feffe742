#include "ui/markdown/inline_reader.h"

#include "ui/links/link.h"
#include "ui/markdown/formula_extension.h"
#include "ui/markdown/markdown_source.h"

#include <cmark-gfm.h>
#include <memory>
#include <string_view>

namespace ui {

namespace {

/// Walks over the events of a subtree and keeps count of what is open.
class InlineReader {
public:
    explicit InlineReader(bool splitsAtFormulas)
        : m_splitsAtFormulas(splitsAtFormulas)
    {
    }

    std::vector<InlinePart> read(cmark_node* leaf)
    {
        const std::unique_ptr<cmark_iter, void (*)(cmark_iter*)> walk(
            cmark_iter_new(leaf), cmark_iter_free);
        m_parts.emplace_back();
        cmark_event_type event;
        while ((event = cmark_iter_next(walk.get())) != CMARK_EVENT_DONE) {
            cmark_node* node = cmark_iter_get_node(walk.get());
            if (node != leaf)
                event == CMARK_EVENT_ENTER ? enter(node) : leave(node);
        }
        if (m_parts.size() > 1 && m_parts.back().text.empty() && m_parts.back().formula.isEmpty())
            m_parts.pop_back();
        return std::move(m_parts);
    }

private:
    void enter(cmark_node* node)
    {
        if (isFormula(node)) {
            addFormula(node);
            return;
        }
        switch (cmark_node_get_type(node)) {
        case CMARK_NODE_TEXT:
        case CMARK_NODE_HTML_INLINE:
            add(QString::fromUtf8(unescaped(cmark_node_get_literal(node))));
            break;
        case CMARK_NODE_CODE:
            add(QString::fromUtf8(unmasked(cmark_node_get_literal(node))), InlineRun::Code);
            break;
        case CMARK_NODE_SOFTBREAK:
            add(QStringLiteral(" "));
            break;
        case CMARK_NODE_LINEBREAK:
            add(QString(QChar::LineSeparator));
            break;
        case CMARK_NODE_FOOTNOTE_REFERENCE:
            add(QString::fromUtf8(cmark_node_get_literal(node)), InlineRun::Raised);
            break;
        default:
            count(node, 1);
        }
    }

    void leave(cmark_node* node) { count(node, -1); }

    void count(cmark_node* node, int step)
    {
        const cmark_node_type type = cmark_node_get_type(node);
        if (type == CMARK_NODE_EMPH)
            m_emphasis += step;
        else if (type == CMARK_NODE_STRONG)
            m_strong += step;
        else if (type == CMARK_NODE_LINK)
            setLink(step > 0 ? QString::fromUtf8(unescaped(cmark_node_get_url(node))) : QString());
        else if (std::string_view(cmark_node_get_type_string(node)) == "strikethrough")
            m_struck += step;
    }

    // Links do not nest.
    void setLink(const QString& address) { m_link = isSafeLink(address) ? address : QString(); }

    void addFormula(cmark_node* node)
    {
        const QString latex = QString::fromUtf8(unmasked(latexOf(node))).trimmed();
        if (!isDisplayed(node) || !m_splitsAtFormulas) {
            add(latex, InlineRun::Formula);
            return;
        }
        trimEnd(m_parts.back().text);
        if (m_parts.back().text.empty())
            m_parts.pop_back();
        m_parts.push_back({{}, latex});
        m_parts.emplace_back();
    }

    static void trimEnd(InlineText& text)
    {
        while (!text.empty() && text.back().style == 0) {
            QString& last = text.back().text;
            while (!last.isEmpty() && last.back().isSpace())
                last.chop(1);
            if (!last.isEmpty())
                return;
            text.pop_back();
        }
    }

    void add(const QString& text, int style = 0)
    {
        InlineText& runs = m_parts.back().text;
        if (m_emphasis > 0)
            style |= InlineRun::Emphasis;
        if (m_strong > 0)
            style |= InlineRun::Strong;
        if (m_struck > 0)
            style |= InlineRun::Struck;
        const bool isSpace = text.size() == 1 && text[0].isSpace();
        if (text.isEmpty() || (isSpace && runs.empty() && m_parts.size() > 1))
            return;
        if (!runs.empty() && runs.back().style == style && runs.back().link == m_link
            && !(style & InlineRun::Formula))
            runs.back().text += text;
        else
            runs.push_back({text, quint8(style), m_link});
    }

    bool m_splitsAtFormulas;
    std::vector<InlinePart> m_parts;
    int m_emphasis = 0, m_strong = 0, m_struck = 0; // how many of them are open
    QString m_link;
};

} // namespace

std::vector<InlinePart> readInline(cmark_node* leaf)
{
    return InlineReader(true).read(leaf);
}

InlineText readCell(cmark_node* cell)
{
    return InlineReader(false).read(cell).front().text;
}

} // namespace ui
