// SPDX-License-Identifier: MIT
// The fields of one lock format of the user's own. Below the field that is wrong is the sentence that says so. GUI thread.
#pragma once

#include "lockcore/monitor/reading/user_format.h"

#include <QMap>
#include <QWidget>

class QComboBox;
class QGridLayout;
class QLineEdit;
class QPlainTextEdit;

namespace lockscope {

class ShadedLabel;

class FormatForm final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FormatForm)

public:
    explicit FormatForm(QWidget *parent = nullptr);

    void show(const lockcore::UserFormat &format);
    void complain(const QString &member, const QString &sentence); ///< about one member of UserFormat; empty: nothing is wrong
    void focusField(const QString &member);
    lockcore::UserFormat format() const;

signals:
    void edited();

private:
    QLineEdit *addLine(const char *member, const QString &label, const QString &hint, bool isFixed);
    QComboBox *addChoice(const char *member, const QString &label, std::span<const std::string_view> words, const QStringList &meanings);
    void addKeys();
    void addRow(const char *member, const QString &label, QWidget *field);
    void follow();
    void enableValue();

    QGridLayout *m_grid;
    QMap<QString, QWidget *> m_fields; ///< by member
    QMap<QString, ShadedLabel *> m_complaints;
    QLineEdit *m_name;
    QLineEdit *m_note;
    QPlainTextEdit *m_keys = nullptr;
    QComboBox *m_type = nullptr;
    QLineEdit *m_value = nullptr;
    QComboBox *m_owner = nullptr;
    QComboBox *m_lease = nullptr;
    QComboBox *m_release = nullptr;
    bool m_isShowing = false; ///< a change of a field is not the user's
};

} // namespace lockscope
