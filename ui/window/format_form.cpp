// SPDX-License-Identifier: MIT
#include "ui/window/format_form.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::UserFormat;

FormatForm::FormatForm(QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins({});
    m_grid->setHorizontalSpacing(grid::group);
    m_grid->setVerticalSpacing(grid::unit);
    m_grid->setColumnStretch(1, 1);
    m_isShowing = true; // fields that are not there yet cannot be read
    m_name = addLine("name", tr("&Name"), u"ledger"_s, false);
    m_note = addLine("note", tr("No&te"), tr("What writes it, whom to ask"), false);
    addKeys();
    m_type = addChoice("type", tr("T&ype"), lockcore::userFormatTypes(),
                       {tr("string"), tr("hash: each field is a holder"), tr("sorted set: each element is a holder")});
    m_value = addLine("value", tr("&Value"), u"{host}:{pid}:{token:hex32}"_s, true);
    m_value->setToolTip(tr("Named parts and the text between them: {host} {pid} {number} {count} {text} {token:hex32} {token:uuid4} "
                           "{until:seconds} … Empty: any text"));
    m_owner = addChoice("owner", tr("&Owner"), lockcore::userFormatOwners(),
                        {tr("named; whether it is the same each time is not known"), tr("named by a token that each acquisition draws"),
                         tr("the same for a lock object of a program"), tr("the same for a thread, process or machine"), tr("not named"),
                         tr("not named: the value is the time at which it lapses")});
    m_lease =
        addChoice("lease", tr("&Lease"), lockcore::userFormatLeases(),
                  {tr("some have a TTL, some have none"), tr("always has a TTL: without one it is immortal"), tr("has no TTL by design")});
    m_release = addChoice("release", tr("&Release"), lockcore::userFormatReleases(),
                          {tr("its holder compares, then deletes"), tr("its holder deletes without a check")});
    m_release->setToolTip(tr("How its own holder gives it back. Lockscope always compares before it deletes."));
    m_isShowing = false;
}

void FormatForm::addRow(const char *member, const QString &label, QWidget *field)
{
    const auto name = QString::fromLatin1(member);
    auto *caption = new QLabel(label, this);
    caption->setBuddy(field);
    auto *complaint = new ShadedLabel(ShadedLabel::Shade::Danger, this);
    complaint->setObjectName(name + u"Complaint"_s);
    complaint->setWordWrap(true);
    complaint->setTextFormat(Qt::PlainText);
    complaint->hide();
    field->setObjectName(name);
    field->setAccessibleName(QString(label).remove(u'&'));
    const int row = m_grid->rowCount();
    m_grid->addWidget(caption, row, 0, qobject_cast<QPlainTextEdit *>(field) ? Qt::AlignTop : Qt::AlignVCenter);
    m_grid->addWidget(field, row, 1);
    m_grid->addWidget(complaint, row + 1, 1);
    m_fields[name] = field;
    m_complaints[name] = complaint;
}

QLineEdit *FormatForm::addLine(const char *member, const QString &label, const QString &hint, bool isFixed)
{
    auto *line = new QLineEdit(this);
    line->setPlaceholderText(hint);
    line->setMinimumHeight(controlHeight(fontMetrics()));
    if (isFixed)
        line->setFont(fixedFont(font()));
    connect(line, &QLineEdit::textChanged, this, &FormatForm::follow);
    addRow(member, label, line);
    return line;
}

QComboBox *FormatForm::addChoice(const char *member, const QString &label, std::span<const std::string_view> words,
                                 const QStringList &meanings)
{
    auto *box = new QComboBox(this);
    box->setMinimumHeight(controlHeight(fontMetrics()));
    for (std::size_t i = 0; i < words.size(); ++i)
        box->addItem(meanings.value(static_cast<qsizetype>(i)),
                     QString::fromUtf8(words[i].data(), static_cast<qsizetype>(words[i].size())));
    connect(box, &QComboBox::currentIndexChanged, this, &FormatForm::follow);
    addRow(member, label, box);
    return box;
}

void FormatForm::addKeys()
{
    m_keys = new QPlainTextEdit(this);
    m_keys->setFont(fixedFont(font()));
    m_keys->setTabChangesFocus(true);
    m_keys->setPlaceholderText(u"ledger:*:busy"_s);
    m_keys->setToolTip(
        tr("One per line. * is any text, ? any character, [a-c] one of these; \\ makes the next character an ordinary one."));
    m_keys->setFixedHeight(m_keys->fontMetrics().lineSpacing() * 2 + 3 * grid::unit);
    new FocusRing(m_keys);
    connect(m_keys, &QPlainTextEdit::textChanged, this, &FormatForm::follow);
    addRow("keys", tr("&Keys"), m_keys);
}

void FormatForm::show(const UserFormat &format)
{
    m_isShowing = true;
    m_name->setText(QString::fromStdString(format.name));
    m_note->setText(QString::fromStdString(format.note));
    QStringList keys;
    for (const auto &key : format.keys)
        keys << QString::fromStdString(key);
    m_keys->setPlainText(keys.join(u'\n'));
    m_value->setText(QString::fromStdString(format.value));
    for (const auto &[box, word] : {std::pair(m_type, format.type), std::pair(m_owner, format.owner), std::pair(m_lease, format.lease),
                                    std::pair(m_release, format.release)})
        box->setCurrentIndex(qMax(0, box->findData(QString::fromStdString(word))));
    for (auto *line : {m_name, m_note, m_value})
        line->setCursorPosition(0);
    m_isShowing = false;
    enableValue();
}

UserFormat FormatForm::format() const
{
    const auto wordIn = [](const QComboBox *box) { return box->currentData().toString().toStdString(); };
    UserFormat format;
    format.name = m_name->text().trimmed().toStdString();
    format.note = m_note->text().trimmed().toStdString();
    for (const auto &line : m_keys->toPlainText().split(u'\n', Qt::SkipEmptyParts)) {
        if (const auto key = line.trimmed(); !key.isEmpty())
            format.keys.push_back(key.toStdString());
    }
    format.type = wordIn(m_type);
    format.value = m_value->text().toStdString();
    format.owner = wordIn(m_owner);
    format.lease = wordIn(m_lease);
    format.release = wordIn(m_release);
    return format;
}

void FormatForm::follow()
{
    if (m_isShowing)
        return;
    enableValue();
    emit edited();
}

// A value of something else than a string stays, so that it can be removed.
void FormatForm::enableValue() { m_value->setEnabled(m_type->currentIndex() == 0 || !m_value->text().isEmpty()); }

void FormatForm::complain(const QString &member, const QString &sentence)
{
    for (auto complaint = m_complaints.begin(); complaint != m_complaints.end(); ++complaint) {
        const bool here = complaint.key() == member && !sentence.isEmpty();
        complaint.value()->setText(here ? sentence : QString());
        complaint.value()->setVisible(here);
        m_fields[complaint.key()]->setAccessibleDescription(here ? sentence : QString());
    }
}

void FormatForm::focusField(const QString &member)
{
    if (auto *field = m_fields.value(member))
        field->setFocus();
}

} // namespace lockscope
