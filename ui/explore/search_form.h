// SPDX-License-Identifier: MIT
// What is to be searched: a protocol or two scripts of the user, and the bounds. GUI thread.
#pragma once

#include "lockcore/oracle/examination.h"

#include <QWidget>

#include <array>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QPushButton;
class QSettings;
class QSpinBox;

namespace lockscope {

class WrappedText;

class SearchForm final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SearchForm)

public:
    explicit SearchForm(QWidget *parent = nullptr);

    lockcore::ExaminationWish wish() const;
    QString protocol() const; ///< empty: scripts of the user
    void chooseProtocol(const QString &name);
    const std::optional<lockcore::explorer::ScriptPair> &scripts() const { return m_scripts; }
    void setScripts(const lockcore::explorer::ScriptPair &scripts); ///< and chooses them

    void save(QSettings &settings) const;
    void restore(QSettings &settings);

signals:
    void changed();
    void scriptsWanted(); ///< to be written or changed

private:
    void addProtocols();
    void addCaption(const QString &text);
    void addBounds();
    void addFaults();
    QSpinBox *addNumber(const QString &label, int least, int most, int value, const QString &suffix = {});
    void takeUsual(); ///< of the protocol
    void showFaults();
    lockcore::explorer::Bounds usual() const;

    QGridLayout *m_grid;
    QComboBox *m_protocol;
    WrappedText *m_story;
    QPushButton *m_write;
    QSpinBox *m_workers = nullptr, *m_rounds = nullptr, *m_lease = nullptr, *m_work = nullptr, *m_otherWork = nullptr, *m_poll = nullptr,
             *m_tick = nullptr;
    QComboBox *m_driver = nullptr;
    QComboBox *m_which = nullptr; ///< faults: the usual ones, or chosen ones
    std::array<QSpinBox *, lockcore::explorer::faultKinds> m_counts{};
    std::optional<lockcore::explorer::ScriptPair> m_scripts;
};

} // namespace lockscope
