// SPDX-License-Identifier: MIT
#include "app/command/help_text.h"

#include "app/command/text_columns.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int indent = 2;
constexpr int optionColumn = 24;
constexpr int exitCodeColumn = 7;

} // namespace

HelpText::HelpText(const QString &usage)
    : m_text(usage + u'\n')
{ }

HelpText &HelpText::paragraph(const QString &text)
{
    m_text += u'\n' + wrapped(text, columns).join(u'\n') + u'\n';
    return *this;
}

HelpText &HelpText::heading(const QString &title)
{
    m_text += u'\n' + wrapped(title, columns).join(u'\n') + u'\n';
    return *this;
}

HelpText &HelpText::option(const QString &term, const QString &explanation)
{
    addEntry(term, explanation, optionColumn);
    return *this;
}

HelpText &HelpText::exitCode(int code, const QString &meaning)
{
    addEntry(QString::number(code), meaning, exitCodeColumn);
    return *this;
}

HelpText &HelpText::names(const QStringList &names)
{
    for (const auto &line : wrapped(names.join(u' '), columns - indent))
        verbatim(line);
    return *this;
}

HelpText &HelpText::verbatim(const QString &line)
{
    m_text += QString(indent, u' ') + line + u'\n';
    return *this;
}

// A term that is too long for its column gets a separate line.
void HelpText::addEntry(const QString &term, const QString &explanation, int column)
{
    auto begin = QString(indent, u' ') + term;
    if (columnsOf(begin) >= column) {
        m_text += begin + u'\n';
        begin.clear();
    }
    for (const auto &line : wrapped(explanation, columns - column)) {
        m_text += padded(begin, column) + line + u'\n';
        begin.clear();
    }
}

} // namespace lockscope
