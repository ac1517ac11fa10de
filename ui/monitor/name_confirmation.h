// SPDX-License-Identifier: MIT
// Asks the user to type the name of a lock as a confirmation. GUI thread.
#pragma once

#include "lockcore/monitor/model/lock.h"

#include <QWidget>

class QLineEdit;

namespace lockscope {

class WrappedText;

class NameConfirmation final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NameConfirmation)

public:
    explicit NameConfirmation(QWidget *parent = nullptr);

    /// `why`: a sentence. `typed`: the text typed for this lock before.
    void ask(const lockcore::LockId &id, const QString &why, const QString &typed);

    QString question() const;

signals:
    void typed(const QString &text);

private:
    WrappedText *m_question;
    QLineEdit *m_field; ///< the focus proxy of this widget
};

} // namespace lockscope
