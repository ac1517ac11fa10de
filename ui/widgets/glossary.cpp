// SPDX-License-Identifier: MIT
#include "ui/widgets/glossary.h"

#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFile>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QTextBrowser>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

/// A heading, or a row of a table.
struct GlossaryLine
{
    QStringList terms; ///< empty: a heading
    QString word;      ///< of an entry; HTML
    QString text;      ///< HTML
    QString plain{};   ///< word and text, for searching
};

QString withoutMarks(QString markdown)
{
    static const QRegularExpression link(u"\\]\\([^)]*\\)"_s), marks(u"[*`\\[\\]]"_s);
    return markdown.remove(link).remove(marks);
}

// The few marks of the file: code, bold, italic; a link becomes its text. Within code, stars and brackets are what they are.
QString asHtml(const QString &markdown)
{
    static const QRegularExpression link(u"\\[([^\\]]+)\\]\\([^)]*\\)"_s), bold(u"\\*\\*([^*]+)\\*\\*"_s), italic(u"\\*([^*]+)\\*"_s);
    auto linked = markdown;
    auto parts = linked.replace(link, u"\\1"_s).split(u'`');
    for (qsizetype i = 0; i < parts.size(); ++i) {
        parts[i] = parts[i].toHtmlEscaped();
        parts[i] =
            i % 2 == 1 ? u"<code>%1</code>"_s.arg(parts[i]) : parts[i].replace(bold, u"<b>\\1</b>"_s).replace(italic, u"<i>\\1</i>"_s);
    }
    return parts.join(QString());
}

QStringList boldIn(const QString &markdown)
{
    static const QRegularExpression bold(u"\\*\\*([^*]+)\\*\\*"_s);
    QStringList terms;
    for (auto all = bold.globalMatch(markdown); all.hasNext();)
        terms << all.next().captured(1);
    return terms;
}

QList<GlossaryLine> readGlossary()
{
    QFile file(u":/glossary.md"_s);
    QList<GlossaryLine> lines;
    if (!file.open(QIODevice::ReadOnly))
        return lines;
    for (const auto &line : QString::fromUtf8(file.readAll()).split(u'\n')) {
        const auto cells = line.split(u'|');
        if (line.startsWith(u"## "_s))
            lines.append({{}, {}, asHtml(line.mid(3))});
        else if (cells.size() >= 4 && !boldIn(cells[1]).isEmpty())
            lines.append({boldIn(cells[1]), asHtml(cells[1].trimmed()), asHtml(cells[2].trimmed()), withoutMarks(cells[1] + cells[2])});
    }
    return lines;
}

const QList<GlossaryLine> &glossary()
{
    static const auto lines = readGlossary();
    return lines;
}

const GlossaryLine *entryOf(const QString &term)
{
    const auto found = std::ranges::find_if(glossary(), [&](const GlossaryLine &line) { return line.terms.contains(term); });
    return found == glossary().end() ? nullptr : &*found;
}

// Headings and entries that contain what is searched. The paragraphs between the tables explain what they belong to only on the page.
QString pageOf(const QString &term, const QString &searched, const QPalette &palette)
{
    QString html, heading;
    bool inTable = false;
    const auto setTable = [&](bool wanted) {
        if (std::exchange(inTable, wanted) != wanted)
            html += wanted ? u"<table cellspacing='0' cellpadding='4' width='100%'>"_s : u"</table>"_s;
    };
    for (const auto &line : glossary()) {
        if (line.terms.isEmpty()) {
            heading = u"<h3>%1</h3>"_s.arg(line.text);
            continue;
        }
        if (!line.plain.contains(searched, Qt::CaseInsensitive))
            continue;
        if (!heading.isEmpty()) {
            setTable(false);
            html += std::exchange(heading, {});
        }
        setTable(true);
        const bool here = &line == entryOf(term);
        QString anchors;
        for (const auto &name : line.terms) // a state and an event may have the same name: the first one counts
            anchors += entryOf(name) != &line ? QString() : u"<a name='%1'></a>"_s.arg(name.toHtmlEscaped());
        html += u"<tr%1><td width='28%'>%2%3</td><td>%4</td></tr>"_s.arg(
            here ? u" bgcolor='%1'"_s.arg(shadesOf(palette).selected.name()) : QString(), anchors, line.word, line.text);
    }
    setTable(false);
    return html.isEmpty() ? u"<p>%1</p>"_s.arg(GlossaryDialog::tr("No entry contains \"%1\".").arg(searched.toHtmlEscaped())) : html;
}

class TermLink final : public QObject
{
public:
    TermLink(QWidget *widget, const QString &term)
        : QObject(widget)
        , term(term)
    {
        widget->installEventFilter(this);
    }

    const QString term;

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::MouseButtonRelease || static_cast<QMouseEvent *>(event)->button() != Qt::LeftButton)
            return false;
        GlossaryDialog::open(static_cast<QWidget *>(watched), term);
        return true;
    }
};

TermLink *linkOf(const QWidget *widget)
{
    for (auto *child : widget->children()) {
        if (auto *link = dynamic_cast<TermLink *>(child))
            return link;
    }
    return nullptr;
}

} // namespace

QString meaningOf(const QString &term)
{
    const auto *entry = entryOf(term);
    return entry ? QTextDocumentFragment::fromHtml(entry->text).toPlainText() : QString();
}

void setTerm(QWidget *widget, const QString &term)
{
    auto *link = linkOf(widget);
    if (link ? link->term == term : term.isEmpty())
        return;
    delete link;
    const auto meaning = meaningOf(term);
    setPlainToolTip(widget, meaning.isEmpty() ? QString() : term + u": "_s + meaning);
    widget->setCursor(meaning.isEmpty() ? Qt::ArrowCursor : Qt::WhatsThisCursor);
    if (!meaning.isEmpty())
        new TermLink(widget, term);
}

GlossaryDialog *GlossaryDialog::open(QWidget *anyOfWindow, const QString &term)
{
    auto *window = anyOfWindow->window();
    auto *dialog = window->findChild<GlossaryDialog *>(QString(), Qt::FindDirectChildrenOnly);
    if (!dialog)
        dialog = new GlossaryDialog(window);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    dialog->goTo(term);
    return dialog;
}

GlossaryDialog::GlossaryDialog(QWidget *window)
    : QDialog(window)
    , m_search(new QLineEdit(this))
    , m_text(new QTextBrowser(this))
{
    setWindowTitle(tr("Glossary"));
    m_search->setObjectName(u"glossarySearch"_s);
    m_search->setPlaceholderText(tr("Search words and meanings"));
    m_search->setAccessibleName(tr("Search the glossary"));
    m_search->setClearButtonEnabled(true);
    connect(m_search, &QLineEdit::textChanged, this, &GlossaryDialog::showEntries);
    m_text->setAccessibleName(tr("Glossary"));
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // if it appeared later, the lines would break elsewhere
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false); // Enter belongs to the search
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::group, grid::group, grid::group);
    layout->setSpacing(grid::group);
    layout->addWidget(m_search);
    layout->addWidget(m_text);
    layout->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 100, fontMetrics().height() * 34);
    m_search->setFocus();
}

void GlossaryDialog::goTo(const QString &term)
{
    m_term = term;
    const QSignalBlocker quiet(m_search);
    m_search->clear();
    showEntries();
}

void GlossaryDialog::showEntries()
{
    const auto searched = m_search->text().trimmed();
    m_text->setHtml(pageOf(m_term, searched, palette()));
    if (searched.isEmpty() && !m_term.isEmpty())
        m_text->scrollToAnchor(m_term);
}

// The field has the focus; the keys that it does not need scroll the text. Escape first ends the search.
void GlossaryDialog::keyPressEvent(QKeyEvent *event)
{
    constexpr std::array scrolling{Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown};
    if (std::ranges::find(scrolling, event->key()) != scrolling.end())
        QCoreApplication::sendEvent(m_text, event);
    else if (event->matches(QKeySequence::Find))
        m_search->setFocus();
    else if (event->key() == Qt::Key_Escape && !m_search->text().isEmpty())
        m_search->clear();
    else
        QDialog::keyPressEvent(event);
}

void GlossaryDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showEntries();
}

} // namespace lockscope
