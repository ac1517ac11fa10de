// SPDX-License-Identifier: MIT
#include "ui/window/password_dialog.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/mnemonic.h"
#include "ui/widgets/theme.h"
#include "ui/words/shown_text.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QVBoxLayout>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

PasswordDialog::PasswordDialog(const Target &target, const QString &why, QWidget *parent)
    : QDialog(parent)
    , m_password(new QLineEdit(this))
    , m_keep(new CheckBox(tr("&Keep it in the keychain"), this))
{
    setWindowTitle(tr("Password"));
    setPalette(paletteOfFields(palette()));
    const auto address = withoutMnemonic(shownText(lockcore::shortName(target.endpoint), 80));
    const auto user = target.endpoint.user.empty() ? u"default"_s : withoutMnemonic(shownText(target.endpoint.user, 60));
    auto *question = new ShadedLabel(ShadedLabel::Shade::Text, this);
    question->setText(target.name.isEmpty()
                          ? tr("&Password of the user \"%1\" at %2:").arg(user, address)
                          : tr("&Password of the user \"%1\" at %2 (%3):").arg(user, withoutMnemonic(target.name), address));
    question->setBuddy(m_password);
    question->setWordWrap(true);
    auto *reason = new ShadedLabel(ShadedLabel::Shade::Secondary, this);
    reason->setText(why);
    reason->setWordWrap(true);
    reason->setVisible(!why.isEmpty());
    auto *rights = new ShadedLabel(ShadedLabel::Shade::Secondary, this);
    rights->setText(tr("This profile is marked read-only: you can watch locks there, but release none."));
    rights->setWordWrap(true);
    rights->setVisible(target.readOnly);
    m_password->setObjectName(u"password"_s);
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setAccessibleName(tr("Password"));
    m_password->setMinimumHeight(controlHeight(m_password->fontMetrics()));
    m_keep->setObjectName(u"keep"_s);
    m_keep->setVisible(!target.profileId.isEmpty());
    auto *buttons = new QDialogButtonBox(this);
    buttons->addButton(makeButton(tr("Cancel"), this), QDialogButtonBox::RejectRole);
    auto *accept = makeButton(tr("Connect"), this);
    accept->setObjectName(u"accept"_s);
    accept->setDefault(true);
    buttons->addButton(accept, QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::group, grid::group, grid::group);
    layout->setSpacing(grid::spacing);
    layout->addWidget(reason);
    layout->addWidget(question);
    layout->addWidget(m_password);
    layout->addWidget(m_keep);
    layout->addWidget(rights);
    layout->addSpacing(grid::spacing);
    layout->addWidget(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * 64);
}

std::string PasswordDialog::password() const { return m_password->text().toStdString(); }

bool PasswordDialog::toBeKept() const { return m_keep->isVisibleTo(this) && m_keep->isChecked(); }

} // namespace lockscope
