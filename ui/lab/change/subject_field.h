// SPDX-License-Identifier: MIT
// Whose workers a table is about: the stories' own, a built-in protocol, or a command from outside. It runs nothing. GUI thread.
#pragma once

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
    /// `own`: the words for each story's own protocol, as the first choice; empty: that is none.
    explicit SubjectField(const QString &own, QWidget *parent = nullptr);

    std::string protocol() const;             ///< empty: the stories' own
    bool isOutside() const;                   ///< a command is to be given
    std::vector<std::string> command() const; ///< empty: built-in workers, or no whole command was typed
    bool isComplete() const { return !isOutside() || !command().empty(); }

    void choose(const std::string &protocol); ///< one that is not in the list changes nothing

signals:
    void changed();

private:
    void follow();

    QComboBox *m_protocol;
    QLineEdit *m_command;
};

} // namespace lockscope
