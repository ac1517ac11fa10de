// SPDX-License-Identifier: MIT
// What a user may choose for a release: the holder to free, the new lease, and whether a renewal counts as a change. Shows only the choices
// that matter for this lock.
#pragma once

#include "ui/monitor/release_attempt.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QSpinBox;

namespace lockscope {

class CheckBox;
class ShadedLabel;

class ReleaseChoices final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReleaseChoices)

public:
    explicit ReleaseChoices(QWidget *parent = nullptr);

    void showAttempt(const ReleaseAttempt &attempt);

signals:
    void wishChosen(const lockcore::ReleaseRequest &wish);

private:
    void showHolders(const ReleaseAttempt &attempt);
    void showRenewals(const ReleaseAttempt &attempt);
    void choose();

    QFormLayout *m_form;
    QComboBox *m_holders;
    QSpinBox *m_lease;
    QSpinBox *m_permits;
    CheckBox *m_evenIfRenewed;
    ShadedLabel *m_consequence;

    lockcore::ReleaseRequest m_wish;
    std::vector<lockcore::Bytes> m_owners; ///< for the entries after "all"
};

} // namespace lockscope
