// SPDX-License-Identifier: MIT
// *My lock formats*: the formats that the user declares for all servers, with a preview on the connected one. All of them are saved at once,
// and only if each is complete. GUI thread.
#pragma once

#include "lockcore/monitor/model/lock.h"
#include "ui/profiles/formats_file.h"

#include <QDialog>

#include <functional>

class QListWidget;
class QPushButton;
class QStackedWidget;

namespace lockscope {

class FormatForm;
class FormatPreview;
class MonitorSource;
class StatePanel;
class WrappedText;

class FormatsDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FormatsDialog)

public:
    /// `source` and `server`: as of FormatPreview.
    FormatsDialog(const QString &file, MonitorSource *source, const QString &server, QWidget *parent = nullptr);

    /// Adds a format for keys like this lock's, or goes to the one that declared it. Call it before the dialog is shown.
    void propose(const lockcore::LockInfo &lock);

    void accept() override; ///< saves; closes only after that
    void reject() override; ///< asks if something would be lost

signals:
    void saved();

protected:
    bool focusNextPrevChild(bool next) override;

private:
    QWidget *makeList();
    QWidget *makeFields();
    QLayout *makeFoot();
    void add(lockcore::UserFormat format);
    void duplicate();
    void remove();
    void refill(int row);
    void showCurrent();
    void follow(); ///< after each keystroke
    void check();
    int wrongRow() const; ///< -1: none
    lockcore::Error wrongAt(int row) const;
    int current() const;
    std::string freeName(const std::string &wanted) const;
    void save();
    void say(const QString &sentence, bool isWrong);
    void ask(const QString &question, const QString &explanation, const QString &yes, std::function<void()> then);

    FormatsFile m_file;
    std::vector<lockcore::UserFormat> m_formats, m_original;
    lockcore::Bytes m_first; ///< the key of the lock that was proposed
    QListWidget *m_list;
    FormatForm *m_form;
    FormatPreview *m_preview;
    StatePanel *m_nothing;
    QStackedWidget *m_stack;
    QPushButton *m_add;
    QPushButton *m_duplicate;
    QPushButton *m_remove;
    WrappedText *m_complaint;
    QPushButton *m_save;
};

} // namespace lockscope
