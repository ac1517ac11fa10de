// SPDX-License-Identifier: MIT
// A QMessageBox that shows its texts exactly as they are: Qt interprets "<b>" in them as markup, and setTextFormat() covers only one of the
// two texts. It deletes itself when it is closed. GUI thread.
#pragma once

#include <QMessageBox>

namespace lockscope {

class MessageBox : public QMessageBox
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MessageBox)

public:
    MessageBox(Icon icon, const QString &title, const QString &text, StandardButtons buttons, QWidget *parent);

    void setExplanation(const QString &text); ///< the informative text, below the main text

protected:
    void showEvent(QShowEvent *event) override;

private:
    bool m_isWide = false;
};

} // namespace lockscope
