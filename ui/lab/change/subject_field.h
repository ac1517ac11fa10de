// SPDX-License-Identifier: MIT
// Chooses the workers of a table: each story's own, a built-in protocol, or an external command and its store. It runs nothing. GUI thread.
#pragma once

#include "lockcore/lab/scenario/store.h"

#include <QWidget>

#include <string>
#include <vector>

class QComboBox;
class QLineEdit;

namespace lockscope {

class SubjectField final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SubjectField)

public:
    /// `own`: the text of the first choice, each story's own protocol; empty: there is no such choice.
    explicit SubjectField(const QString &own, QWidget *parent = nullptr);

    std::string protocol() const;             ///< empty: each story's own
    bool isOutside() const;                   ///< the user must give a command
    std::vector<std::string> command() const; ///< empty: built-in workers, or the typed command is incomplete
    lockcore::Store store() const;            ///< Redis for built-in workers
    bool isComplete() const { return !isOutside() || !command().empty(); }

    void choose(const std::string &protocol); ///< a protocol that is not in the list changes nothing

signals:
    void changed();
    void entered(); ///< Return, in the command

private:
    void follow();

    QComboBox *m_protocol;
    QLineEdit *m_command;
    QComboBox *m_store;
};

} // namespace lockscope
